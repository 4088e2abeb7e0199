package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;

/** The names that can be used at one place. */
final class Scope {
  private final List<Item> items = new ArrayList<>();

  void add(Item item) {
    items.add(item);
  }

  void addAll(Scope other) {
    items.addAll(other.items);
  }

  /** How many there are, for {@link #leave}. */
  int mark() {
    return items.size();
  }

  /** Forgets everything added since {@link #mark} gave {@code mark}. */
  void leave(int mark) {
    items.subList(mark, items.size()).clear();
  }

  /** All items of one sort, in order. */
  <T extends Item> List<T> all(Class<T> sort) {
    List<T> result = new ArrayList<>();
    for (Item item : items) {
      if (sort.isInstance(item)) {
        result.add(sort.cast(item));
      }
    }
    return result;
  }

  List<Item> items() {
    return items;
  }
}
