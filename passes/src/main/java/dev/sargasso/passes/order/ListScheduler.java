package dev.sargasso.passes.order;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.memory.MemoryStates;
import java.util.Arrays;

/**
 * Puts the nodes of each block in order: repeatedly takes, of all nodes whose dependences are met,
 * the one of least rank. O(n log n) in the size of a block.
 */
public final class ListScheduler {
  private final ControlFlow controlFlow;
  private final int[] blockOf;
  private final MemoryStates states;
  private final OrderPriority priority;
  private final Schedule.Builder result;
  private final OrderRegion region;

  // All nodes by block and id.
  private int[] start = new int[0];
  private Node[] sorted = new Node[0];

  private long[] rank = new long[16];
  private int[] missing = new int[16];
  private int[] firstDependent = new int[17];
  private int[] dependent = new int[16];

  /** A binary heap of members by rank. */
  private int[] heap = new int[16];

  private int heapSize;
  private Node[] results = new Node[8];

  private ListScheduler(
      ControlFlow controlFlow, int[] blockOf, MemoryStates states, OrderPriority priority) {
    this.controlFlow = controlFlow;
    this.blockOf = blockOf;
    this.states = states;
    this.priority = priority;
    result = new Schedule.Builder(controlFlow);
    region = new OrderRegion(blockOf);
  }

  /**
   * Orders all blocks.
   *
   * @param blockOf by id the block of each live node, legal in itself; -1 for all others
   */
  public static Schedule schedule(
      ControlFlow controlFlow, int[] blockOf, MemoryStates states, OrderPriority priority) {
    ListScheduler scheduler = new ListScheduler(controlFlow, blockOf, states, priority);
    scheduler.sortIntoBlocks();
    for (int block = 0; block < controlFlow.count(); block++) {
      scheduler.order(block);
    }
    return scheduler.result.build();
  }

  private void sortIntoBlocks() {
    Graph graph = controlFlow.graph();
    start = new int[controlFlow.count() + 1];
    int limit = Math.min(graph.idLimit(), blockOf.length);
    for (int id = 0; id < limit; id++) {
      if (blockOf[id] >= 0) {
        start[blockOf[id] + 1]++;
      }
    }
    for (int b = 0; b < controlFlow.count(); b++) {
      start[b + 1] += start[b];
    }
    sorted = new Node[start[controlFlow.count()]];
    int[] next = start.clone();
    for (int id = 0; id < limit; id++) {
      Node node = graph.node(id);
      if (node != null && blockOf[id] >= 0) {
        sorted[next[blockOf[id]]++] = node;
      }
    }
  }

  private void order(int block) {
    region.begin(block);
    for (int i = start[block]; i < start[block + 1]; i++) {
      Node node = sorted[i];
      if (OrderRegion.isLeading(node)) {
        if (node.op() != Op.MEMORY_PART) {
          result.append(block, node);
        }
      } else if (OrderRegion.isMember(node) && !node.op().isTerminator()) {
        region.add(node);
      }
    }
    for (int i = start[block]; i < start[block + 1]; i++) {
      if (sorted[i].op() == Op.MEMORY_PART && OrderRegion.isLeading(sorted[i])) {
        result.append(block, sorted[i]);
      }
    }
    Node terminator = controlFlow.terminator(block);
    if (terminator != null) {
      region.add(terminator);
    }
    if (region.size() == 1) {
      append(block, region.node(0));
    } else if (region.size() > 1) {
      region.connect(states::replacedBy);
      run(block);
    }
  }

  private void run(int block) {
    int size = region.size();
    reserve(size);
    priority.rank(region, rank);
    if (ranksAreAnOrder(size)) {
      for (int i = 0; i < size; i++) {
        append(block, region.node(heap[i]));
      }
      return;
    }
    findDependents(size);
    heapSize = 0;
    int terminator = region.isTerminated() ? size - 1 : -1;
    for (int i = 0; i < size; i++) {
      if (missing[i] == 0 && i != terminator) {
        push(i);
      }
    }
    int placed = 0;
    while (heapSize > 0) {
      int at = pop();
      append(block, region.node(at));
      placed++;
      for (int e = firstDependent[at]; e < firstDependent[at + 1]; e++) {
        int waiting = dependent[e];
        if (--missing[waiting] == 0 && waiting != terminator) {
          push(waiting);
        }
      }
    }
    if (terminator >= 0 && missing[terminator] == 0) {
      append(block, region.node(terminator));
      placed++;
    }
    if (placed != size) {
      throw new IllegalStateException(
          "the nodes of the block at "
              + controlFlow.head(block)
              + " depend on one another in a circle");
    }
  }

  /**
   * Whether the ranks are 0 to {@code size - 1} and every dependence has the smaller one, so that
   * nothing is left to choose. Then {@code heap} holds the members in that order.
   */
  private boolean ranksAreAnOrder(int size) {
    Arrays.fill(heap, 0, size, -1);
    for (int i = 0; i < size; i++) {
      if (rank[i] < 0 || rank[i] >= size || heap[(int) rank[i]] >= 0) {
        return false;
      }
      heap[(int) rank[i]] = i;
      for (int k = 0; k < region.dependenceCount(i); k++) {
        if (rank[region.dependence(i, k)] >= rank[i]) {
          return false;
        }
      }
    }
    return !region.isTerminated() || heap[size - 1] == size - 1;
  }

  private void reserve(int size) {
    if (rank.length < size) {
      int capacity = Math.max(size, 2 * rank.length);
      rank = new long[capacity];
      missing = new int[capacity];
      firstDependent = new int[capacity + 1];
      heap = new int[capacity];
    }
  }

  private void findDependents(int size) {
    Arrays.fill(firstDependent, 0, size + 1, 0);
    int edges = 0;
    for (int i = 0; i < size; i++) {
      missing[i] = region.dependenceCount(i);
      edges += missing[i];
      for (int k = 0; k < missing[i]; k++) {
        firstDependent[region.dependence(i, k)]++;
      }
    }
    if (dependent.length < edges) {
      dependent = new int[Math.max(edges, 2 * dependent.length)];
    }
    int sum = 0;
    for (int i = 0; i <= size; i++) {
      sum += firstDependent[i];
      firstDependent[i] = sum;
    }
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < region.dependenceCount(i); k++) {
        dependent[--firstDependent[region.dependence(i, k)]] = i;
      }
    }
  }

  /** Appends a node, and if it is a tuple the results that are used, in order. */
  private void append(int block, Node node) {
    result.append(block, node);
    if (node.type() != Type.TUPLE || node.op().isTerminator()) {
      return;
    }
    int count = 0;
    for (int i = 0; i < node.useCount(); i++) {
      Node projection = node.user(i);
      if (blockOf[projection.id()] >= 0 && projection.type() != Type.CTRL) {
        count = insert(projection, count);
      }
    }
    for (int i = 0; i < count; i++) {
      result.append(block, results[i]);
    }
    for (int i = 0; i < count; i++) {
      if (results[i].type() == Type.MEM) {
        appendParts(block, results[i]);
        return;
      }
    }
  }

  private void appendParts(int block, Node state) {
    int count = 0;
    for (int i = 0; i < state.useCount(); i++) {
      Node part = state.user(i);
      if (part.op() == Op.MEMORY_PART && blockOf[part.id()] >= 0) {
        if (count == results.length) {
          results = Arrays.copyOf(results, 2 * count);
        }
        results[count++] = part;
      }
    }
    Arrays.sort(results, 0, count, (a, b) -> Long.compare(a.immediate(), b.immediate()));
    for (int i = 0; i < count; i++) {
      result.append(block, results[i]);
    }
  }

  /** Inserts a projection into {@code results}, which it keeps sorted; there are few. */
  private int insert(Node projection, int count) {
    if (count == results.length) {
      results = Arrays.copyOf(results, 2 * count);
    }
    int at = count;
    while (at > 0 && results[at - 1].immediate() > projection.immediate()) {
      results[at] = results[at - 1];
      at--;
    }
    results[at] = projection;
    return count + 1;
  }

  // -------------------------------------------------------------------- heap

  /** The smaller number, that is the older node, wins a tie. */
  private boolean isBefore(int a, int b) {
    return rank[a] < rank[b] || (rank[a] == rank[b] && a < b);
  }

  private void push(int member) {
    int at = heapSize++;
    while (at > 0 && isBefore(member, heap[(at - 1) / 2])) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = member;
  }

  private int pop() {
    int top = heap[0];
    int moved = heap[--heapSize];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= heapSize) {
        break;
      }
      if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], moved)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
    return top;
  }
}
