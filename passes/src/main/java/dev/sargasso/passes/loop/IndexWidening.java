package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.ConversionStamps;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBodies;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts in 64 bits where a 32-bit counter is extended to index memory: the phi and its step become
 * I64, and no extension is left in the loop. Whoever wants 32 bits reads the lower half, which
 * costs nothing.
 *
 * <p>A counter is a header phi that goes on with itself plus or minus what the loop does not
 * change. Sign extension of it is the wide counter if steps do not wrap, which they promise (or the
 * stamp of the phi shows); zero extension if the stamp, or an unsigned comparison on the way round,
 * shows that steps do not wrap either. Sums, differences, products and shifts of counters and what
 * the loop does not change, all without wrapping, are computed wide as well, so that {@link
 * StrengthReduction} finds them.
 *
 * <p>The lower half of the wide counter is the narrow one whether promises are kept or not; its
 * extension differs only where one is broken.
 */
final class IndexWidening {
  /** Operations between a counter and its extension. */
  private static final int MAX_DEPTH = 4;

  /** Nodes looked at for one counter. */
  private static final int MAX_SEARCH = 64;

  private final LoopBodies bodies;
  private final Graph graph;
  private final Predicate<Node> mayWiden;

  // Narrow phis of the header in work that have twins, those, and by what they extend.
  private Node[] narrow = new Node[8];
  private Node[] twins = new Node[8];
  private Op[] twinOps = new Op[8];
  private int twinCount;

  private int widened;

  private int loop;
  private Node header;

  private IndexWidening(LoopBodies bodies, Predicate<Node> mayWiden) {
    this.bodies = bodies;
    this.mayWiden = mayWiden;
    graph = bodies.controlFlow().graph();
    header = graph.start();
  }

  /**
   * Widens what pays, inner loops first. The graph must retain nodes without use meanwhile, and
   * wants a clean-up afterwards.
   *
   * @param mayWiden asked last, with the narrow counter
   * @return how many counters are wide now
   */
  static int run(LoopBodies bodies, Predicate<Node> mayWiden) {
    IndexWidening pass = new IndexWidening(bodies, mayWiden);
    ControlFlow controlFlow = bodies.controlFlow();
    LoopTree loops = controlFlow.loops();
    for (int loop = loops.count() - 1; loop >= 0; loop--) {
      if (bodies.hasForm(loop)) {
        pass.loop = loop;
        pass.header = controlFlow.head(loops.header(loop));
        pass.widenCounters();
      }
    }
    return pass.widened;
  }

  private void widenCounters() {
    Node[] phis = new Node[header.useCount()];
    int count = 0;
    for (int i = 0; i < phis.length; i++) {
      Node user = header.user(i);
      if (user.op() == Op.PHI && user.type() == Type.I32 && bodies.early(user) >= 0) {
        phis[count++] = user;
      }
    }
    for (int i = 0; i < count; i++) {
      if (phis[i].isAlive() && step(phis[i]) != null) {
        widen(phis[i]);
      }
    }
  }

  // ---------------------------------------------------------------- counters

  /**
   * What a phi of the header has added or subtracted in each round, or null if it is no counter.
   */
  private @Nullable Node step(Node phi) {
    Node next = phi.input(2);
    if (next.op() != Op.ADD && next.op() != Op.SUB) {
      return null;
    }
    if (next.value(0) == phi && isInvariant(next.value(1))) {
      return next.value(1);
    }
    return next.op() == Op.ADD && next.value(1) == phi && isInvariant(next.value(0))
        ? next.value(0)
        : null;
  }

  private boolean isInvariant(Node node) {
    return !bodies.isIn(loop, node);
  }

  private static IntegerStamp stamp(Node node) {
    if (node.isConstant()) {
      return IntegerStamp.constant(node.type().bits(), node.immediate());
    }
    return node.stamp() instanceof IntegerStamp known
        ? known
        : IntegerStamp.full(node.type().bits());
  }

  private static boolean promises(Node node) {
    return (node.immediate() & Op.NO_SIGNED_WRAP) != 0;
  }

  /** Whether what is known of the phi shows that a step never wraps as a signed number. */
  private boolean fitsSigned(Node phi, Node step) {
    long sign = phi.input(2).op() == Op.SUB ? -1 : 1;
    IntegerStamp known = stamp(phi);
    return step.isConstant()
        && known.minimum() + sign * step.immediate() >= Integer.MIN_VALUE
        && known.maximum() + sign * step.immediate() <= Integer.MAX_VALUE;
  }

  private boolean stepsSigned(Node phi) {
    Node step = step(phi);
    return step != null && (promises(phi.input(2)) || fitsSigned(phi, step));
  }

  /** Whether a step never wraps as an unsigned number. */
  private boolean stepsUnsigned(Node phi) {
    Node step = step(phi);
    if (step == null || !step.isConstant()) {
      return false;
    }
    long change = phi.input(2).op() == Op.SUB ? -step.immediate() : step.immediate();
    IntegerStamp known = stamp(phi);
    if (known.unsignedMinimum() + change >= 0 && known.unsignedMaximum() + change <= 0xFFFF_FFFFL) {
      return true;
    }
    return change == 1
        && stamp(phi.input(1)).unsignedMaximum() < 0xFFFF_FFFFL
        && comesRoundBelowSomething(phi.input(2));
  }

  /** Whether control comes round only where {@code next} is less, unsigned, than something else. */
  private boolean comesRoundBelowSomething(Node next) {
    Node round = header.input(1);
    if (round.op() != Op.PROJECTION || round.input(0).op() != Op.IF) {
      return false;
    }
    Node condition = round.input(0).value(0);
    return switch (condition.op()) {
      case ULT -> round.immediate() == 1 && condition.value(0) == next;
      case ULE -> round.immediate() == 0 && condition.value(1) == next;
      default -> false;
    };
  }

  // ---------------------------------------------------------------- widening

  private void widen(Node phi) {
    Node[] extensions = extensions(phi);
    if (extensions.length == 0) {
      return;
    }
    boolean signed = stepsSigned(phi);
    boolean unsigned = stepsUnsigned(phi);
    if (!signed && !unsigned) {
      return;
    }
    boolean asked = false;
    for (Node extension : extensions) {
      if (!extension.isAlive()) {
        continue;
      }
      // What is not negative is zero-extended by rule, though sign extension would do.
      boolean signExtends = signed && isSignExtension(extension);
      Op by = signExtends ? Op.SIGN_EXTEND : Op.ZERO_EXTEND;
      boolean possible = signExtends || (unsigned && extension.op() == Op.ZERO_EXTEND);
      if (!possible || !canWiden(extension.value(0), by, MAX_DEPTH)) {
        continue;
      }
      if (!asked && !mayWiden.test(phi)) {
        return;
      }
      asked = true;
      int from = graph.idLimit();
      graph.setPosition(extension.position());
      Node value = widen(extension.value(0), by);
      bodies.settle(from);
      graph.replace(extension, value);
    }
    graph.setPosition(0);
    if (asked) {
      readLowerHalves();
    }
  }

  private static boolean isSignExtension(Node extension) {
    return extension.op() == Op.SIGN_EXTEND || stamp(extension.value(0)).isNonNegative();
  }

  /** Extensions to I64 of the counter, and of sums and so on that it is part of, in the loop. */
  private Node[] extensions(Node phi) {
    Node[] found = new Node[8];
    int count = 0;
    Node[] queue = new Node[MAX_SEARCH];
    int end = 0;
    queue[end++] = phi;
    for (int at = 0; at < end; at++) {
      Node node = queue[at];
      for (int i = 0; i < node.useCount() && i < MAX_SEARCH; i++) {
        Node user = node.user(i);
        if (!bodies.isIn(loop, user) || user.control() != null) {
          continue;
        }
        switch (user.op()) {
          case SIGN_EXTEND, ZERO_EXTEND -> {
            if (user.type() == Type.I64) {
              if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
              }
              found[count++] = user;
            }
          }
          case ADD, SUB, MUL, SHL -> {
            if (end < MAX_SEARCH && !contains(queue, end, user)) {
              queue[end++] = user;
            }
          }
          default -> {}
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static boolean contains(Node[] nodes, int count, Node node) {
    for (int i = 0; i < count; i++) {
      if (nodes[i] == node) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@link #widen(Node, Op)} knows how to extend {@code node}. */
  private boolean canWiden(Node node, Op by, int depth) {
    if (isInvariant(node)) {
      return true;
    }
    if (node.op() == Op.PHI && node.input(0) == header) {
      int known = knownTwin(node);
      if (known >= 0 && twinOps[known] != by) {
        return false;
      }
      return by == Op.SIGN_EXTEND ? stepsSigned(node) : stepsUnsigned(node);
    }
    Node counter = counterOf(node);
    if (counter != null) {
      return canWiden(counter, by, depth);
    }
    if (depth == 0 || by == Op.ZERO_EXTEND || !promises(node)) {
      return false;
    }
    return switch (node.op()) {
      case ADD, SUB, MUL ->
          canWiden(node.value(0), by, depth - 1) && canWiden(node.value(1), by, depth - 1);
      case SHL -> node.value(1).isConstant() && canWiden(node.value(0), by, depth - 1);
      default -> false;
    };
  }

  /** The counter whose next value {@code node} is, or null. */
  private @Nullable Node counterOf(Node node) {
    if (node.op() != Op.ADD && node.op() != Op.SUB) {
      return null;
    }
    for (int i = 0; i < 2; i++) {
      Node phi = node.value(i);
      if (phi.op() == Op.PHI
          && phi.input(0) == header
          && phi.input(2) == node
          && phi.type() == Type.I32
          && step(phi) != null) {
        return phi;
      }
    }
    return null;
  }

  private Node widen(Node node, Op by) {
    if (isInvariant(node)) {
      return extend(node, by);
    }
    if (node.op() == Op.PHI) {
      return twin(node, by);
    }
    Node counter = counterOf(node);
    if (counter != null) {
      return twin(counter, by).input(2);
    }
    Node a = widen(node.value(0), by);
    if (node.op() == Op.SHL) {
      Node count = graph.constant(Type.I64, node.value(1).immediate() & 31);
      return graph.make(Op.SHL, Type.I64, Op.NO_SIGNED_WRAP, null, a, count);
    }
    return graph.make(node.op(), Type.I64, Op.NO_SIGNED_WRAP, null, a, widen(node.value(1), by));
  }

  private Node extend(Node node, Op by) {
    return graph.make(by, Type.I64, 0, null, node);
  }

  /** The place of the twin of {@code phi} among those of the header in work, or -1. */
  private int knownTwin(Node phi) {
    for (int i = 0; i < twinCount; i++) {
      if (narrow[i] == phi) {
        return i;
      }
    }
    return -1;
  }

  /** The wide counter beside a narrow one; made when first asked for. */
  private Node twin(Node phi, Op by) {
    int known = knownTwin(phi);
    if (known >= 0) {
      return twins[known];
    }
    Node next = phi.input(2);
    Node step = Objects.requireNonNull(step(phi));
    int position = graph.position();
    graph.setPosition(phi.position());
    Node first = extend(phi.input(1), by);
    Node twin = graph.makeRaw(Op.PHI, Type.I64, 0, null, header, first);
    if (by == Op.ZERO_EXTEND) {
      twin.setStamp(ConversionStamps.zeroExtend(stamp(phi), Type.I64.bits()));
    } else if (fitsSigned(phi, step)) {
      twin.setStamp(ConversionStamps.signExtend(stamp(phi), Type.I64.bits()));
    }
    graph.setPosition(next.position());
    // A step may be below zero also where the counter never is.
    Node wideStep = extend(step, Op.SIGN_EXTEND);
    graph.addInput(
        twin, graph.makeRaw(next.op(), Type.I64, Op.NO_SIGNED_WRAP, null, twin, wideStep));
    graph.setPosition(position);
    if (twinCount == twins.length) {
      narrow = Arrays.copyOf(narrow, 2 * twinCount);
      twins = Arrays.copyOf(twins, 2 * twinCount);
      twinOps = Arrays.copyOf(twinOps, 2 * twinCount);
    }
    narrow[twinCount] = phi;
    twinOps[twinCount] = by;
    twins[twinCount++] = twin;
    widened++;
    return twin;
  }

  /** Lets the narrow counters whose twins were made be the lower halves of those. */
  private void readLowerHalves() {
    for (int i = 0; i < twinCount; i++) {
      int from = graph.idLimit();
      Node next = narrow[i].input(2);
      Node low = graph.make(Op.TRUNCATE, Type.I32, 0, null, twins[i]);
      Node lowNext = graph.make(Op.TRUNCATE, Type.I32, 0, null, twins[i].input(2));
      bodies.settle(from);
      graph.replace(narrow[i], low);
      if (next.isAlive()) {
        graph.replace(next, lowNext);
      }
    }
    twinCount = 0;
  }
}
