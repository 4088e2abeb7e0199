package dev.sargasso.passes.order;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Computes every value just before its first use, and of several operands the one that needs most
 * registers first (R. Sethi, J. D. Ullman, "The generation of optimal code for arithmetic
 * expressions", JACM 17, 1970), in the order of the source otherwise.
 *
 * <p>The block is walked from its roots: what has effects, and what other blocks need. A value for
 * other blocks is computed where the source has it if that ends the life of an operand, else at the
 * end; and the next value of a loop variable last of all, so that it can take the register of the
 * variable. Linear in the block but for sorting operands.
 */
final class PressurePriority implements OrderPriority {
  @Override
  public void rank(OrderRegion region, long[] rank) {
    new Walk(region).rank(rank);
  }

  private static final class Walk {
    private final OrderRegion region;
    private final int size;
    private final boolean[] seen;
    private final int[] stack;
    private final int[] next;

    /** Dependences of each member in the order of visiting; rows as in the region. */
    private final int[] rowStart;

    private final int[] visits;

    /** Registers that computing the member takes, if it and what it needs are used only once. */
    private final int[] need;

    private final int[] usesHere;
    private final boolean[] liveOut;
    private long[] keys = new long[8];
    private int[] sorted = new int[8];

    Walk(OrderRegion region) {
      this.region = region;
      size = region.size();
      seen = new boolean[size];
      stack = new int[size];
      next = new int[size];
      rowStart = new int[size + 1];
      for (int i = 0; i < size; i++) {
        rowStart[i + 1] = rowStart[i] + region.dependenceCount(i);
      }
      visits = new int[rowStart[size]];
      need = new int[size];
      usesHere = new int[size];
      liveOut = new boolean[size];
      for (int i = 0; i < size; i++) {
        liveOut[i] = region.node(i).type().isValue() && region.isLiveOut(region.node(i));
        for (int k = 0; k < region.dependenceCount(i); k++) {
          visits[rowStart[i] + k] = region.dependence(i, k);
          if (k < region.inputDependenceCount(i)) {
            usesHere[region.dependence(i, k)]++;
          }
        }
      }
    }

    void rank(long[] rank) {
      for (int i = 0; i < size; i++) {
        walk(i, null, 0);
      }
      Arrays.fill(seen, false);
      Arrays.fill(next, 0);
      long made = 0;
      for (int i = 0; i < size; i++) {
        Node node = region.node(i);
        if (!node.op().isTerminator()
            && (node.op().isPinned() || (liveOut[i] && endsOperand(node)))) {
          made = walk(i, rank, made);
        }
      }
      for (int i = 0; i < size; i++) {
        if (liveOut[i] && !stepsVariable(region.node(i))) {
          made = walk(i, rank, made);
        }
      }
      for (int i = 0; i < size; i++) {
        if (liveOut[i]) {
          made = walk(i, rank, made);
        }
      }
      // What is left hangs on the terminator, which is the last member.
      for (int i = size - 1; i >= 0; i--) {
        made = walk(i, rank, made);
      }
    }

    /** Visits all that {@code root} depends on, then itself; ranks in that order if asked to. */
    private long walk(int root, long @Nullable [] rank, long from) {
      long made = from;
      if (seen[root]) {
        return made;
      }
      int depth = 0;
      stack[depth++] = root;
      seen[root] = true;
      while (depth > 0) {
        int at = stack[depth - 1];
        int place = rowStart[at] + next[at]++;
        if (place >= rowStart[at + 1]) {
          depth--;
          if (rank == null) {
            label(at);
          } else {
            rank[at] = made;
          }
          made++;
          continue;
        }
        int dependence = visits[place];
        if (!seen[dependence]) {
          seen[dependence] = true;
          stack[depth++] = dependence;
        }
      }
      return made;
    }

    /** Sorts the dependences of a member whose dependences are labelled, and labels it. */
    private void label(int at) {
      int start = rowStart[at];
      int degree = rowStart[at + 1] - start;
      if (keys.length < degree) {
        keys = new long[2 * degree];
        sorted = new int[2 * degree];
      }
      for (int k = 0; k < degree; k++) {
        int dependence = visits[start + k];
        // Effects and earlier loads first, then values by falling need, else in order.
        long urgency =
            k < region.inputDependenceCount(at) ? registers(dependence) : Integer.MAX_VALUE;
        if (!region.node(dependence).type().isValue()) {
          urgency = Integer.MAX_VALUE;
        }
        keys[k] = ((Integer.MAX_VALUE - urgency) << 32) | k;
      }
      if (degree > 1) {
        Arrays.sort(keys, 0, degree);
      }
      int result = region.node(at).type().isValue() ? 1 : 0;
      int held = 0;
      for (int k = 0; k < degree; k++) {
        int dependence = visits[start + (int) keys[k]];
        sorted[k] = dependence;
        int registers = registers(dependence);
        if (registers > 0) {
          result = Math.max(result, registers + held);
          held++;
        }
      }
      System.arraycopy(sorted, 0, visits, start, degree);
      need[at] = result;
    }

    /** What computing an operand takes; 0 if it stays alive whatever happens here. */
    private int registers(int member) {
      Node node = region.node(member);
      return node.type().isValue() && usesHere[member] == 1 && !liveOut[member] ? need[member] : 0;
    }

    private static boolean endsOperand(Node node) {
      for (int i = node.op().firstValue(); i < node.inputCount(); i++) {
        Node input = node.input(i);
        if (input.useCount() == 1 && !input.op().isRematerialisable()) {
          return true;
        }
      }
      return false;
    }

    /** Whether the node makes the next value of a PHI from its present one. */
    private static boolean stepsVariable(Node node) {
      for (int i = 0; i < node.useCount(); i++) {
        Node user = node.user(i);
        if (user.op() == Op.PHI) {
          for (int k = node.op().firstValue(); k < node.inputCount(); k++) {
            if (node.input(k) == user) {
              return true;
            }
          }
        }
      }
      return false;
    }
  }
}
