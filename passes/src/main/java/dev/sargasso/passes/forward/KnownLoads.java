package dev.sargasso.passes.forward;

import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.memory.EarliestBlocks;
import java.util.Arrays;
import org.eclipse.collections.impl.map.mutable.primitive.LongIntHashMap;
import org.jspecify.annotations.Nullable;

/** The loads of a function by the state of memory and the address that they read. */
final class KnownLoads {
  /** Loads of one state and address that are looked at; they differ in control only. */
  private static final int MAX_TRIES = 8;

  private final LongIntHashMap first = new LongIntHashMap();
  private final Dominators dominators;
  private final EarliestBlocks earliest;
  private Node[] loads = new Node[16];
  private int[] next = new int[16];
  private int count = 1;

  KnownLoads(Dominators dominators, EarliestBlocks earliest) {
    this.dominators = dominators;
    this.earliest = earliest;
  }

  private static long key(Node token, Node address) {
    return ((long) token.id() << 32) | address.id();
  }

  /** Adds a load, under what its inputs are now. */
  void add(Node load) {
    long key = key(load.memory(), load.value(0));
    if (count == loads.length) {
      loads = Arrays.copyOf(loads, 2 * count);
      next = Arrays.copyOf(next, 2 * count);
    }
    int head = first.get(key);
    if (head != 0 && loads[head] == load) {
      return;
    }
    loads[count] = load;
    next[count] = head;
    first.put(key, count++);
  }

  /** Another load than {@code not}, of its type, that can stand above {@code block} or in it. */
  @Nullable Node find(Node token, Node address, Node not, int block) {
    int tries = 0;
    for (int i = first.get(key(token, address)); i != 0 && tries < MAX_TRIES; i = next[i]) {
      tries++;
      Node load = loads[i];
      if (load != not
          && load.op() == Op.LOAD
          && load.type() == not.type()
          && load.memory() == token
          && load.value(0) == address
          && dominators.dominates(earliest.of(load), block)) {
        return load;
      }
    }
    return null;
  }
}
