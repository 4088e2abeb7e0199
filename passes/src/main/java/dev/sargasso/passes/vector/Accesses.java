package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.counted.LinearAddress;
import dev.sargasso.passes.duplicate.LoopBody;
import java.util.ArrayList;
import java.util.List;

/**
 * The loads and stores of a loop, and what has to hold so that each may be done for several rounds
 * before the next one is.
 */
final class Accesses {
  /** Pairs of areas that may have to be compared before the loop. */
  private static final int MAX_CHECKS = 8;

  /** Loads and stores of a loop; beyond that, pairs would be too many to look at. */
  private static final int MAX_ACCESSES = 40;

  /**
   * A load or store.
   *
   * @param place in the order of the tokens of its class: a store stands behind the loads of the
   *     token that it replaces
   */
  record Entry(Node node, LinearAddress address, int place, int bytes) {
    boolean isStore() {
      return node.op() == Op.STORE;
    }

    int aliasClass() {
      return Access.aliasClass(node.immediate());
    }
  }

  /** All bytes that accesses with one variable address touch: displacements of the first lane. */
  static final class Area {
    final Entry entry;
    long least;
    long most;

    Area(Entry entry) {
      this.entry = entry;
      least = entry.address().displacement();
      most = least;
    }
  }

  /** Two areas that must be apart. */
  record Check(Area one, Area other) {}

  private final CountedLoop loop;
  private final Origins origins;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Area> areas = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();

  Accesses(CountedLoop loop, Origins origins) {
    this.loop = loop;
    this.origins = origins;
  }

  List<Check> checks() {
    return checks;
  }

  /** Takes in all loads and stores; false if one of them does not go on by its own size. */
  boolean collect() {
    LoopBody body = loop.body();
    for (int i = 0; i < body.size(); i++) {
      Node node = body.member(i);
      boolean isStore = node.op() == Op.STORE;
      if (node.op() != Op.LOAD && !isStore) {
        continue;
      }
      Type type = isStore ? node.value(1).type() : node.type();
      LinearAddress address = LinearAddress.of(body, node.value(0), loop.rounds());
      if (address == null
          || address.counter() == null
          || address.stride() != type.bytes()
          || entries.size() == MAX_ACCESSES
          || Access.isVolatile(node.immediate())) {
        return false;
      }
      int place = placeOf(node.memory());
      if (place < 0) {
        return false;
      }
      entries.add(new Entry(node, address, isStore ? place + 1 : place, type.bytes()));
    }
    return true;
  }

  /**
   * How many stores of the loop stand before a state of memory, doubled; -1 if that is too long.
   */
  private int placeOf(Node token) {
    int stores = 0;
    Node at = token;
    while (loop.body().contains(at) && at.op() == Op.STORE && stores < MAX_ACCESSES) {
      stores++;
      at = at.memory();
    }
    return stores == MAX_ACCESSES ? -1 : 2 * stores;
  }

  /** Whether {@code lanes} rounds of each access may be done at once, given the checks. */
  boolean allow(int lanes) {
    for (int i = 0; i < entries.size(); i++) {
      for (int k = 0; k < i; k++) {
        Entry a = entries.get(i);
        Entry b = entries.get(k);
        boolean matters = a.isStore() || b.isStore();
        if (matters && a.aliasClass() == b.aliasClass()) {
          boolean inOrder = a.place() < b.place();
          if (!allow(inOrder ? a : b, inOrder ? b : a, lanes)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean allow(Entry before, Entry after, int lanes) {
    Node a = before.node().value(0);
    Node b = after.node().value(0);
    if (before.address().variable() == after.address().variable()) {
      // A later round of the first must not come to where an earlier one of the second has been.
      long distance = after.address().displacement() - before.address().displacement();
      return before.bytes() == after.bytes()
          && (distance <= 0 || distance >= (long) lanes * before.bytes());
    }
    if (origins.areDisjoint(a, before.bytes(), b, after.bytes())) {
      return true;
    }
    if (!before.isStore() && Aliasing.areOfDistinctTypes(before.node(), after.node())) {
      return true;
    }
    Area one = area(before);
    Area other = area(after);
    for (Check check : checks) {
      if ((check.one() == one && check.other() == other)
          || (check.one() == other && check.other() == one)) {
        return true;
      }
    }
    checks.add(new Check(one, other));
    return checks.size() <= MAX_CHECKS;
  }

  private Area area(Entry entry) {
    long displacement = entry.address().displacement();
    for (Area area : areas) {
      if (area.entry.address().variable() == entry.address().variable()) {
        area.least = Math.min(area.least, displacement);
        area.most = Math.max(area.most, displacement);
        return area;
      }
    }
    Area made = new Area(entry);
    areas.add(made);
    return made;
  }
}
