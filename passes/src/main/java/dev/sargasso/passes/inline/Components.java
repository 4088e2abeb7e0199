package dev.sargasso.passes.inline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The strongly connected components of a graph given as lists of successors, after R. E. Tarjan,
 * "Depth-first search and linear graph algorithms" (SIAM Journal on Computing 1, 1972), with a
 * stack of its own instead of recursion. Components are numbered so that successors come first.
 */
final class Components {
  private static final int UNSEEN = -1;

  private final int[][] successors;
  private final int[] component;
  private final boolean[] cyclic;
  private int count;

  // During the walk.
  private final int[] index;
  private final int[] low;
  private int[] open;
  private int openCount;
  private int nextIndex;

  Components(int[][] successors) {
    this.successors = successors;
    int size = successors.length;
    component = new int[size];
    index = new int[size];
    low = new int[size];
    open = new int[size];
    cyclic = new boolean[size];
    Arrays.fill(index, UNSEEN);
    Arrays.fill(component, UNSEEN);
    int[] stack = new int[size];
    int[] next = new int[size];
    for (int root = 0; root < size; root++) {
      if (index[root] == UNSEEN) {
        walk(root, stack, next);
      }
    }
  }

  private void walk(int root, int[] stack, int[] next) {
    int depth = 0;
    stack[depth++] = root;
    enter(root);
    next[root] = 0;
    while (depth > 0) {
      int at = stack[depth - 1];
      if (next[at] < successors[at].length) {
        int target = successors[at][next[at]++];
        if (index[target] == UNSEEN) {
          enter(target);
          next[target] = 0;
          stack[depth++] = target;
        } else if (component[target] == UNSEEN) {
          low[at] = Math.min(low[at], index[target]);
        }
        continue;
      }
      depth--;
      if (depth > 0) {
        int below = stack[depth - 1];
        low[below] = Math.min(low[below], low[at]);
      }
      if (low[at] == index[at]) {
        close(at);
      }
    }
  }

  private void enter(int node) {
    index[node] = nextIndex;
    low[node] = nextIndex++;
    open[openCount++] = node;
  }

  private void close(int head) {
    boolean several = open[openCount - 1] != head;
    int member;
    do {
      member = open[--openCount];
      component[member] = count;
    } while (member != head);
    cyclic[count] = several || callsItself(head);
    count++;
  }

  private boolean callsItself(int node) {
    for (int target : successors[node]) {
      if (target == node) {
        return true;
      }
    }
    return false;
  }

  int component(int node) {
    return component[node];
  }

  /** Whether one can come back to a member from itself. */
  boolean isCyclic(int number) {
    return cyclic[number];
  }

  /** The components by the longest way down to one without successors outside of itself. */
  List<List<int[]>> levels() {
    int[] sizes = new int[count];
    for (int c : component) {
      sizes[c]++;
    }
    int[][] members = new int[count][];
    for (int c = 0; c < count; c++) {
      members[c] = new int[sizes[c]];
    }
    int[] filled = new int[count];
    for (int node = 0; node < component.length; node++) {
      members[component[node]][filled[component[node]]++] = node;
    }
    int[] level = new int[count];
    List<List<int[]>> levels = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      for (int node : members[c]) {
        for (int target : successors[node]) {
          if (component[target] != c) {
            level[c] = Math.max(level[c], level[component[target]] + 1);
          }
        }
      }
      while (levels.size() <= level[c]) {
        levels.add(new ArrayList<>());
      }
      levels.get(level[c]).add(members[c]);
    }
    return levels;
  }
}
