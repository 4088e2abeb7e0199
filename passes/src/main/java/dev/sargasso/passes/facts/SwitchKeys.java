package dev.sargasso.passes.facts;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.SwitchTable;
import java.util.Arrays;
import java.util.Objects;

/**
 * The keys of a SWITCH as lists, one for each arm.
 *
 * @param first by arm, a position in the table; -1 if there is none
 * @param next by position, the next one of the same arm
 */
// Arrays that nobody else sees.
@SuppressWarnings("ArrayRecordComponent")
record SwitchKeys(int[] first, int[] next) {
  /** Linear in the table. */
  static SwitchKeys of(Node branch) {
    SwitchTable table = (SwitchTable) Objects.requireNonNull(branch.attribute());
    int[] first = new int[table.targetCount()];
    int[] next = new int[table.size()];
    Arrays.fill(first, -1);
    for (int i = table.size() - 1; i >= 0; i--) {
      next[i] = first[table.target(i)];
      first[table.target(i)] = i;
    }
    return new SwitchKeys(first, next);
  }
}
