package dev.sargasso.ir.build;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes sets of phis that refer only to each other and to one other value (Braun et al. 2013,
 * section 3.2, algorithm 5). Such sets arise from irreducible control flow only; a single trivial
 * phi is the case of a set of one.
 *
 * <p>Each round finds the strongly connected components among the phis of a set (Tarjan 1972, with
 * an explicit stack), operands first. A component with one outer operand is replaced by it; one
 * with several is searched again without the phis that see an outer operand. Linear but for that
 * nesting.
 */
final class RedundantPhis {
  private final Graph graph;
  // By id, valid where member[id] is the number of the set in work.
  private int[] member;
  private int[] order;
  private int[] low;
  private boolean[] open;
  private int[] component;
  private int removed;
  private int setNumber;
  private int componentNumber;

  RedundantPhis(Graph graph) {
    this.graph = graph;
    int limit = graph.idLimit();
    member = new int[limit];
    order = new int[limit];
    low = new int[limit];
    open = new boolean[limit];
    component = new int[limit];
  }

  /** Removes them; returns how many. */
  int remove() {
    List<Node> all = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.op() == Op.PHI) {
        all.add(node);
      }
    }
    // Components still to be looked at, each list in order; what is found inside of one comes
    // before
    // the ones after it, which may use it.
    ArrayDeque<Iterator<List<Node>>> work = new ArrayDeque<>();
    work.push(components(all).iterator());
    while (!work.isEmpty()) {
      Iterator<List<Node>> components = work.peek();
      if (!components.hasNext()) {
        work.pop();
        continue;
      }
      List<Node> inner = reduce(components.next());
      if (!inner.isEmpty()) {
        work.push(components(inner).iterator());
      }
    }
    return removed;
  }

  /** Replaces a component by its only outer operand, or returns the phis to look at again. */
  private List<Node> reduce(List<Node> phis) {
    componentNumber++;
    for (Node phi : phis) {
      component[phi.id()] = componentNumber;
    }
    Node outer = null;
    boolean several = false;
    List<Node> inner = new ArrayList<>();
    for (Node phi : phis) {
      boolean seesOuter = false;
      for (int i = 1; i < phi.inputCount(); i++) {
        Node operand = phi.input(i);
        if (component[operand.id()] != componentNumber) {
          seesOuter = true;
          several |= outer != null && outer != operand;
          outer = operand;
        }
      }
      if (!seesOuter) {
        inner.add(phi);
      }
    }
    if (several) {
      return phis.size() == 1 ? List.of() : inner;
    }
    if (outer != null) {
      replaceAll(phis, outer);
      removed += phis.size();
    }
    return List.of();
  }

  private void replaceAll(List<Node> phis, Node value) {
    for (Node phi : phis) {
      // Cut the component apart first, so that no phi is replaced by one that is going too.
      for (int i = 1; i < phi.inputCount(); i++) {
        if (component[phi.input(i).id()] == componentNumber) {
          graph.setInput(phi, i, value);
        }
      }
    }
    for (Node phi : phis) {
      if (phi.isAlive()) {
        graph.replace(phi, value);
      }
    }
  }

  /** The strongly connected components of the set, operands before users. */
  private List<List<Node>> components(List<Node> set) {
    setNumber++;
    for (Node phi : set) {
      if (phi.isAlive()) {
        member[phi.id()] = setNumber;
        order[phi.id()] = 0;
      }
    }
    List<List<Node>> found = new ArrayList<>();
    @Nullable Node[] path = new Node[64];
    int[] next = new int[64];
    ArrayDeque<Node> unassigned = new ArrayDeque<>();
    int counter = 0;
    for (Node root : set) {
      if (!root.isAlive() || order[root.id()] != 0) {
        continue;
      }
      int depth = 0;
      path[depth] = root;
      next[depth++] = 1;
      counter = enter(root, counter, unassigned);
      while (depth > 0) {
        Node phi = path[depth - 1];
        if (phi == null) {
          throw new IllegalStateException("empty path");
        }
        if (next[depth - 1] < phi.inputCount()) {
          Node operand = phi.input(next[depth - 1]++);
          int id = operand.id();
          if (member[id] != setNumber || operand.op() != Op.PHI) {
            continue;
          }
          if (order[id] == 0) {
            if (depth == path.length) {
              path = Arrays.copyOf(path, 2 * depth);
              next = Arrays.copyOf(next, 2 * depth);
            }
            path[depth] = operand;
            next[depth++] = 1;
            counter = enter(operand, counter, unassigned);
          } else if (open[id]) {
            low[phi.id()] = Math.min(low[phi.id()], order[id]);
          }
          continue;
        }
        depth--;
        int id = phi.id();
        Node parent = depth > 0 ? path[depth - 1] : null;
        if (parent != null) {
          low[parent.id()] = Math.min(low[parent.id()], low[id]);
        }
        if (low[id] == order[id]) {
          found.add(close(phi, unassigned));
        }
      }
    }
    return found;
  }

  private int enter(Node phi, int counter, ArrayDeque<Node> unassigned) {
    int number = counter + 1;
    order[phi.id()] = number;
    low[phi.id()] = number;
    open[phi.id()] = true;
    unassigned.push(phi);
    return number;
  }

  private List<Node> close(Node root, ArrayDeque<Node> unassigned) {
    List<Node> phis = new ArrayList<>();
    Node phi;
    do {
      phi = unassigned.pop();
      open[phi.id()] = false;
      phis.add(phi);
    } while (phi != root);
    return phis;
  }
}
