package dev.sargasso.passes.motion;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import org.jspecify.annotations.Nullable;

/**
 * The blocks in which a node may stand: a stretch of a dominator path, from the first block where
 * all its inputs are there to the last that dominates its uses and still has its memory; and what a
 * policy may want to know to choose among them.
 *
 * <p>Global code motion reuses one object for all nodes; a policy must not keep it.
 */
public final class Candidates {
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final LoopTree loops;
  private final PathMinimum byLoopDepth;
  private final PathMinimum byFrequency;
  private final int[] blockOf;
  private final @Nullable PressureSoFar pressure;
  private int early;
  private int late;
  private Node node;

  Candidates(ControlFlow controlFlow, int[] blockOf, @Nullable PressureSoFar pressure) {
    this.controlFlow = controlFlow;
    this.blockOf = blockOf;
    this.pressure = pressure;
    dominators = controlFlow.dominators();
    loops = controlFlow.loops();
    int count = controlFlow.count();
    double[] depths = new double[count];
    double[] frequencies = new double[count];
    for (int b = 0; b < count; b++) {
      depths[b] = loops.depth(b);
      frequencies[b] = controlFlow.frequencies().frequency(b);
    }
    byLoopDepth = new PathMinimum(dominators, depths);
    byFrequency = new PathMinimum(dominators, frequencies);
    node = controlFlow.graph().start();
  }

  void set(Node newNode, int newEarly, int newLate) {
    node = newNode;
    early = newEarly;
    late = newLate;
  }

  /** The first candidate, which dominates all others. */
  public int early() {
    return early;
  }

  /** The last candidate, which all others dominate. */
  public int late() {
    return late;
  }

  /** Number of candidates, at least 1. */
  public int count() {
    return dominators.depth(late) - dominators.depth(early) + 1;
  }

  /** Candidate number {@code i}: 0 is {@link #early}, the highest is {@link #late}. Logarithmic. */
  public int block(int i) {
    return dominators.dominatorAtDepth(late, dominators.depth(early) + i);
  }

  /** Whether {@code block} is a candidate. */
  public boolean contains(int block) {
    return dominators.dominates(early, block) && dominators.dominates(block, late);
  }

  /** The last candidate among those in the fewest loops. Logarithmic. */
  public int shallowest() {
    return byLoopDepth.find(late, dominators.depth(early));
  }

  /** The last candidate among those that run least often. Logarithmic. */
  public int coolest() {
    return byFrequency.find(late, dominators.depth(early));
  }

  /** Number of loops that {@code block} is in. */
  public int loopDepth(int block) {
    return loops.depth(block);
  }

  /** Estimated executions of {@code block} for each call of the function. */
  public double frequency(int block) {
    return controlFlow.frequencies().frequency(block);
  }

  /** The block where use {@code i} of the node takes place; -1 if the user is not live. */
  public int useBlock(int i) {
    Node user = node.user(i);
    int block = blockOf[user.id()];
    return user.op() == Op.PHI && block >= 0
        ? controlFlow.predecessor(block, node.userSlot(i) - 1)
        : block;
  }

  /**
   * How many values are alive at the end of {@code block}, of those that live in the same kind of
   * register as the node. Only what has been placed before the node counts, so neither itself nor
   * its inputs; nor do constants and addresses that are made again where they are needed.
   *
   * @throws IllegalStateException if the policy does not {@linkplain
   *     PlacementPolicy#watchesPressure watch pressure}
   */
  public int pressure(int block) {
    if (pressure == null) {
      throw new IllegalStateException(
          "the policy asks for pressure but does not say so in watchesPressure()");
    }
    return pressure.at(block, node.type().isGeneral());
  }

  /** The block of a node that has its place already: a pinned node, or a user; -1 for others. */
  public int blockOf(Node other) {
    return blockOf[other.id()];
  }

  /** Executions of the least frequent block from the one at {@code depth} down to {@code last}. */
  double leastFrequency(int last, int depth) {
    return frequency(byFrequency.find(last, depth));
  }

  /** The blocks, for policies that want to know more. */
  public ControlFlow controlFlow() {
    return controlFlow;
  }
}
