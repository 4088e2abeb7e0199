package dev.sargasso.ir.text;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of a graph's nodes for people: block by block, everything that floats just before what
 * first asks for it. It depends on the structure of the graph only, not on ids, so that equal
 * graphs come in equal order. A trial schedule, but nobody executes it; broken graphs have an order
 * as well. Linear in the graph but for sorting within blocks.
 */
final class SeaOrder {
  private final Graph graph;
  private final boolean[] live;

  /** By id: place in a walk of inputs from END; decides where nothing else does. */
  private final int[] canonical;

  private final boolean[] listed;

  /** By id: on the stack of a walk, or listed; broken graphs have cycles anywhere. */
  private final boolean[] open;

  private final Node[] order;
  private int count;
  private Node[] stack = new Node[64];
  private int[] next = new int[64];

  private SeaOrder(Graph graph) {
    this.graph = graph;
    live = Reachability.liveNodes(graph);
    canonical = new int[graph.idLimit()];
    listed = new boolean[graph.idLimit()];
    open = new boolean[graph.idLimit()];
    order = new Node[graph.size()];
    number();
  }

  /** All nodes that END needs; START first, END last. */
  static List<Node> of(Graph graph) {
    SeaOrder result = new SeaOrder(graph);
    ControlFlow flow = null;
    try {
      flow = ControlFlow.of(graph);
    } catch (IllegalStateException e) {
      // Control is broken, so there are no blocks to go by.
    }
    result.list(flow);
    return Arrays.asList(result.order).subList(0, result.count);
  }

  /** Postorder of inputs from END. */
  private void number() {
    Arrays.fill(canonical, -1);
    int found = walk(graph.end(), 0);
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && live[id] && canonical[id] < 0) {
        found = walk(node, found);
      }
    }
  }

  private int walk(Node root, int from) {
    int found = from;
    int depth = 0;
    push(depth++, root);
    canonical[root.id()] = Integer.MAX_VALUE;
    while (depth > 0) {
      Node node = stack[depth - 1];
      int i = next[depth - 1]++;
      if (i >= node.inputCount()) {
        canonical[node.id()] = found++;
        depth--;
        continue;
      }
      Node input = node.inputOrNull(i);
      if (input != null && canonical[input.id()] < 0) {
        canonical[input.id()] = Integer.MAX_VALUE;
        push(depth++, input);
      }
    }
    return found;
  }

  private void push(int depth, Node node) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
      next = Arrays.copyOf(next, 2 * depth);
    }
    stack[depth] = node;
    next[depth] = 0;
  }

  private void add(Node node) {
    if (!listed[node.id()]) {
      listed[node.id()] = true;
      order[count++] = node;
    }
  }

  private void list(@Nullable ControlFlow flow) {
    Comparator<Node> byNumber = Comparator.comparingInt(node -> canonical[node.id()]);
    if (flow != null) {
      List<List<Node>> pinned = new ArrayList<>();
      for (int b = 0; b < flow.count(); b++) {
        pinned.add(new ArrayList<>());
      }
      for (int id = 0; id < graph.idLimit(); id++) {
        Node node = graph.node(id);
        if (node != null && live[id] && node.op().isPinned() && flow.blockOf(node) >= 0) {
          pinned.get(flow.blockOf(node)).add(node);
        }
      }
      for (int b = 0; b < flow.count(); b++) {
        listBlock(flow, b, pinned.get(b), byNumber);
      }
    }
    List<Node> rest = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && live[id] && !listed[id] && node != graph.end()) {
        rest.add(node);
      }
    }
    rest.sort(byNumber);
    rest.forEach(this::add);
    add(graph.end());
  }

  private void listBlock(
      ControlFlow flow, int block, List<Node> pinned, Comparator<Node> byNumber) {
    pinned.sort(byNumber);
    add(flow.head(block));
    for (Node node : pinned) {
      if (node.op() == Op.PARAMETER) {
        add(node);
      }
    }
    for (Node node : pinned) {
      if (node.op() == Op.INITIAL_MEMORY || node.op() == Op.PHI) {
        add(node);
      }
    }
    Node terminator = flow.terminator(block);
    for (Node node : chain(flow, block)) {
      if (node != terminator) {
        demand(flow, block, node);
      }
    }
    for (Node node : pinned) {
      if (node != terminator && !(node.op() == Op.PROJECTION && node.type() == Type.CTRL)) {
        demand(flow, block, node);
      }
    }
    if (terminator != null) {
      demand(flow, block, terminator);
    } else {
      int target = flow.successor(block, 0);
      int edge = flow.predecessorIndex(block, 0);
      List<Node> phis = new ArrayList<>();
      Node head = flow.head(target);
      for (int i = 0; i < head.useCount(); i++) {
        if (head.user(i).op() == Op.PHI && live[head.user(i).id()]) {
          phis.add(head.user(i));
        }
      }
      phis.sort(byNumber);
      for (Node phi : phis) {
        demand(flow, block, phi.input(edge + 1));
      }
    }
  }

  /** GUARDs, CALLs and the terminator, in the order of control. */
  private static List<Node> chain(ControlFlow flow, int block) {
    List<Node> chain = new ArrayList<>();
    Node terminator = flow.terminator(block);
    Node at = terminator == null ? flow.lastToken(block) : terminator;
    while (at != flow.head(block)) {
      if (at.op() == Op.PROJECTION) {
        at = at.input(0);
      }
      chain.add(at);
      at = at.input(0);
    }
    return chain.reversed();
  }

  /** Lists what a node needs and may stand here, then the node. */
  private void demand(ControlFlow flow, int block, Node root) {
    if (!belongs(flow, block, root)) {
      return;
    }
    int depth = 0;
    push(depth++, root);
    open[root.id()] = true;
    while (depth > 0) {
      Node node = stack[depth - 1];
      int i = next[depth - 1]++;
      if (i >= node.inputCount()) {
        add(node);
        depth--;
        addProjections(node);
      } else {
        Node input = node.inputOrNull(i);
        if (input != null && !open[input.id()] && belongs(flow, block, input)) {
          open[input.id()] = true;
          push(depth++, input);
        }
      }
    }
  }

  private boolean belongs(ControlFlow flow, int block, Node node) {
    if (listed[node.id()] || node.op() == Op.PHI || node.op().isRegion()) {
      return false;
    }
    return !node.op().isPinned() || flow.blockOf(node) == block;
  }

  /** The results of a call come right behind it; arms of branches head blocks of their own. */
  private void addProjections(Node tuple) {
    if (tuple.type() != Type.TUPLE || tuple.op().isTerminator()) {
      return;
    }
    List<Node> projections = new ArrayList<>();
    for (int i = 0; i < tuple.useCount(); i++) {
      Node user = tuple.user(i);
      if (user.op() == Op.PROJECTION && live[user.id()]) {
        projections.add(user);
      }
    }
    projections.sort(Comparator.comparingLong(Node::immediate));
    projections.forEach(this::add);
  }
}
