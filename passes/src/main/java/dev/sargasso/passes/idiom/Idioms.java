package dev.sargasso.passes.idiom;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.function.BiPredicate;

/** Finds idioms in a function and puts single operations in their place. */
public final class Idioms {
  private final Graph graph;
  private final ByteSources bytes;
  private final StoreRuns stores;
  private final BiPredicate<String, Node> mayChange;
  private int values;
  private int runs;
  private int loops;

  private Idioms(Graph graph, BiPredicate<String, Node> mayChange) {
    this.graph = graph;
    this.mayChange = mayChange;
    bytes = new ByteSources(graph);
    stores = new StoreRuns(graph, bytes);
  }

  /**
   * What was found.
   *
   * @param values byte swaps, wider loads, rotations and counts of bits
   * @param runs stores that do the work of several
   * @param loops loops over bits that are gone
   */
  public record Counts(int values, int runs, int loops) {
    /** All of them. */
    public int total() {
      return values + runs + loops;
    }
  }

  /**
   * Looks at every node once. Linear in the graph. What is no longer needed is left for a clean-up.
   *
   * @param simplifier for finished graphs
   * @param mayChange asked before each change with what it is and the node that would be replaced
   */
  public static Counts run(
      Function function, Simplifier simplifier, BiPredicate<String, Node> mayChange) {
    Graph graph = function.graph();
    graph.setSimplifier(simplifier);
    Idioms pass = new Idioms(graph, mayChange);
    // Users are mostly younger: what is part of something larger is met after it.
    for (int id = graph.idLimit() - 1; id >= 0; id--) {
      Node node = graph.node(id);
      if (node != null) {
        pass.visit(node);
      }
    }
    if (pass.loops > 0) {
      new Reachability(graph, function.aliasClassCount()).complete();
    }
    return new Counts(pass.values, pass.runs, pass.loops);
  }

  private void visit(Node node) {
    switch (node.op()) {
      case OR, XOR, ADD -> {
        if (ofWholeBytes(node.value(0)) && ofWholeBytes(node.value(1))) {
          replaceBytes(node);
        }
      }
      case ROL -> {
        if (node.value(1).isConstant() && isSum(node.value(0))) {
          replaceBytes(node);
        }
      }
      case AND, SHR -> {
        Node counted = PopulationCount.counted(node);
        if (counted != null && mayChange.test("count bits", node)) {
          replace(node, make(Op.POPCNT, node, counted));
        } else if (node.op() == Op.AND && node.value(1).isConstant() && isSum(node.value(0))) {
          replaceBytes(node);
        }
      }
      case STORE -> {
        graph.setPosition(node.position());
        runs += stores.merge(node, mayChange) ? 1 : 0;
        graph.setPosition(0);
      }
      case REGION, LOOP -> {
        if (new BitLoops(graph).replace(node, mayChange)) {
          loops++;
        }
      }
      default -> {}
    }
  }

  private static boolean isSum(Node node) {
    return node.op() == Op.OR || node.op() == Op.XOR || node.op() == Op.ADD;
  }

  /** Whether it may be worth while to follow the bytes of an operand. */
  private static boolean ofWholeBytes(Node node) {
    return switch (node.op()) {
      case OR, XOR, ADD, ROL, BSWAP -> true;
      case ZERO_EXTEND -> node.value(0).type() != Type.I1;
      case SHL, SHR -> node.value(1).isConstant() && (node.value(1).immediate() & 7) == 0;
      case AND -> node.value(1).isConstant();
      default -> false;
    };
  }

  private void replaceBytes(Node node) {
    if (!node.type().isInteger() || node.type().bits() < 16) {
      return;
    }
    graph.setPosition(node.position());
    bytes.trace(node);
    Node better = bytes.combine(node.type(), false);
    graph.setPosition(0);
    if (better != null && mayChange.test("combine bytes", node)) {
      replace(node, better);
    }
  }

  private Node make(Op op, Node like, Node operand) {
    graph.setPosition(like.position());
    Node made = graph.make(op, like.type(), 0, null, operand);
    graph.setPosition(0);
    return made;
  }

  private void replace(Node node, Node better) {
    if (better != node) {
      graph.replace(node, better);
      values++;
    }
  }
}
