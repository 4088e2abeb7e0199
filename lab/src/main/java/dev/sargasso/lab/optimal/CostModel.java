package dev.sargasso.lab.optimal;

import dev.sargasso.ir.cfg.BlockFrequencies;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.schedule.Schedule;
import java.util.Arrays;

/**
 * What a placement costs for one call of the function: for each node that code motion places its
 * latency, as often as its block is estimated to run; and for each block and each kind of register,
 * as often, {@value #SPILL} for every value alive at its end beyond the registers.
 *
 * <p>Latencies are rounded ones of current processors. Constants and addresses cost nothing, since
 * they are made again where they are needed. What is alive within a block is not looked at, so a
 * register of each kind is left out of account for it.
 */
public final class CostModel {
  /** What a value too many costs: about a load. */
  public static final int SPILL = 4;

  /** General registers, but the stack pointer and one more. */
  public static final int GENERAL = 14;

  /** Vector registers but one. */
  public static final int VECTOR = 15;

  private CostModel() {}

  /** Whether code motion chooses the place of a node that costs something. */
  static boolean isPlaced(Node node) {
    return node.op().isFloating() && !node.op().isRematerialisable() && isValue(node);
  }

  /** Whether a node is a value that takes a register while it is alive. */
  static boolean isValue(Node node) {
    return node.type().isValue() && !node.op().isRematerialisable();
  }

  /** Cycles until the result is there. */
  static int latency(Node node) {
    return switch (node.op()) {
      case DIV, UDIV, REM, UREM -> 18;
      case FDIV -> 13;
      case FSQRT -> 18;
      case MUL, MUL_HIGH, UMUL_HIGH, POPCNT, LZCNT, TZCNT -> 3;
      case FADD, FSUB, FMUL, FEQ, FNE, FLT, FLE -> 4;
      case INT_TO_FLOAT, UINT_TO_FLOAT, FLOAT_TO_INT, FLOAT_TO_UINT -> 5;
      case FLOAT_EXTEND, FLOAT_ROUND -> 5;
      case LOAD -> 4;
      default -> 1;
    };
  }

  /** The cost of a schedule, whoever made it. Time is that of walking all live ranges. */
  public static double cost(Schedule schedule) {
    ControlFlow flow = schedule.controlFlow();
    BlockFrequencies frequencies = flow.frequencies();
    int[][] alive = new int[2][flow.count()];
    int[] seenBy = new int[flow.count()];
    Arrays.fill(seenBy, -1);
    int[] stack = new int[flow.count()];
    double cost = 0;
    for (int block = 0; block < flow.count(); block++) {
      for (int i = 0; i < schedule.size(block); i++) {
        Node node = schedule.node(block, i);
        if (isPlaced(node)) {
          cost += latency(node) * frequencies.frequency(block);
        }
        if (isValue(node)) {
          count(schedule, node, alive[node.type().isGeneral() ? 0 : 1], seenBy, stack);
        }
      }
    }
    for (int block = 0; block < flow.count(); block++) {
      int excess = Math.max(0, alive[0][block] - GENERAL) + Math.max(0, alive[1][block] - VECTOR);
      cost += SPILL * excess * frequencies.frequency(block);
    }
    return cost;
  }

  /** Counts the blocks at whose ends a value is alive. */
  private static void count(Schedule schedule, Node value, int[] alive, int[] seenBy, int[] stack) {
    ControlFlow flow = schedule.controlFlow();
    int home = schedule.blockOf(value);
    for (int i = 0; i < value.useCount(); i++) {
      Node user = value.user(i);
      int block = schedule.blockOf(user);
      if (block < 0 || (block == home && user.op() != Op.PHI)) {
        continue;
      }
      int depth = 0;
      if (user.op() == Op.PHI) {
        int end = flow.predecessor(block, value.userSlot(i) - 1);
        depth = aliveAt(end, value.id(), alive, seenBy, stack, depth);
      } else {
        depth = aliveBefore(flow, block, value.id(), alive, seenBy, stack, depth);
      }
      while (depth > 0) {
        int at = stack[--depth];
        if (at != home) {
          depth = aliveBefore(flow, at, value.id(), alive, seenBy, stack, depth);
        }
      }
    }
  }

  private static int aliveBefore(
      ControlFlow flow, int block, int id, int[] alive, int[] seenBy, int[] stack, int depth) {
    int next = depth;
    for (int i = 0; i < flow.predecessorCount(block); i++) {
      next = aliveAt(flow.predecessor(block, i), id, alive, seenBy, stack, next);
    }
    return next;
  }

  private static int aliveAt(int block, int id, int[] alive, int[] seenBy, int[] stack, int depth) {
    if (seenBy[block] == id) {
      return depth;
    }
    seenBy[block] = id;
    alive[block]++;
    stack[depth] = block;
    return depth + 1;
  }
}
