package dev.sargasso.visualizer.dump;

import dev.sargasso.visualizer.describe.Kind;
import java.util.List;
import java.util.Map;

/**
 * A function at one moment.
 *
 * @param function its name
 * @param phase what has just been done, for example {@code inline} or {@code allocate}
 * @param stage what the nodes are
 * @param nodes by ascending id
 * @param edges from producer to consumer, by consumer and input number
 * @param blocks in their order; empty if nothing has a place yet
 * @param liveRanges of machine functions, else empty
 * @param order of a sea the blocks of a trial schedule, if it was asked for and can be scheduled;
 *     else empty
 */
public record GraphDump(
    String function,
    String phase,
    Stage stage,
    List<DumpedNode> nodes,
    List<DumpedEdge> edges,
    List<DumpedBlock> blocks,
    List<LiveRange> liveRanges,
    List<DumpedBlock> order) {

  /** What the nodes are. */
  public enum Stage {
    /** Operations that float. */
    SEA,
    /** Operations with a place. */
    SCHEDULE,
    /** Machine instructions and block parameters. */
    MACHINE
  }

  /**
   * A node.
   *
   * @param id not negative, unique in the dump
   * @param kind control, memory or data
   * @param name the operation in a word
   * @param type of its value, or what it is instead of one
   * @param text the operation with all that belongs to it, without inputs
   * @param line of the source, or 0
   * @param column of the source, or 0
   * @param properties more that is known of it, by name
   */
  public record DumpedNode(
      int id,
      Kind kind,
      String name,
      String type,
      String text,
      int line,
      int column,
      Map<String, String> properties) {}

  /**
   * A dependence.
   *
   * @param from the id of the producer
   * @param to the id of the consumer
   * @param index which input of the consumer it is, from 0
   * @param kind what flows along it
   * @param label what is said of it, or the empty string
   */
  public record DumpedEdge(int from, int to, int index, Kind kind, String label) {}

  /**
   * A block.
   *
   * @param id its number
   * @param nodes the ids of its nodes in order
   * @param successors the numbers of the blocks behind it
   * @param loopDepth how many loops contain it
   * @param frequency executions for each call
   * @param liveOut ids of live ranges that are alive at its end, ascending
   */
  public record DumpedBlock(
      int id,
      List<Integer> nodes,
      List<Integer> successors,
      int loopDepth,
      double frequency,
      List<Integer> liveOut) {}

  /**
   * The life of a value in machine code.
   *
   * @param id at least 1
   * @param properties what is known of it, by name
   */
  public record LiveRange(int id, Map<String, String> properties) {}
}
