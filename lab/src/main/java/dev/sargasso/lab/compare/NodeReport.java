package dev.sargasso.lab.compare;

import java.util.List;

/**
 * A node that not all contestants put into the same block.
 *
 * @param id the number of the node
 * @param text what it computes
 * @param line where it comes from in the source, or 0
 * @param early the block where 'early' puts it
 * @param late the block where 'late' puts it
 * @param blocks for each contestant the block, or -1 where it is not in the schedule
 */
public record NodeReport(int id, String text, int line, int early, int late, List<Integer> blocks) {
  /** Copies the list. */
  public NodeReport {
    blocks = List.copyOf(blocks);
  }
}
