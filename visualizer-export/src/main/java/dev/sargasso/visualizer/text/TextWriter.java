package dev.sargasso.visualizer.text;

import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.GraphDump.DumpedBlock;
import dev.sargasso.visualizer.dump.GraphDump.DumpedEdge;
import dev.sargasso.visualizer.dump.GraphDump.DumpedNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes single dumps as text. Linear in the dump. */
public final class TextWriter {
  /** Where source lines start, if what is before them is not longer. */
  private static final int SOURCE_COLUMN = 58;

  private static final int LONGEST_SOURCE = 80;

  private final List<String> source;

  /**
   * A writer.
   *
   * @param source the lines of the source, or none
   */
  public TextWriter(List<String> source) {
    this.source = source;
  }

  /**
   * Writes a dump.
   *
   * @throws IOException if {@code out} throws it
   */
  public void write(GraphDump dump, Appendable out) throws IOException {
    out.append("== ");
    escape(dump.function(), out);
    out.append(", ").append(dump.phase()).append(": ");
    out.append(dump.stage().name().toLowerCase(Locale.ROOT)).append(" ==\n");
    int limit = dump.nodes().isEmpty() ? 0 : dump.nodes().getLast().id() + 1;
    @Nullable DumpedNode[] nodes = new DumpedNode[limit];
    for (DumpedNode node : dump.nodes()) {
      nodes[node.id()] = node;
    }
    List<List<DumpedEdge>> inputs = new ArrayList<>();
    for (int id = 0; id < limit; id++) {
      inputs.add(List.of());
    }
    for (DumpedEdge edge : dump.edges()) {
      if (inputs.get(edge.to()).isEmpty()) {
        inputs.set(edge.to(), new ArrayList<>(2));
      }
      inputs.get(edge.to()).add(edge);
    }
    boolean isMachine = dump.stage() == GraphDump.Stage.MACHINE;
    for (DumpedBlock block : dump.blocks().isEmpty() ? dump.order() : dump.blocks()) {
      head(block, out);
      for (Integer id : block.nodes()) {
        DumpedNode node = nodes[id];
        if (node != null) {
          line(node, isMachine ? List.of() : inputs.get(id), isMachine, out);
          nodes[id] = null;
        }
      }
      if (!block.liveOut().isEmpty()) {
        out.append("  alive behind:");
        for (Integer range : block.liveOut()) {
          out.append(" v").append(Integer.toString(range - 1));
        }
        out.append('\n');
      }
    }
    boolean isFirst = true;
    for (DumpedNode node : nodes) {
      if (node != null) {
        out.append(isFirst ? "without a place:\n" : "");
        isFirst = false;
        line(node, isMachine ? List.of() : inputs.get(node.id()), isMachine, out);
      }
    }
    out.append('\n');
  }

  private static void head(DumpedBlock block, Appendable out) throws IOException {
    out.append('B').append(Integer.toString(block.id())).append(':');
    String separator = " to ";
    for (Integer successor : block.successors()) {
      out.append(separator).append('B').append(successor.toString());
      separator = " ";
    }
    if (block.loopDepth() > 0) {
      out.append(", in ").append(Integer.toString(block.loopDepth()));
      out.append(block.loopDepth() == 1 ? " loop" : " loops");
    }
    out.append('\n');
  }

  private void line(DumpedNode node, List<DumpedEdge> inputs, boolean isMachine, Appendable out)
      throws IOException {
    StringBuilder text = new StringBuilder("  ");
    if (!isMachine) {
      text.append('v').append(node.id()).append(" = ");
    }
    escape(node.text(), text);
    List<DumpedEdge> sorted = new ArrayList<>(inputs);
    sorted.sort(Comparator.comparingInt(DumpedEdge::index));
    String separator = " ";
    int next = 0;
    for (DumpedEdge edge : sorted) {
      for (; next < edge.index(); next++) {
        text.append(separator).append('_');
        separator = ", ";
      }
      text.append(separator).append('v').append(edge.from());
      separator = ", ";
      next++;
    }
    String stamp = node.properties().get("stamp");
    if (stamp != null) {
      text.append(" : ").append(stamp);
    }
    String origin = node.properties().get("node");
    if (node.line() > 0 || origin != null) {
      while (text.length() < SOURCE_COLUMN) {
        text.append(' ');
      }
      text.append("  |");
      if (origin != null) {
        text.append(' ');
        escape(origin, text);
      }
      if (node.line() > 0) {
        text.append(' ').append(node.line()).append(':').append(node.column()).append("  ");
        String line = node.line() <= source.size() ? source.get(node.line() - 1).strip() : "";
        escape(line.length() > LONGEST_SOURCE ? line.substring(0, LONGEST_SOURCE) : line, text);
      }
    }
    out.append(text.toString().stripTrailing()).append('\n');
  }

  /** Writes control characters, and halves of characters, in the manner of Java. */
  private static void escape(String text, Appendable out) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (isPair) {
        out.append(c).append(text.charAt(++i));
      } else if (c == '\n') {
        out.append("\\n");
      } else if (Character.isISOControl(c)
          || Character.isSurrogate(c)
          || c == 0x2028
          || c == 0x2029) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
  }
}
