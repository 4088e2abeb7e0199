package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program from its unscheduled graphs: control is followed block by block, what is pinned is
 * executed when control passes it, and everything else is computed when something asks for it. This
 * defines what a graph means; no schedule is involved. Globals keep their contents from one {@link
 * #run} to the next.
 *
 * <p>It also checks on the way: a load that asks for a state of memory that has been replaced, or a
 * value that was never executed, ends in a {@link TrapKind#BROKEN} trap.
 */
public final class SeaInterpreter {
  private static final int MAX_NESTED_CALLBACKS = 64;

  private static final long MAX_LIVE_VALUES = 1 << 24;

  private final Image image;
  private final Limits limits;
  private final SeaEvaluator evaluator;

  /** Functions made ready, by callee number. */
  private @Nullable SeaFunction[] functions = new SeaFunction[16];

  /** Frames of returned calls to be used again, by callee number. */
  private @Nullable List<SeaFrame>[] spares;

  private SeaFrame[] frames = new SeaFrame[16];
  private int depth;
  private long stackTop;
  private int nestedCallbacks;

  /** Nodes of all activations, so that deep recursion ends in a trap and not in want of memory. */
  private long liveValues;

  /** Values that go along an edge into phis, before any phi has changed. */
  private long[] incoming = new long[16];

  private long[] incomingUpper = new long[16];

  /** A program ready to run. */
  public SeaInterpreter(Program program, Externals externals, Limits limits) {
    image = new Image(program, externals, limits);
    this.limits = limits;
    evaluator = new SeaEvaluator(image);
    stackTop = image.memory().stackEnd();
    spares = newLists(16);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static @Nullable List<SeaFrame>[] newLists(int length) {
    return (List<SeaFrame>[]) new List[length];
  }

  /** The memory, to prepare arguments in and look at results. */
  public Memory memory() {
    return image.memory();
  }

  /** The address of a symbol, or 0 if nothing has that name. */
  public long addressOf(String symbol) {
    return image.isDefined(symbol) ? image.addressOf(symbol) : 0;
  }

  /** Nodes executed so far, over all runs. */
  public long steps() {
    return evaluator.steps;
  }

  /**
   * Calls a function of the program.
   *
   * @param arguments canonical, one for each parameter
   * @throws IllegalArgumentException if there is no such function, or arguments are missing
   */
  public Outcome run(String function, long... arguments) {
    int callee = image.calleeNumber(function);
    Function target = callee < 0 ? null : image.callee(callee).function();
    if (target == null) {
      throw new IllegalArgumentException("there is no function '" + function + "'");
    }
    if (arguments.length < target.signature().parameters().size()) {
      throw new IllegalArgumentException(target + " needs more arguments");
    }
    try {
      return new Outcome.Returned(call(callee, arguments.clone()));
    } catch (Stop.Exit exit) {
      return new Outcome.Exited(exit.status);
    } catch (Stop.Trapped trapped) {
      return new Outcome.Trapped(trapped.trap);
    } catch (Stop.Fault fault) {
      return new Outcome.Trapped(new Trap(fault.kind, fault.detail, function, -1, 0, fault.text));
    } finally {
      evaluator.clear();
      depth = 0;
      liveValues = 0;
      nestedCallbacks = 0;
      stackTop = image.memory().stackEnd();
    }
  }

  // ------------------------------------------------------------------- calls

  private SeaFunction prepared(int callee) {
    if (callee >= functions.length) {
      int capacity = Math.max(callee + 1, 2 * functions.length);
      functions = Arrays.copyOf(functions, capacity);
      spares = Arrays.copyOf(spares, capacity);
    }
    SeaFunction code = functions[callee];
    if (code == null) {
      code = new SeaFunction(callee, Objects.requireNonNull(image.callee(callee).function()));
      functions[callee] = code;
      spares[callee] = new ArrayList<>();
    }
    return code;
  }

  private void enter(int callee, long[] arguments) {
    SeaFunction code = prepared(callee);
    if (depth >= limits.callDepth()) {
      throw new Stop.Fault(
          TrapKind.STACK_OVERFLOW, 0, "more than " + limits.callDepth() + " nested calls");
    }
    if (liveValues > MAX_LIVE_VALUES) {
      throw new Stop.Fault(TrapKind.STACK_OVERFLOW, 0, "too many nested calls of this size");
    }
    liveValues += code.count;
    Signature signature = code.function.signature();
    if (arguments.length < signature.parameters().size()) {
      throw new Stop.Fault(
          TrapKind.BAD_CALL,
          0,
          code.function + " is called with " + arguments.length + " arguments");
    }
    long base = code.layout.below(stackTop, image.memory().stackBase());
    code.layout.copyArguments(image.memory(), signature, base, arguments);
    List<SeaFrame> spare = Objects.requireNonNull(spares[callee]);
    SeaFrame frame = spare.isEmpty() ? new SeaFrame(code) : spare.removeLast();
    frame.reset(arguments, base, stackTop);
    stackTop = base;
    if (depth == frames.length) {
      frames = Arrays.copyOf(frames, 2 * depth);
    }
    frames[depth++] = frame;
    evaluator.resetBlock(frame);
  }

  private void leave(SeaFrame frame) {
    depth--;
    liveValues -= frame.code.count;
    stackTop = frame.top;
    Objects.requireNonNull(spares[frame.code.number]).add(frame);
  }

  /** Runs a function until it returns. */
  private long[] call(int callee, long[] arguments) {
    int bottom = depth;
    enter(callee, arguments);
    while (true) {
      SeaFrame frame = frames[depth - 1];
      long[] results = proceed(frame);
      if (results == null) {
        continue;
      }
      leave(frame);
      if (depth == bottom) {
        return results;
      }
      returned(frames[depth - 1], results);
    }
  }

  private long[] callBack(long address, long[] arguments) {
    int callee = image.calleeAt(address);
    Function function = callee < 0 ? null : image.callee(callee).function();
    if (function == null) {
      throw new Stop.Fault(TrapKind.BAD_CALL, address, "call of 0x" + Long.toHexString(address));
    }
    if (nestedCallbacks == MAX_NESTED_CALLBACKS) {
      throw new Stop.Fault(TrapKind.STACK_OVERFLOW, 0, "too many nested callbacks");
    }
    nestedCallbacks++;
    long[] results = call(callee, arguments);
    nestedCallbacks--;
    return results;
  }

  // ----------------------------------------------------------------- control

  /** Goes on until the function returns (its results) or another frame is on top (null). */
  private long @Nullable [] proceed(SeaFrame frame) {
    while (true) {
      SeaFunction.Block block = frame.code.blocks[frame.block];
      if (frame.passed == block.chain.length) {
        // No terminator: control runs on into a region.
        enterRegion(frame);
        continue;
      }
      Node node = block.chain[frame.passed];
      switch (node.op()) {
        case GUARD -> {
          if (evaluator.value(frame, node.value(0).id()) == 0) {
            throw stop(frame, node, TrapKind.GUARD, node.immediate(), "a guard does not hold");
          }
          frame.passed++;
        }
        case CALL -> {
          if (beginCall(frame, node)) {
            return null;
          }
        }
        case RETURN -> {
          finishBlock(frame);
          long[] results = new long[node.valueCount()];
          for (int i = 0; i < results.length; i++) {
            results[i] = evaluator.value(frame, node.value(i).id());
          }
          return results;
        }
        case IF -> {
          long condition = evaluator.value(frame, node.value(0).id());
          branch(frame, condition != 0 ? 1 : 0);
        }
        case SWITCH -> {
          SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
          branch(frame, table.select(evaluator.value(frame, node.value(0).id())));
        }
        case NEVER -> branch(frame, 0);
        case TRAP ->
            throw stop(
                frame, node, TrapKind.TRAP, node.immediate(), "trap code " + node.immediate());
        case UNREACHABLE ->
            throw stop(
                frame, node, TrapKind.UNREACHABLE, 0, "control came to an unreachable place");
        default -> throw new IllegalStateException(node + " is no control");
      }
    }
  }

  private static Stop stop(SeaFrame frame, Node node, TrapKind kind, long detail, String text) {
    return SeaEvaluator.trap(frame, node, new Stop.Fault(kind, detail, text));
  }

  /** Executes what the block still has to execute. */
  private void finishBlock(SeaFrame frame) {
    for (int effect : frame.code.blocks[frame.block].effects) {
      evaluator.demand(frame, effect);
    }
    evaluator.steps++;
    if (evaluator.steps > limits.steps()) {
      throw new Stop.Fault(
          TrapKind.STEP_LIMIT, 0, "more than " + limits.steps() + " nodes executed");
    }
  }

  private void branch(SeaFrame frame, int successor) {
    finishBlock(frame);
    frame.block = frame.code.flow.successor(frame.block, successor);
    frame.passed = 0;
    evaluator.resetBlock(frame);
  }

  /** Takes the edge to a region: all its phis change at once. */
  private void enterRegion(SeaFrame frame) {
    finishBlock(frame);
    int edge = frame.code.flow.predecessorIndex(frame.block, 0);
    int target = frame.code.flow.successor(frame.block, 0);
    SeaFunction.Block block = frame.code.blocks[target];
    int count = block.phis.length;
    if (count > incoming.length) {
      incoming = new long[2 * count];
      incomingUpper = new long[2 * count];
    }
    for (int i = 0; i < count; i++) {
      int input = block.phis[i].input(edge + 1).id();
      incoming[i] = evaluator.value(frame, input);
      incomingUpper[i] = SeaEvaluator.upper(frame, input);
    }
    for (SeaFunction.TokenPhi phi : block.tokenPhis) {
      evaluator.demandLoads(frame, phi.inputs()[edge]);
    }
    for (SeaFunction.TokenPhi phi : block.tokenPhis) {
      evaluator.replace(frame, phi.inputs()[edge]);
    }
    frame.block = target;
    frame.passed = 0;
    evaluator.resetBlock(frame);
    for (int i = 0; i < count; i++) {
      evaluator.set(frame, block.phis[i].id(), incoming[i], incomingUpper[i]);
    }
    for (SeaFunction.TokenPhi phi : block.tokenPhis) {
      evaluator.define(frame, phi.token(), frame.code.tokens.aliasClass(phi.token()));
    }
  }

  // ---------------------------------------------------------- calls of calls

  /** Calls; whether there is a new frame on top. */
  private boolean beginCall(SeaFrame frame, Node node) {
    SeaCallSite site = Objects.requireNonNull(frame.code.sites[node.id()]);
    // The memory input: stores of this block that the callee may see.
    evaluator.demandState(frame, site);
    long[] arguments = new long[site.arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = evaluator.value(frame, site.arguments[i]);
    }
    int callee = callee(frame, node, site);
    for (int token : frame.current) {
      evaluator.demandLoads(frame, token);
    }
    evaluator.steps++;
    Image.Callee target = image.callee(callee);
    try {
      if (target.function() != null) {
        enter(
            callee,
            RestArguments.arrange(
                target.function().signature(),
                site.descriptor.signature(),
                site.argumentTypes,
                arguments,
                image.memory()));
        return true;
      }
      Externals.External external = Objects.requireNonNull(target.external());
      long result =
          external.call(
              new ExternalCall(
                  image.memory(),
                  this::callBack,
                  site.argumentTypes,
                  arguments,
                  site.descriptor.signature().parameters().size()));
      List<Type> types = site.descriptor.signature().results();
      returned(
          frame, types.isEmpty() ? new long[0] : new long[] {types.getFirst().canonical(result)});
      return false;
    } catch (Stop.Fault fault) {
      throw SeaEvaluator.trap(frame, node, fault);
    }
  }

  private int callee(SeaFrame frame, Node node, SeaCallSite site) {
    if (site.address >= 0) {
      long address = evaluator.value(frame, site.address);
      int callee = image.calleeAt(address);
      if (callee < 0) {
        throw stop(
            frame,
            node,
            TrapKind.BAD_CALL,
            address,
            "call of 0x" + Long.toHexString(address) + ", which is no function");
      }
      return callee;
    }
    String symbol = Objects.requireNonNull(site.descriptor.symbol());
    if (site.callee == -2) {
      site.callee = image.calleeNumber(symbol);
    }
    if (site.callee < 0) {
      throw stop(frame, node, TrapKind.UNKNOWN_SYMBOL, 0, "no definition of " + symbol);
    }
    return site.callee;
  }

  /** Goes on behind the call at which a frame stands. */
  private void returned(SeaFrame frame, long[] results) {
    Node node = frame.code.blocks[frame.block].chain[frame.passed];
    if (node.op() != Op.CALL) {
      throw new IllegalStateException("return to " + node);
    }
    SeaCallSite site = Objects.requireNonNull(frame.code.sites[node.id()]);
    frame.passed++;
    for (int token : frame.current) {
      evaluator.replace(frame, token);
    }
    for (int k = 0; k < site.tokens.length; k++) {
      evaluator.define(frame, site.tokens[k], k);
    }
    for (int i = 0; i < site.results.length; i++) {
      if (site.results[i] >= 0) {
        if (i >= results.length) {
          throw stop(frame, node, TrapKind.BAD_CALL, 0, "the callee gives fewer results");
        }
        evaluator.set(frame, site.results[i], results[i]);
      }
    }
  }
}
