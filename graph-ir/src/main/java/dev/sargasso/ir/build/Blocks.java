package dev.sargasso.ir.build;

import dev.sargasso.ir.cfg.FlowGraph;
import dev.sargasso.ir.graph.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The blocks of a function in work: heads, predecessors, and whether they are sealed. */
final class Blocks {
  private @Nullable Node[] heads = new Node[16];
  private boolean[] sealed = new boolean[16];
  private int[][] predecessors = new int[16][];
  private @Nullable Node[][] exits = new Node[16][];
  private int[] predecessorCounts = new int[16];
  private int count;

  int add() {
    if (count == heads.length) {
      int capacity = 2 * count;
      heads = Arrays.copyOf(heads, capacity);
      sealed = Arrays.copyOf(sealed, capacity);
      predecessors = Arrays.copyOf(predecessors, capacity);
      exits = Arrays.copyOf(exits, capacity);
      predecessorCounts = Arrays.copyOf(predecessorCounts, capacity);
    }
    predecessors[count] = new int[2];
    exits[count] = new Node[2];
    return count++;
  }

  int count() {
    return count;
  }

  @Nullable Node headOrNull(int block) {
    return heads[block];
  }

  void setHead(int block, Node head) {
    heads[block] = head;
  }

  boolean isSealed(int block) {
    return sealed[block];
  }

  void seal(int block) {
    sealed[block] = true;
  }

  int predecessorCount(int block) {
    return predecessorCounts[block];
  }

  int predecessor(int block, int i) {
    return predecessors[block][i];
  }

  /** The control token by which predecessor {@code i} comes here. */
  Node exit(int block, int i) {
    Node exit = exits[block][i];
    if (exit == null) {
      throw new IllegalStateException("block " + block + " has no predecessor " + i);
    }
    return exit;
  }

  void addPredecessor(int block, int predecessor, Node exit) {
    int at = predecessorCounts[block]++;
    if (at == predecessors[block].length) {
      predecessors[block] = Arrays.copyOf(predecessors[block], 2 * at);
      exits[block] = Arrays.copyOf(exits[block], 2 * at);
    }
    predecessors[block][at] = predecessor;
    exits[block][at] = exit;
  }

  /** What the entry reaches, edges in the order of predecessors. */
  FlowGraph flow() {
    int edges = 0;
    for (int b = 0; b < count; b++) {
      edges += predecessorCount(b);
    }
    int[] from = new int[edges];
    int[] to = new int[edges];
    int[] slot = new int[edges];
    int made = 0;
    for (int b = 0; b < count; b++) {
      for (int i = 0; i < predecessorCount(b); i++) {
        from[made] = predecessor(b, i);
        to[made] = b;
        slot[made++] = i;
      }
    }
    return FlowGraph.reached(count, from, to, slot, edges);
  }
}
