package dev.sargasso.visualizer.igv;

import dev.sargasso.visualizer.describe.Kind;
import dev.sargasso.visualizer.dump.GraphDump;
import java.io.Flushable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes one document of IGV's XML, group by group. Each graph is flushed when it is complete: IGV
 * reads a document that ends behind a graph, so what was dumped before a crash can be looked at.
 *
 * <p>Not for several threads at once. Linear in what is written.
 */
public final class IgvWriter implements AutoCloseable, Flushable {
  private final Writer out;

  /**
   * Starts a document.
   *
   * @param out closed by {@link #close}
   */
  public IgvWriter(Writer out) throws IOException {
    this.out = out;
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphDocument>\n");
    out.flush();
  }

  /**
   * Starts a group, which IGV shows as soon as it has read this.
   *
   * @param name of the group
   * @param source the lines of the source from {@code firstLine} on, which IGV shows in the window
   *     meant for bytecodes; empty if not known
   * @param firstLine the number of the first of them, from 1
   */
  public void beginGroup(String name, List<String> source, int firstLine) throws IOException {
    out.write("<group>\n");
    properties(Map.of("name", name));
    out.write("<method name=\"");
    escape(name);
    out.write("\" shortName=\"");
    escape(name);
    out.write("\" bci=\"0\">\n");
    if (!source.isEmpty()) {
      out.write("<bytecodes>\n");
      for (int i = 0; i < source.size(); i++) {
        // A number, a word that stands for the opcode, and the rest.
        out.write((firstLine + i) + " line ");
        escape(source.get(i));
        out.write("\n");
      }
      out.write("</bytecodes>\n");
    }
    out.write("</method>\n");
    out.flush();
  }

  /** Adds a graph to the group that was begun last. */
  public void graph(GraphDump dump) throws IOException {
    out.write("<graph name=\"");
    escape(dump.phase());
    out.write("\">\n");
    properties(Map.of("name", dump.phase(), "stage", dump.stage().name().toLowerCase(Locale.ROOT)));
    out.write("<nodes>\n");
    for (GraphDump.DumpedNode node : dump.nodes()) {
      node(node);
    }
    out.write("</nodes>\n<edges>\n");
    for (GraphDump.DumpedEdge edge : dump.edges()) {
      edge(edge);
    }
    out.write("</edges>\n");
    if (!dump.blocks().isEmpty()) {
      out.write("<controlFlow>\n");
      for (GraphDump.DumpedBlock block : dump.blocks()) {
        block(block);
      }
      out.write("</controlFlow>\n");
    }
    if (!dump.liveRanges().isEmpty()) {
      out.write("<liveRanges>\n");
      for (GraphDump.LiveRange range : dump.liveRanges()) {
        out.write("<lrg id=\"" + range.id() + "\">\n");
        properties(range.properties());
        out.write("</lrg>\n");
      }
      out.write("</liveRanges>\n");
    }
    out.write("</graph>\n");
    out.flush();
  }

  /** Ends the group that was begun last. */
  public void endGroup() throws IOException {
    out.write("</group>\n");
    out.flush();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** Ends the document. */
  @Override
  public void close() throws IOException {
    try (out) {
      out.write("</graphDocument>\n");
    }
  }

  private void node(GraphDump.DumpedNode node) throws IOException {
    out.write("<node id=\"" + node.id() + "\"><properties>");
    property("idx", Integer.toString(node.id()));
    property("name", node.name());
    property("category", category(node.kind()));
    property("type", node.type());
    property("extra_label", node.text());
    if (node.line() > 0) {
      property("bci", Integer.toString(node.line()));
      property("line", node.line() + ":" + node.column());
    }
    for (Map.Entry<String, String> each : node.properties().entrySet()) {
      property(each.getKey(), each.getValue());
    }
    out.write("</properties></node>\n");
  }

  private static String category(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private void edge(GraphDump.DumpedEdge edge) throws IOException {
    out.write("<edge from=\"" + edge.from() + "\" to=\"" + edge.to() + "\" index=\"");
    out.write(edge.index() + "\" type=\"" + category(edge.kind()) + "\"");
    if (!edge.label().isEmpty()) {
      out.write(" label=\"");
      escape(edge.label());
      out.write("\"");
    }
    out.write("/>\n");
  }

  private void block(GraphDump.DumpedBlock block) throws IOException {
    out.write("<block name=\"B" + block.id() + "\">\n<successors>");
    for (int successor : block.successors()) {
      out.write("<successor name=\"B" + successor + "\"/>");
    }
    out.write("</successors>\n<nodes>");
    for (int node : block.nodes()) {
      out.write("<node id=\"" + node + "\"/>");
    }
    out.write("</nodes>\n");
    if (!block.liveOut().isEmpty()) {
      out.write("<liveOut>");
      for (int range : block.liveOut()) {
        out.write("<lrg id=\"" + range + "\"/>");
      }
      out.write("</liveOut>\n");
    }
    out.write("</block>\n");
  }

  private void properties(Map<String, String> properties) throws IOException {
    out.write("<properties>");
    for (Map.Entry<String, String> each : new TreeMap<>(properties).entrySet()) {
      property(each.getKey(), each.getValue());
    }
    out.write("</properties>\n");
  }

  private void property(String name, String value) throws IOException {
    out.write("<p name=\"");
    escape(name);
    out.write("\">");
    escape(value);
    out.write("</p>");
  }

  /** Writes text; what XML 1.0 has no way to write becomes U+FFFD. */
  private void escape(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.write("&amp;");
        case '<' -> out.write("&lt;");
        case '>' -> out.write("&gt;");
        case '"' -> out.write("&quot;");
        case '\t', '\n' -> out.write("&#" + (int) c + ";");
        default -> {
          if (Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            out.write(c);
            out.write(text.charAt(++i));
          } else {
            boolean isWritable = c >= ' ' && !Character.isSurrogate(c) && c < 0xFFFE;
            out.write(isWritable ? c : 0xFFFD);
          }
        }
      }
    }
  }
}
