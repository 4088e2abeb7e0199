package dev.sargasso.passes.inline;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.InlineRequest;
import dev.sargasso.ir.program.Linkage;
import org.jspecify.annotations.Nullable;

/** Whether a call in one caller can be inlined and is worth it. Keeps account of its growth. */
final class InlineDecision {
  /** Each activation of a recursive function pays for the slots of what it has inlined. */
  private static final int RECURSIVE_FRAME = 64;

  private static final int LARGE_FRAME = 4096;

  /** A block that runs so seldom is not worth any space. */
  private static final double COLD = 0.02;

  private static final double FREQUENT = 4;

  /** A caller does not grow beyond this, whatever the limits say. */
  private static final int LARGEST = 20_000;

  private final CallGraph calls;
  private final InlineLimits limits;
  private final int caller;
  private final boolean oneClass;
  private final int budget;
  private int size;
  private int frame;

  InlineDecision(CallGraph calls, InlineLimits limits, int caller, FunctionSummary summary) {
    this.calls = calls;
    this.limits = limits;
    this.caller = caller;
    oneClass = calls.function(caller).aliasClassCount() == 1;
    size = summary.size();
    frame = summary.frameBytes();
    budget = Math.max(limits.room(), limits.growth() * size);
  }

  /** Why {@code call} cannot be inlined, whatever it would be worth; null if it can. */
  @Nullable Refusal impossible(Node call) {
    CallDescriptor descriptor = (CallDescriptor) call.attribute();
    if (descriptor == null || descriptor.symbol() == null) {
      return Refusal.INDIRECT;
    }
    int number = calls.number(descriptor.symbol());
    if (number < 0) {
      return Refusal.EXTERNAL;
    }
    Function callee = calls.function(number);
    if (callee.linkage() == Linkage.WEAK) {
      return Refusal.REPLACEABLE;
    }
    if (!agrees(call, callee)) {
      return Refusal.SIGNATURE;
    }
    return number == caller ? Refusal.RECURSIVE : null;
  }

  /**
   * Whether a call passes exactly what the callee takes, each parameter with a value of its own.
   */
  boolean agrees(Node call, Function callee) {
    Signature signature = callee.signature();
    if (!(call.attribute() instanceof CallDescriptor descriptor)
        || signature.variadic()
        || !signature.equals(descriptor.signature())) {
      return false;
    }
    for (Signature.Parameter parameter : signature.parameters()) {
      if (parameter.isRest()) {
        return false;
      }
    }
    return true;
  }

  /** Whether recursion may be unrolled in the caller at all. */
  boolean mayUnroll() {
    return oneClass && frame <= RECURSIVE_FRAME;
  }

  /** Why a call that can be inlined had better not be; null if it should be. */
  @Nullable Refusal unwanted(Node call, int callee, FunctionSummary summary, double frequency) {
    if (summary.usesMemory() && !(oneClass && calls.function(callee).aliasClassCount() == 1)) {
      return Refusal.ALIAS_CLASSES;
    }
    if (summary.returnsTwice()) {
      return Refusal.RETURNS_TWICE;
    }
    InlineRequest request = calls.function(callee).inlining();
    if (request == InlineRequest.NEVER) {
      return Refusal.REQUESTED;
    }
    int newFrame = frame + summary.frameBytes();
    boolean recursive = calls.component(callee) == calls.component(caller);
    if (calls.isRecursive(caller) && summary.frameBytes() > 0 && newFrame > RECURSIVE_FRAME) {
      return Refusal.FRAME;
    }
    boolean only = isOnlyCall(callee);
    if (!only && summary.frameBytes() > 0 && newFrame > LARGE_FRAME) {
      return Refusal.FRAME;
    }
    if (request == InlineRequest.ALWAYS && !recursive && size + summary.size() <= LARGEST) {
      return null;
    }
    int saved = savings(call, summary);
    int worth = summary.size() - Math.min(saved, 3 * summary.size() / 4);
    if (summary.size() <= Math.max(limits.small(), 2 + call.valueCount())) {
      return null;
    }
    if (recursive && summary.size() > limits.ordinary()) {
      return Refusal.RECURSIVE;
    }
    int limit;
    if (only) {
      limit = limits.only();
    } else if (frequency < COLD || !summary.returns()) {
      limit = limits.small();
    } else {
      // The word inline counts for as much as several calls.
      limit =
          frequency >= FREQUENT || request == InlineRequest.HINT
              ? limits.frequent()
              : limits.ordinary();
    }
    if (worth > limit) {
      return Refusal.SIZE;
    }
    if (size + summary.size() > (only ? LARGEST : Math.min(budget, LARGEST))) {
      return Refusal.BUDGET;
    }
    return null;
  }

  /** Whether the function goes once this call is inlined. */
  private boolean isOnlyCall(int callee) {
    return calls.callCount(callee) == 1
        && calls.function(callee).linkage() == Linkage.LOCAL
        && !calls.isRecursive(callee)
        && !calls.isReferred(callee);
  }

  private static int savings(Node call, FunctionSummary summary) {
    int saved = 0;
    for (int i = 0; i < summary.savings().length; i++) {
      Op argument = call.value(i).op();
      if (argument == Op.CONSTANT || argument == Op.SYMBOL || argument == Op.STACK_SLOT) {
        saved += summary.savings()[i];
      }
    }
    return saved;
  }

  /** Counts a callee that has been inlined. */
  void grown(FunctionSummary callee) {
    size += callee.size();
    frame += callee.frameBytes();
  }

  static boolean returnsTwice(Node call) {
    return call.attribute() instanceof CallDescriptor descriptor && descriptor.returnsTwice();
  }
}
