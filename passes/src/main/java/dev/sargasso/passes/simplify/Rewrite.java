package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.decision.Decisions;
import org.jspecify.annotations.Nullable;

/** What the rule families share: making nodes, asking what is known of them, counting hits. */
final class Rewrite {
  private final long[] hits = new long[Rule.values().length];
  private @Nullable Graph graph;
  private @Nullable Node node;
  private Decisions decisions = Decisions.ALL;
  private String pass = "";
  private @Nullable Function function;

  /** Whether a rule has been forbidden at the node in work. */
  private boolean refused;

  /** Whether the graph is finished, so that use counts mean something. */
  private final boolean wholeGraph;

  private final boolean prefersSize;

  Rewrite(boolean wholeGraph, boolean prefersSize) {
    this.wholeGraph = wholeGraph;
    this.prefersSize = prefersSize;
  }

  /** Whether what takes fewer bytes is better than what takes less time. */
  boolean prefersSize() {
    return prefersSize;
  }

  /** Notes who answers whether rules may fire, and in which pass and function they do. */
  void enter(Decisions newDecisions, String newPass, @Nullable Function newFunction) {
    decisions = newDecisions;
    pass = newPass;
    function = newFunction;
  }

  /** Notes the node in work. */
  void enter(Graph entered, Node inWork) {
    graph = entered;
    node = inWork;
    refused = false;
  }

  /** A rewrite from outside for the node in work, if somebody has one. */
  @Nullable Node substitute(Graph entered, Node inWork) {
    return decisions.substitute(pass, function, entered, inWork);
  }

  private Graph graph() {
    Graph now = graph;
    if (now == null) {
      throw new IllegalStateException("no graph");
    }
    return now;
  }

  long hits(Rule rule) {
    return hits[rule.ordinal()];
  }

  /**
   * Whether {@code rule} may be applied to the node in work; counts it. Every rule asks this last,
   * behind its own conditions and before it makes anything: this is the place to switch one off.
   * Where one rule is forbidden, none that comes after it gets its chance: it may rely on the
   * former having taken the cases that it cannot handle, as a multiplication that divides by 3
   * relies on somebody else dividing by 1.
   */
  boolean fires(Rule rule) {
    Node inWork = node;
    if (inWork != null && (refused || !decisions.mayChange(pass, function, rule.name(), inWork))) {
      refused = true;
      return false;
    }
    hits[rule.ordinal()]++;
    return true;
  }

  /** Whether no more uses of existing nodes will appear but those that rules make. */
  boolean wholeGraph() {
    return wholeGraph;
  }

  /** Leaves {@code inWork} for when the graph is finished. */
  void postpone(Node inWork) {
    graph().postpone(inWork);
  }

  // ------------------------------------------------------------------ making

  Node constant(Type type, long value) {
    return graph().constant(type, value);
  }

  Node zero(Type type) {
    return graph().zero(type);
  }

  Node truth(boolean value) {
    return graph().constant(Type.I1, value ? 1 : 0);
  }

  Node make(Op op, Type type, Node a) {
    return graph().make(op, type, 0, null, a);
  }

  Node make(Op op, Type type, long flags, Node a) {
    return graph().make(op, type, flags, null, a);
  }

  Node make(Op op, Type type, Node a, Node b) {
    return graph().make(op, type, 0, null, a, b);
  }

  Node make(Op op, Type type, long flags, Node a, Node b) {
    return graph().make(op, type, flags, null, a, b);
  }

  Node withConstant(Op op, Type type, Node a, long b) {
    return graph().make(op, type, 0, null, a, constant(type, b));
  }

  Node compare(Op op, Node a, Node b) {
    return graph().make(op, Type.I1, 0, null, a, b);
  }

  Node select(Node condition, Node a, Node b) {
    return graph().make(Op.SELECT, a.type(), 0, null, condition, a, b);
  }

  /** A division with these operands, safe under {@code control}, or anywhere if that is null. */
  Node divide(Op op, Type type, @Nullable Node control, Node a, Node b) {
    return graph().make(op, type, 0, null, control, a, b);
  }

  Node load(Type type, long access, Node memory, Node address) {
    return graph().make(Op.LOAD, type, access, null, null, memory, address);
  }

  Node store(Node like, Node control, Node memory) {
    return graph()
        .make(
            Op.STORE,
            Type.MEM,
            like.immediate(),
            null,
            control,
            memory,
            like.value(0),
            like.value(1));
  }

  Node call(CallDescriptor descriptor, long facts, @Nullable Node[] inputs) {
    return graph().make(Op.CALL, Type.TUPLE, facts, descriptor, inputs);
  }

  Node make(Op op, Type type, long immediate, @Nullable Node[] inputs) {
    return graph().make(op, type, immediate, null, inputs);
  }

  // --------------------------------------------------------------- questions

  /** Whether {@code node} has no user but the one that asks. */
  static boolean isOnlyUse(Node node) {
    return node.useCount() <= 1;
  }

  /** What is known of an integer. */
  static IntegerStamp stamp(Node node) {
    if (node.isConstant()) {
      return IntegerStamp.constant(node.type().bits(), node.immediate());
    }
    Stamp stamp = node.stamp();
    return stamp instanceof IntegerStamp known ? known : IntegerStamp.full(node.type().bits());
  }

  /** Whether anything is known of {@code node} beyond its type. */
  static boolean isKnown(Node node) {
    return node.stamp() != null || node.isConstant();
  }

  /** Whether {@code node} is {@code op} with an integer constant on the right. */
  static boolean isWithConstant(Node node, Op op) {
    return node.op() == op && node.value(1).isConstant();
  }

  static boolean hasNoSignedWrap(Node node) {
    return (node.immediate() & Op.NO_SIGNED_WRAP) != 0;
  }

  /** Whether a + b overflows the signed integers of {@code type}. */
  static boolean sumOverflows(Type type, long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 || type.canonical(sum) != sum;
  }

  static long minimum(Type type) {
    return -1L << (type.bits() - 1);
  }

  static long maximum(Type type) {
    return ~minimum(type);
  }

  /** The count that a shift of {@code type} by the constant {@code count} means. */
  static int count(Type type, Node count) {
    return (int) count.immediate() & (type.bits() - 1);
  }
}
