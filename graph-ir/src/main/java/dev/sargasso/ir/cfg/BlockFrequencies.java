package dev.sargasso.ir.cfg;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;

/**
 * How often each block is thought to run when the function is called once: 1 for the entry, ten
 * times as much inside each loop, less in arms that are seldom taken.
 *
 * <p>One pass in block order. A loop's header runs ten times as often as the loop is entered
 * (deeply nested loops count double only, so that numbers stay finite), and as much flows out of a
 * loop as into it, shared among its exits by weight. After Y. Wu and J. R. Larus, "Static branch
 * frequency and program profile analysis" (MICRO 1994), simplified.
 */
public final class BlockFrequencies {
  private static final double ITERATIONS = 10;
  private static final int DEEP = 8;
  private static final double ITERATIONS_DEEP = 2;
  private static final double LIMIT = 1e100;

  /** Blocks thought never to run still have this frequency, so that costs in them compare. */
  private static final double FLOOR = 1e-9;

  private final double[] frequency;
  private final double[] edgeProbability;
  private final Adjacency successors;

  private BlockFrequencies(ControlFlow controlFlow, LoopTree loops) {
    successors = controlFlow.successors();
    int count = controlFlow.count();
    frequency = new double[count];
    edgeProbability = new double[successors.edgeCount()];
    BranchHeuristics heuristics = new BranchHeuristics(controlFlow, loops);
    int widest = 1;
    for (int b = 0; b < count; b++) {
      widest = Math.max(widest, successors.degree(b));
    }
    double[] buffer = new double[widest];
    double[] entryFlow = new double[loops.count()];
    double[] exitWeight = new double[loops.count()];
    double[] inflow = new double[count];
    for (int b = 0; b < count; b++) {
      double flow = b == 0 ? 1 : inflow[b] + exitFlow(b, controlFlow, loops, entryFlow, exitWeight);
      if (loops.isHeader(b)) {
        int loop = loops.loopOf(b);
        entryFlow[loop] = flow;
        flow *= loops.depthOfLoop(loop) <= DEEP ? ITERATIONS : ITERATIONS_DEEP;
      }
      frequency[b] = Math.min(Math.max(flow, FLOOR), LIMIT);
      heuristics.probabilities(b, buffer);
      for (int i = 0; i < successors.degree(b); i++) {
        edgeProbability[successors.rowStart(b) + i] = buffer[i];
        int target = successors.get(b, i);
        int left = loops.outermostLeft(b, target);
        if (left >= 0) {
          exitWeight[left] += frequency[b] * buffer[i];
        } else if (target > b) {
          inflow[target] += frequency[b] * buffer[i];
        }
      }
    }
  }

  /** What flows into {@code block} out of loops that it is not in. */
  private double exitFlow(
      int block, ControlFlow controlFlow, LoopTree loops, double[] entryFlow, double[] exitWeight) {
    double flow = 0;
    Adjacency predecessors = controlFlow.predecessors();
    for (int e = predecessors.rowStart(block); e < predecessors.rowEnd(block); e++) {
      int p = predecessors.target(e);
      if (p >= block) {
        continue;
      }
      int left = loops.outermostLeft(p, block);
      if (left < 0 || exitWeight[left] == 0) {
        continue;
      }
      Node head = controlFlow.head(block);
      int edge = successors.rowStart(p) + (head.op() == Op.PROJECTION ? (int) head.immediate() : 0);
      double weight = frequency[p] * edgeProbability[edge];
      flow += entryFlow[left] * weight / exitWeight[left];
    }
    return flow;
  }

  /** Estimates them from loops and branch heuristics. */
  public static BlockFrequencies of(ControlFlow controlFlow, LoopTree loops) {
    return new BlockFrequencies(controlFlow, loops);
  }

  /** Executions of {@code block} for each call of the function, more than 0. */
  public double frequency(int block) {
    return frequency[block];
  }

  /** The probability that control goes on by successor {@code i}, in [0, 1]. */
  public double probability(int block, int i) {
    return edgeProbability[successors.rowStart(block) + i];
  }
}
