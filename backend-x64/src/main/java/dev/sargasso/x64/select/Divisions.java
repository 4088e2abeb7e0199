package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds quotients and remainders of the same operands in one block, for which the processor needs
 * one division. Blocks are walked backwards: the later of the two waits for the earlier, which
 * divides for both.
 */
final class Divisions {
  /** Uses of a dividend that are looked at. */
  private static final int MOST_USES = 16;

  private static final byte PASSED = 1;
  private static final byte WAITING = 2;

  private final Selection selection;

  /** By node id. */
  private byte[] state = new byte[0];

  Divisions(Selection selection) {
    this.selection = selection;
  }

  /** Starts another function. */
  void reset(int ids) {
    if (state.length < ids) {
      state = new byte[ids + ids / 2];
    } else {
      Arrays.fill(state, 0, ids, (byte) 0);
    }
  }

  static boolean isDivision(Node node) {
    return switch (node.op()) {
      case DIV, UDIV, REM, UREM -> true;
      default -> false;
    };
  }

  /**
   * Goes past a division.
   *
   * @param isWanted whether somebody wants its value
   * @return the one that has waited for it, or null
   */
  @Nullable Node pass(Node node, boolean isWanted) {
    Node other = counterpart(node);
    if (other != null && state[other.id()] == WAITING) {
      state[node.id()] = PASSED;
      return other;
    }
    boolean waits = isWanted && other != null && state[other.id()] == 0;
    state[node.id()] = waits ? WAITING : PASSED;
    return null;
  }

  /** Whether a division has been left to another that stands before it. */
  boolean waits(Node node) {
    return state[node.id()] == WAITING;
  }

  /** The remainder that belongs to a quotient, or the quotient to a remainder, in this block. */
  private @Nullable Node counterpart(Node node) {
    Node dividend = node.value(0);
    if (node.type() == Type.I1 || node.type() == Type.I8 || dividend.useCount() > MOST_USES) {
      return null;
    }
    Op op =
        switch (node.op()) {
          case DIV -> Op.REM;
          case REM -> Op.DIV;
          case UDIV -> Op.UREM;
          default -> Op.UDIV;
        };
    for (int i = 0; i < dividend.useCount(); i++) {
      Node user = dividend.user(i);
      if (user.op() == op
          && user.value(0) == dividend
          && user.value(1) == node.value(1)
          && user.useCount() > 0
          && selection.isHere(user)) {
        return user;
      }
    }
    return null;
  }
}
