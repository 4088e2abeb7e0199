package dev.sargasso.ir.cfg;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/**
 * Guesses how likely each edge is, from the shape of the code alone, in the manner of T. Ball and
 * J. R. Larus, "Branch prediction for free" (PLDI 1993).
 */
final class BranchHeuristics {
  /** Leaving a loop, at each chance to. */
  private static final double EXIT = 0.1;

  /** Going where the program can only stop in a way that is not meant to happen. */
  private static final double COLD = 0.0005;

  /** Entering a loop rather than passing it by. */
  private static final double ENTRY = 0.8;

  /** Two values being equal, a pointer being null, a value being negative. */
  private static final double RARE = 0.3;

  private final ControlFlow controlFlow;
  private final LoopTree loops;
  private final boolean[] cold;

  BranchHeuristics(ControlFlow controlFlow, LoopTree loops) {
    this.controlFlow = controlFlow;
    this.loops = loops;
    cold = new boolean[controlFlow.count()];
    for (int b = controlFlow.count() - 1; b >= 0; b--) {
      cold[b] = isCold(b);
    }
  }

  private boolean isCold(int block) {
    Node terminator = controlFlow.terminator(block);
    if (terminator != null) {
      switch (terminator.op()) {
        case UNREACHABLE, TRAP -> {
          return true;
        }
        case RETURN, NEVER -> {
          return false;
        }
        default -> {}
      }
    }
    for (int i = 0; i < controlFlow.successorCount(block); i++) {
      int successor = controlFlow.successor(block, i);
      if (successor <= block || !cold[successor]) {
        return false;
      }
    }
    return true;
  }

  /** Writes the probabilities of the edges from {@code block} into {@code result} from 0 on. */
  void probabilities(int block, double[] result) {
    int degree = controlFlow.successorCount(block);
    Node terminator = controlFlow.terminator(block);
    if (terminator == null || degree < 2) {
      if (degree == 1) {
        result[0] = 1;
      }
      return;
    }
    switch (terminator.op()) {
      case NEVER -> {
        result[0] = 1;
        result[1] = 0;
        return;
      }
      case IF -> {
        boolean entersIfFalse = entersLoop(block, controlFlow.successor(block, 0));
        boolean entersIfTrue = entersLoop(block, controlFlow.successor(block, 1));
        double taken =
            entersIfFalse == entersIfTrue
                ? truth(terminator.value(0))
                : entersIfTrue ? ENTRY : 1 - ENTRY;
        result[0] = 1 - taken;
        result[1] = taken;
      }
      default -> {
        for (int i = 0; i < degree; i++) {
          result[i] = 1.0 / degree;
        }
      }
    }
    share(block, degree, result);
  }

  /** Whether {@code to} heads a loop that {@code from} is not in, or only goes on to one. */
  private boolean entersLoop(int from, int to) {
    int at = controlFlow.terminator(to) == null ? controlFlow.successor(to, 0) : to;
    return (loops.isHeader(at) && !loops.contains(loops.loopOf(at), from))
        || (loops.isHeader(to) && !loops.contains(loops.loopOf(to), from));
  }

  /** Gives cold arms and exits from loops their small shares, and the rest to the others. */
  private void share(int block, int degree, double[] result) {
    int loop = loops.loopOf(block);
    double usual = 0;
    double leaving = 0;
    double frozen = 0;
    for (int i = 0; i < degree; i++) {
      int successor = controlFlow.successor(block, i);
      if (cold[successor]) {
        frozen += result[i];
      } else if (loop >= 0 && !loops.contains(loop, successor)) {
        leaving += result[i];
      } else {
        usual += result[i];
      }
    }
    double toCold = frozen == 0 ? 0 : usual + leaving == 0 ? 1 : COLD;
    double toLeaving = leaving == 0 ? 0 : usual == 0 ? 1 - toCold : (1 - toCold) * EXIT;
    double toUsual = 1 - toCold - toLeaving;
    for (int i = 0; i < degree; i++) {
      int successor = controlFlow.successor(block, i);
      if (cold[successor]) {
        result[i] *= toCold / frozen;
      } else if (loop >= 0 && !loops.contains(loop, successor)) {
        result[i] *= toLeaving / leaving;
      } else {
        result[i] *= toUsual / usual;
      }
    }
  }

  /** How likely an I1 is 1. */
  private static double truth(Node condition) {
    return switch (condition.op()) {
      case EQ -> isInteresting(condition) ? RARE : 0.5;
      case NE -> isInteresting(condition) ? 1 - RARE : 0.5;
      case FEQ -> RARE;
      case FNE -> 1 - RARE;
      case LT -> condition.value(1).isConstant(0) ? RARE : 0.5;
      case LE -> condition.value(0).isConstant(0) ? 1 - RARE : 0.5;
      case XOR -> condition.value(1).isConstant(1) ? 1 - truthOnce(condition.value(0)) : 0.5;
      default -> 0.5;
    };
  }

  private static double truthOnce(Node condition) {
    return condition.op() == Op.XOR ? 0.5 : truth(condition);
  }

  /** Equality says little where an I1 is tested for being set, or a bit for being clear. */
  private static boolean isInteresting(Node comparison) {
    Node left = comparison.value(0);
    return left.type() != Type.I1 && left.op() != Op.AND;
  }
}
