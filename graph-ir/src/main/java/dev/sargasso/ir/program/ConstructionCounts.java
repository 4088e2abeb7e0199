package dev.sargasso.ir.program;

import java.util.Locale;

/**
 * What it took to build a function.
 *
 * @param phis that were made, memory phis included
 * @param removed of them, found to stand for one value while the function was built
 * @param dead of them, not needed by anything that END needs
 * @param redundant of those that are left, with one value for all inputs but themselves
 * @param left of them, in the finished graph; the redundant ones too
 * @param nanoseconds of wall time from the first operation to the finished graph
 */
public record ConstructionCounts(
    long phis, long removed, long dead, long redundant, long left, long nanoseconds) {
  /** Nothing was built. */
  public static final ConstructionCounts NONE = new ConstructionCounts(0, 0, 0, 0, 0, 0);

  /** The head of a table whose rows are made by {@link #row}. */
  public static final String HEAD =
      "%-12s %8s %10s %10s %10s %10s %10s%n"
          .formatted("construction", "phis", "removed", "dead", "left", "redundant", "ms");

  /** A row of a table for people. */
  public String row(String name) {
    return String.format(
        Locale.ROOT,
        "%-12s %8d %10d %10d %10d %10d %10.2f%n",
        name,
        phis,
        removed,
        dead,
        left,
        redundant,
        nanoseconds / 1e6);
  }

  /** Both together. */
  public ConstructionCounts plus(ConstructionCounts other) {
    return new ConstructionCounts(
        phis + other.phis,
        removed + other.removed,
        dead + other.dead,
        redundant + other.redundant,
        left + other.left,
        nanoseconds + other.nanoseconds);
  }
}
