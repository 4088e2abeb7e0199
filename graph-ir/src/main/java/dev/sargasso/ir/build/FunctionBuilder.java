package dev.sargasso.ir.build;

import dev.sargasso.ir.cfg.FlowGraph;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.ConstructionCounts;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the graph of one function, operation by operation in program order.
 *
 * <p>Blocks and variables are small integers. A block is <em>sealed</em> once all jumps to it have
 * been made; seal early, it saves phis. After a terminator there is no current block until {@link
 * #setBlock}; operations emitted meanwhile are accepted and vanish. {@link #finish} completes the
 * graph; the builder is then used up. Nodes returned earlier may since have been replaced (a phi
 * that turned out trivial); every method resolves its arguments.
 */
public final class FunctionBuilder {
  private final Function function;
  private final Graph graph;
  private final Variables variables;
  private final long begun = System.nanoTime();
  private final Blocks blocks = new Blocks();
  private int current;

  /** The latest control token of the current block. */
  private Node control;

  private boolean terminated;
  private boolean finished;

  /** Whether a jump led to a block that had been entered before: perhaps a loop. */
  private boolean hasRetreat;

  /** Starts in the entry block, which is sealed; variables become values as Braun et al. do it. */
  public FunctionBuilder(Function function) {
    this(function, SsaConstruction.BRAUN);
  }

  /**
   * Starts in the entry block, which is sealed.
   *
   * @param construction how variables become values
   */
  public FunctionBuilder(Function function, SsaConstruction construction) {
    this.function = function;
    this.graph = function.graph();
    graph.setRetaining(true);
    this.variables =
        construction == SsaConstruction.BRAUN
            ? new OnDemandVariables(graph, blocks)
            : new FrontierVariables(graph, blocks, construction);
    control = graph.start();
    current = blocks.add();
    blocks.setHead(current, control);
    blocks.seal(current);
    for (int i = 0; i < function.aliasClassCount(); i++) {
      writeMemory(i, graph.make(Op.INITIAL_MEMORY, Type.MEM, i, null, graph.start()));
    }
  }

  /** The function in work. */
  public Function function() {
    return function;
  }

  /** Its graph; pure nodes may be made there directly. */
  public Graph graph() {
    return graph;
  }

  // ------------------------------------------------------- positions, values

  /** Sets the source position of what follows, see {@code Position}. */
  public void setPosition(int position) {
    graph.setPosition(position);
  }

  /** Parameter number {@code index}. */
  public Node parameter(int index) {
    Type type = function.signature().parameters().get(index).type();
    return graph.make(Op.PARAMETER, type, index, null, graph.start());
  }

  /** An integer or pointer constant. */
  public Node constant(Type type, long value) {
    return graph.constant(type, value);
  }

  /** A pure operation on one value. */
  public Node unary(Op op, Type type, Node a) {
    return graph.make(op, type, 0, null, a);
  }

  /** A pure operation on two values. */
  public Node binary(Op op, Type type, Node a, Node b) {
    return graph.make(op, type, 0, null, a, b);
  }

  /** A pure operation on two values with flags, such as {@link Op#NO_SIGNED_WRAP}. */
  public Node binary(Op op, Type type, long flags, Node a, Node b) {
    return graph.make(op, type, flags, null, a, b);
  }

  /** A comparison; the result is I1. */
  public Node compare(Op op, Node a, Node b) {
    return graph.make(op, Type.I1, 0, null, a, b);
  }

  /** {@code condition ? a : b}, both evaluated. */
  public Node select(Node condition, Node a, Node b) {
    Node first = graph.resolve(a);
    return graph.make(Op.SELECT, first.type(), 0, null, condition, first, b);
  }

  /**
   * DIV, UDIV, REM or UREM, ordered after the control that has been passed so far, which is what
   * makes the divisor safe.
   */
  public Node divide(Op op, Type type, Node a, Node b) {
    return graph.make(op, type, 0, null, anchor(), a, b);
  }

  /** The address of a global or function. */
  public Node symbol(String name) {
    return graph.make(Op.SYMBOL, Type.PTR, 0, name);
  }

  /** The address of a stack slot. */
  public Node slotAddress(StackSlot slot) {
    return graph.make(Op.STACK_SLOT, Type.PTR, 0, slot);
  }

  /** A pointer moved by an I64 number of bytes. */
  public Node offset(Node pointer, Node bytes) {
    return graph.make(Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, pointer, bytes);
  }

  // --------------------------------------------------------------- variables

  /** Declares a variable of the source program. */
  public int newVariable(Type type) {
    return variables.declare(type);
  }

  /** Assigns to a variable. */
  public void write(int variable, Node value) {
    variables.write(variable, current, graph.resolve(value));
  }

  /** The value of a variable here; zero if it has none on some path. */
  public Node read(int variable) {
    return variables.read(variable, current);
  }

  private void writeMemory(int aliasClass, Node token) {
    variables.writeMemory(aliasClass, current, token);
  }

  private Node readMemory(int aliasClass) {
    return variables.readMemory(aliasClass, current);
  }

  // ------------------------------------------------------------------ memory

  /** Loads from alias class 0. */
  public Node load(Type type, Node address) {
    return load(type, address, Access.of(Access.ANY_CLASS));
  }

  /** Loads; a volatile access is done exactly once and in order. */
  public Node load(Type type, Node address, long access) {
    int aliasClass = Access.aliasClass(access);
    if (Access.isVolatile(access)) {
      Node both =
          graph.make(
              Op.VOLATILE_LOAD,
              Type.TUPLE,
              Access.ofVolatileLoad(aliasClass, type.bytes()),
              null,
              anchor(),
              readMemory(aliasClass),
              address);
      writeMemory(aliasClass, projection(both, 0, Type.MEM));
      return projection(both, 1, type);
    }
    return graph.make(Op.LOAD, type, access, null, anchor(), readMemory(aliasClass), address);
  }

  /** Stores to alias class 0. */
  public void store(Node address, Node value) {
    store(address, value, Access.of(Access.ANY_CLASS));
  }

  /** Stores. */
  public void store(Node address, Node value, long access) {
    effect(Op.STORE, address, value, access);
  }

  /** Copies {@code size} bytes; source and target may be equal but not overlap otherwise. */
  public void copyMemory(Node target, Node source, int size) {
    copyMemory(target, source, size, Access.ANY_CLASS);
  }

  /** Copies within one alias class. */
  public void copyMemory(Node target, Node source, int size, int aliasClass) {
    if (size > 0) {
      effect(Op.MEMORY_COPY, target, source, Access.ofSize(aliasClass, size));
    }
  }

  /** Sets {@code size} bytes to the I8 {@code value}. */
  public void fillMemory(Node target, Node value, int size) {
    fillMemory(target, value, size, Access.ANY_CLASS);
  }

  /** Sets bytes of one alias class. */
  public void fillMemory(Node target, Node value, int size, int aliasClass) {
    if (size > 0) {
      effect(Op.MEMORY_FILL, target, value, Access.ofSize(aliasClass, size));
    }
  }

  private void effect(Op op, Node address, Node value, long access) {
    int aliasClass = Access.aliasClass(access);
    Node token =
        graph.make(op, Type.MEM, access, null, anchor(), readMemory(aliasClass), address, value);
    writeMemory(aliasClass, token);
  }

  /** All memory as one token, for what touches every class: calls and exits. */
  private Node readAllMemory() {
    Node whole = readMemory(Access.ANY_CLASS);
    int classes = function.aliasClassCount();
    if (classes == 1) {
      return whole;
    }
    @Nullable Node[] inputs = new Node[classes];
    inputs[0] = whole;
    int count = 1;
    for (int i = 1; i < classes; i++) {
      Node part = readMemory(i);
      if (!isPartOf(part, whole, i)) {
        inputs[count++] = part;
      }
    }
    return count == 1
        ? whole
        : graph.make(Op.MEMORY_MERGE, Type.MEM, 0, null, Arrays.copyOf(inputs, count));
  }

  private static boolean isPartOf(Node part, Node whole, int aliasClass) {
    return switch (part.op()) {
      case MEMORY_PART -> part.input(0) == whole;
      case INITIAL_MEMORY -> whole.op() == Op.INITIAL_MEMORY && part.immediate() == aliasClass;
      default -> false;
    };
  }

  private void writeAllMemory(Node whole) {
    writeMemory(Access.ANY_CLASS, whole);
    for (int i = 1; i < function.aliasClassCount(); i++) {
      writeMemory(i, graph.make(Op.MEMORY_PART, Type.MEM, i, null, whole));
    }
  }

  // ------------------------------------------------------------------- calls

  /**
   * Calls a symbol, or for an indirect descriptor the address in {@code arguments.get(0)}.
   *
   * @return the CALL; take its results with {@link #result}
   */
  public Node call(CallDescriptor descriptor, List<Node> arguments) {
    return call(descriptor, CallFacts.NONE, arguments);
  }

  /** A call of which {@code facts} are known, see {@link CallFacts}. */
  public Node call(CallDescriptor descriptor, long facts, List<Node> arguments) {
    @Nullable Node[] inputs = new Node[2 + arguments.size()];
    inputs[0] = anchor();
    inputs[1] = readAllMemory();
    for (int i = 0; i < arguments.size(); i++) {
      inputs[2 + i] = arguments.get(i);
    }
    Node call = graph.make(Op.CALL, Type.TUPLE, facts, descriptor, inputs);
    control = projection(call, 0, Type.CTRL);
    writeAllMemory(projection(call, 1, Type.MEM));
    return call;
  }

  /** Result number {@code index} of a call. */
  public Node result(Node call, int index) {
    CallDescriptor descriptor = (CallDescriptor) Objects.requireNonNull(call.attribute());
    return projection(call, 2 + index, descriptor.signature().results().get(index));
  }

  /** Goes on only if the I1 {@code condition} holds, else traps with {@code code}. */
  public void guard(Node condition, long code) {
    Node made = graph.make(Op.GUARD, Type.CTRL, code, null, anchor(), condition);
    control = made;
  }

  private Node projection(Node tuple, int index, Type type) {
    return graph.make(Op.PROJECTION, type, index, null, tuple);
  }

  // ----------------------------------------------------------------- control

  /** Declares a block. */
  public int newBlock() {
    return blocks.add();
  }

  /** Whether control can be here, as far as is known: there is a current block with a way in. */
  public boolean isReachable() {
    return !terminated;
  }

  /** Continues in {@code block}, whose operations have not been made yet. */
  public void setBlock(int block) {
    current = block;
    terminated = false;
    Node head = blocks.headOrNull(block);
    if (head == null) {
      if (blocks.isSealed(block) && blocks.predecessorCount(block) == 1) {
        head = graph.resolve(blocks.exit(block, 0));
      } else {
        head = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
        for (int i = 0; i < blocks.predecessorCount(block); i++) {
          graph.addInput(head, blocks.exit(block, i));
        }
      }
      blocks.setHead(block, head);
    }
    control = head;
  }

  /** States that no more jumps to {@code block} will be made. */
  public void seal(int block) {
    if (blocks.isSealed(block)) {
      return;
    }
    blocks.seal(block);
    variables.seal(block);
    Node head = blocks.headOrNull(block);
    if (head != null && head.op() == Op.REGION && head.inputCount() == 1) {
      Node only = head.input(0);
      if (control == head) {
        control = only;
      }
      blocks.setHead(block, only);
      graph.replace(head, only);
    }
  }

  /** Ends the block with a jump. */
  public void jump(int target) {
    if (terminated) {
      return;
    }
    addEdge(target, anchor());
    terminated = true;
  }

  /**
   * Ends the block: to {@code ifTrue} if the I1 {@code condition} is 1, else to {@code ifFalse}.
   */
  public void branch(Node condition, int ifTrue, int ifFalse) {
    if (terminated) {
      return;
    }
    Node known = graph.resolve(condition);
    if (known.isConstant()) {
      jump(known.immediate() != 0 ? ifTrue : ifFalse);
      return;
    }
    if (ifTrue == ifFalse) {
      jump(ifTrue);
      return;
    }
    Node made = graph.make(Op.IF, Type.TUPLE, 0, null, anchor(), known);
    addEdge(ifTrue, projection(made, 1, Type.CTRL));
    addEdge(ifFalse, projection(made, 0, Type.CTRL));
    terminated = true;
  }

  /**
   * Ends the block with a switch.
   *
   * @param targets for each projection of {@code table} its block; several may name the same block
   */
  public void switchTo(Node value, SwitchTable table, int[] targets) {
    if (terminated) {
      return;
    }
    Node known = graph.resolve(value);
    if (known.isConstant()) {
      jump(targets[table.select(known.immediate())]);
      return;
    }
    Node made = graph.make(Op.SWITCH, Type.TUPLE, 0, table, anchor(), known);
    for (int i = 0; i < targets.length; i++) {
      addEdge(targets[i], projection(made, i, Type.CTRL));
    }
    terminated = true;
  }

  /** Ends the function. */
  public void returnValues(Node... values) {
    if (terminated) {
      return;
    }
    @Nullable Node[] inputs = new Node[2 + values.length];
    inputs[0] = anchor();
    inputs[1] = readAllMemory();
    System.arraycopy(values, 0, inputs, 2, values.length);
    exit(graph.make(Op.RETURN, Type.CTRL, 0, null, inputs));
  }

  /** Ends the block at a place that no defined execution reaches, as after a call of exit(). */
  public void unreachable() {
    if (!terminated) {
      exit(graph.make(Op.UNREACHABLE, Type.CTRL, 0, null, anchor(), readAllMemory()));
    }
  }

  /** Ends the block by stopping the program with {@code code}. */
  public void trap(long code) {
    if (!terminated) {
      exit(graph.make(Op.TRAP, Type.CTRL, code, null, anchor(), readAllMemory()));
    }
  }

  private void exit(Node exit) {
    graph.addInput(graph.end(), exit);
    terminated = true;
  }

  private void addEdge(int target, Node exit) {
    if (blocks.isSealed(target)) {
      throw new IllegalStateException("jump to block " + target + ", which is sealed");
    }
    blocks.addPredecessor(target, current, exit);
    Node head = blocks.headOrNull(target);
    if (head != null) {
      hasRetreat = true;
      graph.addInput(head, exit);
    }
  }

  /** The control token that what follows hangs on; in dead code, one that leads nowhere. */
  private Node anchor() {
    if (finished) {
      throw new IllegalStateException("the function is finished");
    }
    if (terminated) {
      int dead = blocks.add();
      blocks.seal(dead);
      setBlock(dead);
    }
    control = graph.resolve(control);
    return control;
  }

  /**
   * Seals all blocks, removes what cannot be reached, and ties endless loops to END.
   *
   * @throws IllegalStateException if the current block has no terminator
   */
  public void finish() {
    for (int i = 0; i < blocks.count(); i++) {
      seal(i);
    }
    if (!terminated && !isDeadEnd(control)) {
      throw new IllegalStateException("the last block of " + function.name() + " does not end");
    }
    finished = true;
    graph.setPosition(0);
    variables.finish();
    graph.setRetaining(false);
    boolean mayHaveRedundantPhis = mayHaveRedundantPhis();
    new Reachability(graph, function.aliasClassCount()).complete();
    int cyclic = mayHaveRedundantPhis ? new RedundantPhis(graph).remove() : 0;
    function.setConstruction(counts(cyclic));
  }

  /**
   * Whether there may be redundant phis that could not be seen as they were completed: where a loop
   * has several ways in, or jumps from places that are not reached are dropped.
   */
  private boolean mayHaveRedundantPhis() {
    if (!(variables instanceof OnDemandVariables)
        || variables.phiCount() == variables.removedCount()) {
      return false;
    }
    FlowGraph flow = blocks.flow();
    for (int block = 0; block < flow.count(); block++) {
      if (flow.predecessorCount(block) != blocks.predecessorCount(flow.formerNumber(block))) {
        return true;
      }
    }
    return hasRetreat && !flow.isReducible();
  }

  private ConstructionCounts counts(int cyclic) {
    long time = System.nanoTime() - begun;
    long left = 0;
    long redundant = 0;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.PHI) {
        left++;
        redundant += isRedundant(node) ? 1 : 0;
      }
    }
    long made = variables.phiCount();
    long removed = variables.removedCount() + cyclic;
    return new ConstructionCounts(made, removed, made - removed - left, redundant, left, time);
  }

  private static boolean isRedundant(Node phi) {
    Node same = null;
    for (int i = 1; i < phi.inputCount(); i++) {
      Node input = phi.input(i);
      if (input != phi && input != same) {
        if (same != null) {
          return false;
        }
        same = input;
      }
    }
    return true;
  }

  private static boolean isDeadEnd(Node control) {
    return control.op() == Op.REGION && control.inputCount() == 0;
  }
}
