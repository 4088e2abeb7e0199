package dev.sargasso.passes.order;

/**
 * Decides which of several ready nodes of a block comes first.
 *
 * <p>Implementations must not keep state between calls: functions are compiled in parallel.
 */
@FunctionalInterface
public interface OrderPriority {
  /**
   * Ranks the nodes of a block: of those whose dependences are met, the one of least rank is taken.
   * Whatever the ranks, the program computes the same.
   *
   * @param rank to be filled from 0 to {@code region.size() - 1}
   */
  void rank(OrderRegion region, long[] rank);
}
