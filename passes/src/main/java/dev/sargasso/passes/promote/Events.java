package dev.sargasso.passes.promote;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.memory.MemoryStates;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.Arrays;
import java.util.List;

/**
 * What happens to promoted slots in each block, in order: the definitions of memory that write to
 * or copy from them, and those whose state a load of a slot reads, with these loads.
 */
final class Events {
  private final Node[] nodes;
  // The events of a block as a list: first and last of each block, next of each event.
  private final int[] first;
  private final int[] last;
  private final int[] next;
  private int count;

  // The loads that read the state that a node makes: by id of the node, then a list of loads.
  private final int[] firstLoad;
  private final int[] nextLoad;
  private final Node[] loads;
  private int loadCount;

  Events(ControlFlow controlFlow, NodeOrder order, List<SlotLayout> layouts, Pieces pieces) {
    int uses = 0;
    for (SlotLayout layout : layouts) {
      uses += layout.uses.size();
    }
    firstLoad = new int[controlFlow.graph().idLimit()];
    Arrays.fill(firstLoad, -1);
    nextLoad = new int[uses];
    loads = new Node[uses];
    int definitions = 0;
    for (SlotLayout layout : layouts) {
      for (Node use : layout.uses) {
        definitions++;
        if (use.op() == Op.LOAD) {
          noteLoad(use);
        }
      }
    }
    nodes = new Node[2 * definitions];
    next = new int[2 * definitions];
    first = new int[controlFlow.count()];
    last = new int[controlFlow.count()];
    Arrays.fill(first, -1);
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      if (isEvent(node, pieces)) {
        append(controlFlow.blockOf(node), node);
      }
    }
  }

  private void noteLoad(Node load) {
    Node source = MemoryStates.source(load.memory(), Access.aliasClass(load.immediate()));
    nextLoad[loadCount] = firstLoad[source.id()];
    loads[loadCount] = load;
    firstLoad[source.id()] = loadCount++;
  }

  private boolean isEvent(Node node, Pieces pieces) {
    return firstLoad[node.id()] >= 0
        || switch (node.op()) {
          case STORE, MEMORY_FILL -> pieces.isPromoted(node.value(0));
          case MEMORY_COPY -> pieces.isPromoted(node.value(0)) || pieces.isPromoted(node.value(1));
          default -> false;
        };
  }

  private void append(int block, Node node) {
    nodes[count] = node;
    next[count] = -1;
    if (first[block] < 0) {
      first[block] = count;
    } else {
      next[last[block]] = count;
    }
    last[block] = count++;
  }

  /** The first event of a block, or -1. */
  int first(int block) {
    return first[block];
  }

  /** The event after this one in its block, or -1. */
  int next(int event) {
    return next[event];
  }

  /** The definition of memory that an event is. */
  Node node(int event) {
    return nodes[event];
  }

  /** The first load of the state that {@code definition} makes, or -1. */
  int firstLoad(Node definition) {
    return firstLoad[definition.id()];
  }

  /** The load after this one, or -1. */
  int nextLoad(int index) {
    return nextLoad[index];
  }

  /** The load of this index. */
  Node load(int index) {
    return loads[index];
  }
}
