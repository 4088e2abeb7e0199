package dev.sargasso.lab.compare;

import java.util.List;

/**
 * A block of a function, the same under all contestants.
 *
 * @param head what it begins with, as the textual form names it
 * @param line where it comes from in the source, or 0
 * @param successors numbers of blocks
 * @param loopDepth how many loops it is in
 * @param frequency how often it is thought to run for each call
 * @param executions how often it ran, or {@code frequency} if there was no run
 * @param pressure for each contestant the most values alive in it at once, of both classes
 */
public record BlockReport(
    String head,
    int line,
    List<Integer> successors,
    int loopDepth,
    double frequency,
    double executions,
    List<Integer> pressure) {
  /** Copies the lists. */
  public BlockReport {
    successors = List.copyOf(successors);
    pressure = List.copyOf(pressure);
  }
}
