package dev.sargasso.prove.encode;

import com.microsoft.z3.ArraySort;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.BoolSort;
import com.microsoft.z3.Expr;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.interpret.Evaluation;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes nodes on demand while one frame is in work, each once. */
final class Evaluator {
  private static final int MAX_COPY = 4096;

  private final Terms terms;
  private final Arithmetic arithmetic;
  private final NamedObjects objects;
  private final ControlFlow flow;
  private final ExecutedValues values;
  private final @Nullable Value[] known;
  private final @Nullable BoolExpr[] conditions;

  /** The ids of nodes that are known in this frame, to be forgotten with it. */
  private final int[] noted;

  private int notedCount;
  private final ArrayDeque<Node> stack = new ArrayDeque<>();
  private @Nullable Frame frame;

  Evaluator(
      Terms terms,
      Arithmetic arithmetic,
      NamedObjects objects,
      ControlFlow flow,
      ExecutedValues values) {
    this.terms = terms;
    this.arithmetic = arithmetic;
    this.objects = objects;
    this.flow = flow;
    this.values = values;
    int limit = flow.graph().idLimit();
    known = new Value[limit];
    conditions = new BoolExpr[limit];
    noted = new int[limit];
  }

  /** Begins a frame. */
  void enter(Frame next) {
    frame = next;
    while (notedCount > 0) {
      known[noted[--notedCount]] = null;
    }
  }

  private Frame frame() {
    return Objects.requireNonNull(frame);
  }

  /** Under which condition control has come to {@code token} in this frame. */
  void setCondition(Node token, BoolExpr condition) {
    conditions[token.id()] = condition;
  }

  BoolExpr condition(Node token) {
    return Objects.requireNonNull(conditions[token.id()]);
  }

  /** The last event so far. */
  Expr<BitVecSort> events() {
    return ((Value.Scalar) Objects.requireNonNull(frame().executed[0])).bits();
  }

  void setEvents(Expr<BitVecSort> event) {
    frame().executed[0] = new Value.Scalar(event, terms.no(), terms.no());
  }

  /** Notes what a node has been found to give. */
  void set(Node node, Value value) {
    if (known[node.id()] == null) {
      noted[notedCount++] = node.id();
    }
    known[node.id()] = value;
    if (ExecutedValues.isExecuted(node)) {
      frame().executed[values.number(node)] = value;
    }
  }

  Expr<BitVecSort> parameter(int number, Type type) {
    return terms.variable("parameter" + number, type.bits());
  }

  Value.Scalar scalar(Node node) throws NotEncodable {
    return (Value.Scalar) value(node);
  }

  /** What a node gives, here and now. */
  Value value(Node wanted) throws NotEncodable {
    Value ready = known(wanted);
    if (ready != null) {
      return ready;
    }
    stack.clear();
    stack.push(wanted);
    while (!stack.isEmpty()) {
      Node node = stack.element();
      if (known(node) != null) {
        stack.pop();
        continue;
      }
      boolean waits = false;
      for (int i = 0; i < node.inputCount(); i++) {
        Node input = node.inputOrNull(i);
        if (input != null && input.type() != Type.CTRL && known(input) == null) {
          stack.push(input);
          waits = true;
        }
      }
      if (!waits) {
        stack.pop();
        set(node, compute(node));
      }
    }
    return Objects.requireNonNull(known(wanted));
  }

  /** What is known of a node already, or was executed before. */
  private @Nullable Value known(Node node) {
    Value value = known[node.id()];
    if (value != null) {
      return value;
    }
    boolean isElsewhere =
        node.op() == Op.PHI
            || (ExecutedValues.isExecuted(node) && flow.blockOf(node) != frame().block);
    if (!isElsewhere) {
      return null;
    }
    Value executed = frame().executed[values.number(node)];
    if (executed == null) {
      throw new IllegalStateException(node + " is used where it was not executed");
    }
    return executed;
  }

  private Value compute(Node node) throws NotEncodable {
    return switch (node.op()) {
      case CONSTANT -> plain(terms.constant(node.type(), node.immediate()));
      case PARAMETER -> plain(parameter((int) node.immediate(), node.type()));
      case SYMBOL -> plain(objects.address((String) Objects.requireNonNull(node.attribute())));
      case STACK_SLOT ->
          plain(objects.address((StackSlot) Objects.requireNonNull(node.attribute())));
      case INITIAL_MEMORY -> MemoryState.initial(objects);
      case MEMORY_PART -> memory(node.input(0));
      case MEMORY_MERGE -> merge(node);
      case LOAD -> load(node);
      case VOLATILE_LOAD -> volatileLoad(node);
      case STORE -> store(node);
      case MEMORY_COPY -> copy(node);
      case MEMORY_FILL -> fill(node);
      case PROJECTION -> projection(node);
      case SELECT -> select(node);
      default -> pure(node);
    };
  }

  private Value.Scalar plain(Expr<BitVecSort> bits) {
    return new Value.Scalar(bits, terms.no(), terms.no());
  }

  private Value.Scalar at(Node node) {
    return (Value.Scalar) Objects.requireNonNull(known(node));
  }

  private MemoryState memory(Node node) {
    return (MemoryState) Objects.requireNonNull(known(node));
  }

  // ------------------------------------------------------------- arithmetic

  private Value select(Node node) {
    Value.Scalar chosen = at(node.value(0));
    Value.Scalar a = at(node.value(1));
    Value.Scalar b = at(node.value(2));
    BoolExpr yes = terms.isSet(chosen.bits());
    return new Value.Scalar(
        terms.choose(yes, a.bits(), b.bits()),
        terms.or(chosen.unspecified(), terms.choose(yes, a.unspecified(), b.unspecified())),
        terms.or(chosen.traps(), terms.or(a.traps(), b.traps())));
  }

  private Value pure(Node node) throws NotEncodable {
    if (!Evaluation.isEvaluable(node.op())) {
      throw new NotEncodable("operation " + node.op().text());
    }
    Value.Scalar a = at(node.value(0));
    Value.Scalar b = node.valueCount() > 1 ? at(node.value(1)) : a;
    Type operandType = node.value(0).type();
    BoolExpr unspecified = terms.or(a.unspecified(), b.unspecified());
    boolean promises = (node.immediate() & Op.NO_SIGNED_WRAP) != 0;
    switch (node.op()) {
      case ADD, SUB, MUL, NEG, SHL -> {
        if (promises) {
          unspecified =
              terms.or(unspecified, arithmetic.wraps(node.op(), node.type(), a.bits(), b.bits()));
        }
      }
      default -> {}
    }
    return new Value.Scalar(
        arithmetic.evaluate(node.op(), node.type(), operandType, a.bits(), b.bits(), b.bits()),
        unspecified,
        terms.or(
            terms.or(a.traps(), b.traps()),
            arithmetic.traps(node.op(), node.type(), a.bits(), b.bits())));
  }

  // ----------------------------------------------------------------- memory

  static boolean isVolatile(Node node) {
    return node.op() == Op.VOLATILE_LOAD
        || (node.op() == Op.STORE && Access.isVolatile(node.immediate()));
  }

  /** Whether the access of {@code node} through its value {@code i} leaves what it may touch. */
  BoolExpr leavesObject(Node node, int i, Expr<BitVecSort> address) {
    return objects.leavesObject(node.value(i), address, size(node));
  }

  private static int size(Node node) {
    return switch (node.op()) {
      case LOAD -> node.type().bytes();
      case STORE -> node.value(1).type().bytes();
      default -> Access.size(node.immediate());
    };
  }

  private int part(Node access, int i) {
    return objects.partOf(Access.aliasClass(access.immediate()), access.value(i));
  }

  private Value merge(Node node) {
    MemoryState result = memory(node.input(0));
    for (int i = 1; i < node.inputCount(); i++) {
      Node input = node.input(i);
      result = result.withClass(aliasClass(input), memory(input));
    }
    return result;
  }

  /** The alias class that a token is the state of. */
  private static int aliasClass(Node token) {
    return switch (token.op()) {
      case STORE, MEMORY_COPY, MEMORY_FILL -> Access.aliasClass(token.immediate());
      case PHI, MEMORY_PART, INITIAL_MEMORY -> (int) token.immediate();
      case PROJECTION ->
          token.input(0).op() == Op.VOLATILE_LOAD
              ? Access.aliasClass(token.input(0).immediate())
              : 0;
      default -> 0;
    };
  }

  private Expr<BitVecSort> plus(Expr<BitVecSort> address, int by) {
    return by == 0 ? address : terms.context().mkBVAdd(address, terms.bits(by, 64));
  }

  private Value.Scalar load(Node node) {
    Value.Scalar address = at(node.value(0));
    MemoryState memory = memory(node.memory());
    int part = part(node, 0);
    Value.Scalar read = read(memory, part, address.bits(), node.type().bytes());
    Expr<BitVecSort> bits = node.type() == Type.I1 ? terms.extract(read.bits(), 0, 1) : read.bits();
    return new Value.Scalar(
        bits,
        terms.or(
            terms.or(address.unspecified(), leavesObject(node, 0, address.bits())),
            read.unspecified()),
        address.traps());
  }

  private Value.Scalar read(MemoryState memory, int part, Expr<BitVecSort> address, int size) {
    Expr<ArraySort<BitVecSort, BitVecSort>> bytes = memory.bytes(part);
    Expr<BitVecSort> bits = terms.context().mkSelect(bytes, address);
    BoolExpr unspecified = terms.no();
    for (int i = 1; i < size; i++) {
      bits = terms.context().mkConcat(terms.context().mkSelect(bytes, plus(address, i)), bits);
    }
    if (!memory.isSpecified(part)) {
      for (int i = 0; i < size; i++) {
        unspecified = terms.or(unspecified, unspecifiedAt(memory, part, plus(address, i)));
      }
    }
    return new Value.Scalar(terms.simplified(bits), unspecified, terms.no());
  }

  private BoolExpr unspecifiedAt(MemoryState memory, int part, Expr<BitVecSort> address) {
    return terms.simplified(
        (BoolExpr)
            terms.context().<BitVecSort, BoolSort>mkSelect(memory.unspecified(part), address));
  }

  private MemoryState write(
      MemoryState memory, int part, Expr<BitVecSort> address, Value.Scalar value, int size) {
    Expr<ArraySort<BitVecSort, BitVecSort>> bytes = memory.bytes(part);
    Expr<ArraySort<BitVecSort, BoolSort>> unspecified = memory.unspecified(part);
    boolean tracks = !memory.isSpecified(part) || !value.unspecified().equals(terms.no());
    for (int i = 0; i < size; i++) {
      Expr<BitVecSort> to = plus(address, i);
      bytes =
          terms
              .context()
              .mkStore(bytes, to, terms.simplified(terms.extract(value.bits(), 8 * i, 8)));
      if (tracks) {
        unspecified = terms.context().mkStore(unspecified, to, value.unspecified());
      }
    }
    return memory.with(part, bytes, tracks ? unspecified : null);
  }

  private Value store(Node node) {
    Value.Scalar address = at(node.value(0));
    Value.Scalar value = at(node.value(1));
    if (isVolatile(node)) {
      setEvents(
          terms.apply(
              "volatile-store-" + node.value(1).type().text(),
              64,
              events(),
              address.bits(),
              value.bits()));
    }
    Value.Scalar whole =
        node.value(1).type() == Type.I1
            ? new Value.Scalar(
                terms.zeroExtend(value.bits(), 8), value.unspecified(), value.traps())
            : value;
    return write(
        memory(node.memory()), part(node, 0), address.bits(), whole, node.value(1).type().bytes());
  }

  private Value fill(Node node) throws NotEncodable {
    checkSize(node);
    Value.Scalar address = at(node.value(0));
    Value.Scalar value = at(node.value(1));
    MemoryState memory = memory(node.memory());
    int part = part(node, 0);
    for (int i = 0; i < size(node); i++) {
      memory = write(memory, part, plus(address.bits(), i), value, 1);
    }
    return memory;
  }

  private Value copy(Node node) throws NotEncodable {
    checkSize(node);
    Value.Scalar target = at(node.value(0));
    Value.Scalar source = at(node.value(1));
    MemoryState before = memory(node.memory());
    MemoryState memory = before;
    int to = part(node, 0);
    int from = part(node, 1);
    for (int i = 0; i < size(node); i++) {
      Value.Scalar read = read(before, from, plus(source.bits(), i), 1);
      memory = write(memory, to, plus(target.bits(), i), read, 1);
    }
    return memory;
  }

  private static void checkSize(Node node) throws NotEncodable {
    if (size(node) > MAX_COPY) {
      throw new NotEncodable("a copy or fill of more than " + MAX_COPY + " bytes");
    }
  }

  private Value volatileLoad(Node node) {
    Value.Scalar address = at(node.value(0));
    Expr<BitVecSort> event =
        terms.apply("volatile-load-" + size(node), 64, events(), address.bits());
    setEvents(event);
    return new Value.Scalar(
        terms.apply("volatile-value-" + size(node), 8 * size(node), event),
        address.unspecified(),
        address.traps());
  }

  private Value projection(Node node) throws NotEncodable {
    Node tuple = node.input(0);
    if (tuple.op() != Op.VOLATILE_LOAD) {
      throw new NotEncodable("a result of " + tuple.op().text());
    }
    if (node.immediate() == 0) {
      return memory(tuple.memory());
    }
    Value.Scalar read = at(tuple);
    return node.type() == Type.I1
        ? new Value.Scalar(terms.extract(read.bits(), 0, 1), read.unspecified(), read.traps())
        : read;
  }
}
