package dev.sargasso.prove.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds, in a list with a property, a part that has it and of which no element can be left out:
 * ddmin of Zeller and Hildebrandt. For one decisive element it takes a logarithmic number of tests.
 */
final class DeltaDebugging {
  private DeltaDebugging() {}

  /**
   * @param items with the property
   * @param property whether a part of the list has it, in the order of the list
   */
  static <T> List<T> minimise(List<T> items, Predicate<List<T>> property) {
    List<T> rest = items;
    int parts = 2;
    while (rest.size() > 1) {
      List<List<T>> cuts = cut(rest, parts);
      List<T> smaller = null;
      for (List<T> one : cuts) {
        if (smaller == null && property.test(one)) {
          smaller = one;
        }
      }
      if (smaller != null) {
        parts = 2;
      } else if (cuts.size() > 2) {
        for (int i = 0; i < cuts.size() && smaller == null; i++) {
          List<T> others = without(cuts, i);
          if (property.test(others)) {
            smaller = others;
            parts = Math.max(2, cuts.size() - 1);
          }
        }
      }
      if (smaller != null) {
        rest = smaller;
      } else if (parts < rest.size()) {
        parts = Math.min(rest.size(), 2 * parts);
      } else {
        break;
      }
    }
    return rest;
  }

  private static <T> List<List<T>> cut(List<T> items, int parts) {
    List<List<T>> cuts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < parts; i++) {
      int to = (int) ((long) items.size() * (i + 1) / parts);
      if (to > from) {
        cuts.add(items.subList(from, to));
      }
      from = to;
    }
    return cuts;
  }

  private static <T> List<T> without(List<List<T>> cuts, int left) {
    List<T> others = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i++) {
      if (i != left) {
        others.addAll(cuts.get(i));
      }
    }
    return others;
  }
}
