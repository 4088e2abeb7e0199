package dev.sargasso.passes.counted;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.duplicate.LoopBody;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A phi of a loop's header that gathers something over all rounds by one operation, and that
 * nothing else in the loop looks at, so that integers may be gathered in any order, in several
 * places.
 *
 * @param phi its input 1 is what there is before the first round
 * @param op ADD, SUB (of which only the phi's side is subtracted from), MUL, AND, OR, XOR, FADD,
 *     FSUB, FMUL, or SELECT, which stands for the smaller or larger of two
 * @param chain the operations from the phi to what it goes on with, in that order; each takes the
 *     one before and something else
 */
public record Reduction(Node phi, Op op, List<Node> chain) {
  /** Longer chains are not followed. */
  private static final int MAX_CHAIN = 64;

  /** The reduction that {@code phi} is in the loop, or null. Linear in the chain. */
  public static @Nullable Reduction of(LoopBody body, Node phi) {
    if (!phi.type().isValue() || phi.useCount() == 0) {
      return null;
    }
    Node next = phi.input(2);
    Node[] chain = new Node[4];
    int count = 0;
    Node at = phi;
    Op op = null;
    while (at != next) {
      Node user = onlyInnerUser(body, at);
      if (user == null || user.control() != null || count == MAX_CHAIN) {
        return null;
      }
      if (op == null) {
        op = user.op();
      }
      if (!continues(op, user, at)) {
        return null;
      }
      if (count == chain.length) {
        chain = Arrays.copyOf(chain, 2 * count);
      }
      chain[count++] = user;
      at = user;
    }
    // What comes out goes round, and outside, nowhere else.
    Node last = onlyInnerUser(body, next);
    return op == null || last != phi
        ? null
        : new Reduction(phi, op, List.of(Arrays.copyOf(chain, count)));
  }

  /** What the loop leaves behind in the end. */
  public Node result() {
    return chain.getLast();
  }

  /** Whether another order gives the same: so for integers, but not for floating point. */
  public boolean isReorderable() {
    return phi.type().isInteger();
  }

  /** What link number {@code i} takes in besides the one before. */
  public Node operand(int i) {
    Node before = i == 0 ? phi : chain.get(i - 1);
    Node link = chain.get(i);
    if (op == Op.SELECT) {
      return link.value(1) == before ? link.value(2) : link.value(1);
    }
    return link.value(0) == before ? link.value(1) : link.value(0);
  }

  /**
   * The one user in the loop; for the smaller or larger of two, the SELECT, whose comparison is
   * another user. Null if there are others.
   */
  private static @Nullable Node onlyInnerUser(LoopBody body, Node node) {
    Node found = null;
    Node comparison = null;
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (user == found || user == comparison || !body.contains(user)) {
        continue;
      }
      if (user.op().isComparison() && comparison == null) {
        comparison = user;
      } else if (found == null) {
        found = user;
      } else {
        return null;
      }
    }
    if (comparison != null
        && (found == null
            || found.op() != Op.SELECT
            || found.value(0) != comparison
            || comparison.useCount() != 1)) {
      return null;
    }
    return found;
  }

  private static boolean continues(Op op, Node user, Node before) {
    if (user.op() != op) {
      return false;
    }
    return switch (op) {
      case ADD, MUL, AND, OR, XOR, FADD, FMUL -> user.value(0) != user.value(1);
      case SUB, FSUB -> user.value(0) == before && user.value(1) != before;
      case SELECT -> isExtreme(user, before);
      default -> false;
    };
  }

  /** Whether the SELECT picks one of just the two values that it compares. */
  private static boolean isExtreme(Node select, Node before) {
    Node comparison = select.value(0);
    if (!comparison.op().isComparison()
        || comparison.op() == Op.EQ
        || comparison.op() == Op.NE
        || comparison.op() == Op.FEQ
        || comparison.op() == Op.FNE) {
      return false;
    }
    Node a = select.value(1);
    Node b = select.value(2);
    return a != b
        && (a == before || b == before)
        && ((comparison.value(0) == a && comparison.value(1) == b)
            || (comparison.value(0) == b && comparison.value(1) == a));
  }
}
