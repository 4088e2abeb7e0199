package dev.sargasso.visualizer.dot;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.visualizer.describe.NodeText;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A schedule as a digraph of blocks, each a cluster that lists its instructions in order. */
public final class ScheduleDot {
  /** More keys than this of one arm of a switch are not spelt out. */
  private static final int MOST_KEYS = 8;

  private ScheduleDot() {}

  /** The digraph, named {@code name}. */
  public static String of(String name, Schedule schedule) {
    return DotText.toString(out -> write(name, schedule, out));
  }

  /**
   * Writes the digraph. Linear in the schedule and its control flow.
   *
   * @throws IOException if {@code out} throws it
   */
  public static void write(String name, Schedule schedule, Appendable out) throws IOException {
    ControlFlow flow = schedule.controlFlow();
    DotText dot = new DotText(out, name);
    dot.statement("compound=true");
    dot.statement("node [shape=plaintext, fontname=\"monospace\", fontsize=10]");
    dot.statement("edge [fontname=\"monospace\", fontsize=9]");
    for (int block = 0; block < flow.count(); block++) {
      dot.open("subgraph cluster_" + block);
      dot.statement("label=" + DotText.quoted(title(flow, block)));
      dot.statement("style=filled");
      dot.statement("fillcolor=\"" + fill(flow.loops().depth(block)) + "\"");
      dot.statement("b" + block + " [label=\"" + listing(schedule, block) + "\"]");
      dot.close();
    }
    for (int block = 0; block < flow.count(); block++) {
      edges(flow, block, dot);
    }
    dot.end();
  }

  /** Names the block, with its head, loop depth and estimated frequency. */
  static String title(ControlFlow flow, int block) {
    return String.format(
        Locale.ROOT,
        "block %d (%s %s), loop depth %d, frequency %.4g",
        block,
        flow.head(block),
        flow.head(block).op().text(),
        flow.loops().depth(block),
        flow.frequencies().frequency(block));
  }

  private static String fill(int loopDepth) {
    String[] shades = {"#f7f7f7", "#fdf0d9", "#fbdfb1", "#f8c987", "#f4ae5c"};
    return shades[Math.min(loopDepth, shades.length - 1)];
  }

  private static StringBuilder listing(Schedule schedule, int block) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < schedule.size(block); i++) {
      text.append(DotText.escaped(NodeText.line(schedule.node(block, i)))).append(DotText.LEFT);
    }
    return text;
  }

  private static void edges(ControlFlow flow, int block, DotText dot) throws IOException {
    @Nullable String[] keys = keys(flow.terminator(block), flow.successorCount(block));
    for (int i = 0; i < flow.successorCount(block); i++) {
      int target = flow.successor(block, i);
      StringBuilder text = new StringBuilder();
      text.append('b').append(block).append(" -> b").append(target);
      text.append(" [ltail=cluster_").append(block).append(", lhead=cluster_").append(target);
      if (keys[i] != null) {
        text.append(", label=").append(DotText.quoted(keys[i]));
      }
      if (flow.dominators().dominates(target, block)) {
        text.append(", color=\"#b3590b\", penwidth=2");
      }
      dot.statement(text.append(']'));
    }
  }

  /** For each successor what takes it there; null if there is nothing to choose. */
  private static @Nullable String[] keys(@Nullable Node terminator, int successors) {
    @Nullable String[] keys = new String[successors];
    if (terminator == null) {
      return keys;
    }
    switch (terminator.op()) {
      case IF -> {
        keys[0] = "false";
        keys[1] = "true";
      }
      case NEVER -> keys[1] = "never";
      case SWITCH -> {
        if (terminator.attribute() instanceof SwitchTable table) {
          cases(table, keys);
        }
      }
      default -> {}
    }
    return keys;
  }

  private static void cases(SwitchTable table, @Nullable String[] keys) {
    StringBuilder[] texts = new StringBuilder[keys.length];
    int[] counts = new int[keys.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new StringBuilder(i == 0 ? "default" : "");
    }
    for (int i = 0; i < table.size(); i++) {
      int target = table.target(i);
      StringBuilder text = texts[target];
      if (counts[target]++ < MOST_KEYS) {
        text.append(text.isEmpty() ? "" : ", ").append(table.key(i));
      }
    }
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          counts[i] <= MOST_KEYS
              ? texts[i].toString()
              : texts[i] + " and " + (counts[i] - MOST_KEYS) + " more";
    }
  }
}
