package dev.sargasso.passes.constants;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.FloatStamp;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.simplify.StampInference;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The fixed point: which control tokens are reached, and what each value can be.
 *
 * <p>The stamps are those of the nodes themselves, so that the transfer functions of {@link
 * StampInference} apply as they stand. A node that has no value yet, since nothing that it needs
 * has been reached, is not marked as evaluated, and its stamp means nothing. Of floating-point
 * values the lattice also has single constants.
 *
 * <p>A phi is not evaluated as a whole: each edge that is reached, and each input of a reached edge
 * that changes, is met into it alone, which costs constant time. Every value changes a bounded
 * number of times ({@link Widening}), so all is linear in the edges of the graph.
 */
final class Propagation {
  private final Graph graph;
  private final Widening widening;
  private final @Nullable SplittableRandom random;

  private final @Nullable Refinement refinement;

  /** Bits by id: control that is reached, values that are evaluated, nodes in the ring. */
  private final long[] reached;

  private final long[] evaluated;
  private final long[] queued;

  /** By id: the constant that a floating-point value is. Made when there is a first one. */
  private @Nullable Node @Nullable [] floats;

  private long visits;
  private int[] ring = new int[64];
  private int head;
  private int count;

  /**
   * @param chaosSeed 0 for the usual order, else nodes are taken at random
   * @param refinement what conditions add, or null
   */
  Propagation(Graph graph, long chaosSeed, @Nullable Refinement refinement) {
    this.graph = graph;
    this.refinement = refinement;
    widening = new Widening(graph);
    random = chaosSeed == 0 ? null : new SplittableRandom(chaosSeed);
    int words = (graph.idLimit() >> 6) + 1;
    reached = new long[words];
    evaluated = new long[words];
    queued = new long[words];
  }

  /** Runs to the fixed point. */
  void run() {
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node != null && isSource(node)) {
        set(evaluated, node);
        if (node.isConstant() && node.type().isFloat()) {
          setFloat(node, node);
        }
        pushUsers(node);
      }
    }
    reach(graph.start());
    while (count > 0) {
      Node node = graph.node(take());
      if (node != null) {
        visits++;
        visit(node);
      }
    }
  }

  /** How many nodes were looked at. */
  long visits() {
    return visits;
  }

  /** Whether control can come to {@code token}. */
  boolean isReached(Node token) {
    return isSet(reached, token);
  }

  /** Whether {@code node} was there before the analysis and has a value. */
  boolean isEvaluated(Node node) {
    return isSet(evaluated, node);
  }

  /** The constant that a floating-point value always is, or null. */
  @Nullable Node floatConstant(Node node) {
    @Nullable Node[] table = floats;
    return table == null || node.id() >= table.length ? null : table[node.id()];
  }

  /** What has a value however control goes. */
  private static boolean isSource(Node node) {
    return node.type().isValue()
        && switch (node.op()) {
          case CONSTANT, SYMBOL, STACK_SLOT, LOAD -> true;
          default -> false;
        };
  }

  // -------------------------------------------------------------------- ring

  private void push(Node node) {
    int id = node.id();
    if ((id >> 6) >= queued.length || isSet(queued, node)) {
      return;
    }
    set(queued, node);
    if (count == ring.length) {
      int[] larger = new int[2 * count];
      for (int i = 0; i < count; i++) {
        larger[i] = ring[(head + i) & (count - 1)];
      }
      ring = larger;
      head = 0;
    }
    ring[(head + count++) & (ring.length - 1)] = id;
  }

  private int take() {
    int mask = ring.length - 1;
    if (random != null) {
      int other = (head + random.nextInt(count)) & mask;
      int id = ring[other];
      ring[other] = ring[head];
      ring[head] = id;
    }
    int id = ring[head];
    head = (head + 1) & mask;
    count--;
    queued[id >> 6] &= ~(1L << id);
    return id;
  }

  private static boolean isSet(long[] bits, Node node) {
    int word = node.id() >> 6;
    return word < bits.length && (bits[word] & 1L << node.id()) != 0;
  }

  private static void set(long[] bits, Node node) {
    bits[node.id() >> 6] |= 1L << node.id();
  }

  private void pushUsers(Node node) {
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (user.op() == Op.PHI) {
        int slot = node.userSlot(i);
        if (slot > 0 && isReached(user.input(0).input(slot - 1))) {
          meetInto(user, node);
        }
      } else if (user.type() != Type.MEM) {
        push(user);
      }
    }
    if (refinement != null) {
      for (int i = refinement.firstDependent(node); i >= 0; i = refinement.nextDependent(i)) {
        Node phi = refinement.dependent(i);
        if (isReached(phi.input(0).input(0))) {
          meetInto(phi, phi.input(1));
        }
      }
    }
  }

  // ----------------------------------------------------------------- control

  private void reach(Node token) {
    if (isReached(token)) {
      return;
    }
    set(reached, token);
    for (int i = 0; i < token.useCount(); i++) {
      Node user = token.user(i);
      if (user.op().isRegion()) {
        if (!isReached(user)) {
          push(user);
        }
        enter(user, token.userSlot(i));
      } else if (user.op().isPinned() && user.op() != Op.PHI && user.type() != Type.MEM) {
        push(user);
      }
    }
  }

  /** Control can come by this edge: phis get what it brings. */
  private void enter(Node region, int edge) {
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.PHI && user.type().isValue() && region.userSlot(i) == 0) {
        meetInto(user, user.input(edge + 1));
      }
    }
  }

  private void visit(Node node) {
    switch (node.op()) {
      case REGION, LOOP -> reach(node);
      case IF -> {
        Node condition = node.value(0);
        if (isReached(node.input(0)) && isEvaluated(condition)) {
          set(reached, node);
          IntegerStamp truth = integer(condition);
          for (int i = 0; i < node.useCount(); i++) {
            Node arm = node.user(i);
            if (truth.contains(arm.immediate())) {
              reach(arm);
            }
          }
        }
      }
      case SWITCH -> {
        if (isReached(node.input(0)) && isEvaluated(node.value(0))) {
          set(reached, node);
          multiway(node);
        }
      }
      case GUARD -> {
        if (isReached(node.input(0)) && isEvaluated(node.value(0))) {
          reach(node);
        }
      }
      case CALL, NEVER, VOLATILE_LOAD -> {
        if (isReached(node.input(0))) {
          reach(node);
        }
      }
      case PROJECTION -> projection(node);
      case PARAMETER -> hasValue(node);
      case PHI -> pushUsers(node);
      case LOAD, CONSTANT, SYMBOL, STACK_SLOT -> {}
      default -> {
        if (node.type().isValue() && node.op().isFloating()) {
          evaluate(node);
        }
      }
    }
  }

  private void projection(Node node) {
    Op op = node.input(0).op();
    if (op == Op.IF || op == Op.SWITCH || !isReached(node.input(0))) {
      return;
    }
    if (node.type() == Type.CTRL) {
      reach(node);
    } else {
      hasValue(node);
    }
  }

  /** A value of which nothing more will become known than is. */
  private void hasValue(Node node) {
    if (node.type().isValue() && !isEvaluated(node)) {
      set(evaluated, node);
      pushUsers(node);
    }
  }

  private void multiway(Node node) {
    boolean[] live = SwitchArms.live(node, integer(node.value(0)));
    for (int i = 0; i < node.useCount(); i++) {
      if (live[(int) node.user(i).immediate()]) {
        reach(node.user(i));
      }
    }
  }

  // ------------------------------------------------------------------ values

  private void evaluate(Node node) {
    Op op = node.op();
    int first = op.firstValue();
    int inputs = node.inputCount() - first;
    boolean constant = inputs > 0 && inputs <= 3 && Evaluation.isEvaluable(op);
    boolean choice = op == Op.SELECT;
    for (int i = 0; i < inputs; i++) {
      Node input = node.input(first + i);
      if (!isEvaluated(input)) {
        if (choice && i > 0 && !mayBeChosen(node, i)) {
          continue;
        }
        return;
      }
      constant &= isConstant(input);
    }
    if (constant && fold(node)) {
      return;
    }
    update(node, choice ? select(node) : StampInference.infer(node), null);
  }

  private static boolean mayBeChosen(Node select, int input) {
    return integer(select.value(0)).contains(input == 1 ? 1 : 0);
  }

  private @Nullable Stamp select(Node node) {
    boolean first = mayBeChosen(node, 1);
    Node a = node.value(first ? 1 : 2);
    Stamp stamp = stampOf(a);
    if (first && mayBeChosen(node, 2) && stamp != null) {
      Stamp other = stampOf(node.value(2));
      stamp = other == null ? null : stamp.meet(other);
    }
    return stamp;
  }

  private boolean isConstant(Node node) {
    return node.type().isFloat()
        ? floatConstant(node) != null
        : node.isConstant() || constantStamp(node);
  }

  private static boolean constantStamp(Node node) {
    return (node.stamp() instanceof IntegerStamp known && known.isConstant())
        || node.stamp() == PointerStamp.NULL;
  }

  private long constantOf(Node node) {
    if (node.type().isFloat()) {
      return Objects.requireNonNull(floatConstant(node)).immediate();
    }
    return node.isConstant()
        ? node.immediate()
        : node.stamp() instanceof IntegerStamp known ? node.type().canonical(known.minimum()) : 0;
  }

  /** Computes a node of constants; false if it traps. */
  private boolean fold(Node node) {
    Node a = node.value(0);
    Node b = node.valueCount() > 1 ? node.value(1) : a;
    Node c = node.valueCount() > 2 ? node.value(2) : a;
    Type operandType = node.op() == Op.SELECT ? b.type() : a.type();
    if (Evaluation.traps(node.op(), operandType, constantOf(a), constantOf(b))) {
      return false;
    }
    long value =
        Evaluation.evaluate(
            node.op(), node.type(), operandType, constantOf(a), constantOf(b), constantOf(c));
    Type type = node.type();
    if (type.isFloat()) {
      Node constant = graph.constant(type, value);
      update(node, stampOfFloat(constant), constant);
    } else if (type == Type.PTR) {
      update(node, value == 0 ? PointerStamp.NULL : PointerStamp.NON_NULL, null);
    } else {
      update(node, IntegerStamp.constant(type.bits(), value), null);
    }
    return true;
  }

  private void meetInto(Node phi, Node input) {
    if (!phi.type().isValue() || !isEvaluated(input)) {
      return;
    }
    Stamp stamp = stampOf(input);
    if (refinement != null && refinement.refines(phi)) {
      stamp = refinement.refined(phi, stamp);
      if (stamp != null && stamp.isEmpty()) {
        return;
      }
    }
    update(phi, stamp, floatConstant(input));
  }

  /** Takes into account that {@code node} may be in {@code stamp} or, of a float, a constant. */
  private void update(Node node, @Nullable Stamp stamp, @Nullable Node constant) {
    if (!isEvaluated(node)) {
      set(evaluated, node);
      node.setStamp(stamp == null || stamp.isFull() ? null : stamp);
      if (constant != null) {
        setFloat(node, constant);
      }
      tellUsers(node);
      return;
    }
    boolean changed = false;
    Node known = floatConstant(node);
    if (known != null && known != constant) {
      setFloat(node, null);
      changed = true;
    }
    Stamp before = node.stamp();
    if (before != null) {
      Stamp now = stamp == null ? Stamp.full(node.type()) : before.meet(stamp);
      if (!now.equals(before)) {
        now = widening.widen(node, before, now);
        node.setStamp(now.isFull() ? null : now);
        changed = true;
      }
    }
    if (changed) {
      tellUsers(node);
    }
  }

  /** At once, but for phis, which are met into each other and would so go deep. */
  private void tellUsers(Node node) {
    if (node.op() == Op.PHI) {
      push(node);
    } else {
      pushUsers(node);
    }
  }

  private void setFloat(Node node, @Nullable Node constant) {
    @Nullable Node[] table = floats;
    if (table == null) {
      table = new Node[Math.max(graph.idLimit(), node.id() + 1)];
    } else if (node.id() >= table.length) {
      table = Arrays.copyOf(table, Math.max(2 * table.length, node.id() + 1));
    }
    table[node.id()] = constant;
    floats = table;
  }

  private static IntegerStamp integer(Node node) {
    return node.isConstant()
        ? IntegerStamp.constant(node.type().bits(), node.immediate())
        : node.stamp() instanceof IntegerStamp known
            ? known
            : IntegerStamp.full(node.type().bits());
  }

  private static @Nullable Stamp stampOf(Node node) {
    if (!node.isConstant()) {
      return node.stamp();
    }
    return switch (node.type()) {
      case I1, I8, I16, I32, I64 -> integer(node);
      case PTR -> node.immediate() == 0 ? PointerStamp.NULL : PointerStamp.NON_NULL;
      case F32, F64 -> stampOfFloat(node);
      case V128, CTRL, MEM, TUPLE -> null;
    };
  }

  private static Stamp stampOfFloat(Node constant) {
    boolean isNan =
        constant.type() == Type.F64
            ? Double.isNaN(Double.longBitsToDouble(constant.immediate()))
            : Float.isNaN(Float.intBitsToFloat((int) constant.immediate()));
    return new FloatStamp(constant.type(), !isNan, isNan);
  }
}
