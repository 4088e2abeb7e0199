package dev.sargasso.lab.compare;

import java.util.List;

/**
 * A function under all contestants.
 *
 * @param name the symbol
 * @param blocks its blocks
 * @param free how many nodes 'early' and 'late' put into different blocks
 * @param moved the nodes that contestants put into different blocks
 * @param figures one for each contestant
 */
public record FunctionReport(
    String name,
    List<BlockReport> blocks,
    int free,
    List<NodeReport> moved,
    List<Figures> figures) {
  /** Copies the lists. */
  public FunctionReport {
    blocks = List.copyOf(blocks);
    moved = List.copyOf(moved);
    figures = List.copyOf(figures);
  }
}
