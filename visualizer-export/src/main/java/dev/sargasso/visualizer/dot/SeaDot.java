package dev.sargasso.visualizer.dot;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.visualizer.describe.Kind;
import dev.sargasso.visualizer.describe.NodeText;
import java.io.IOException;

/** The sea of nodes as a digraph whose edges run from what is computed to what uses it. */
public final class SeaDot {
  private SeaDot() {}

  /** The digraph, named {@code name}. */
  public static String of(String name, Graph graph) {
    return DotText.toString(out -> write(name, graph, out));
  }

  /**
   * Writes the digraph. Linear in the graph.
   *
   * @throws IOException if {@code out} throws it
   */
  public static void write(String name, Graph graph, Appendable out) throws IOException {
    DotText dot = new DotText(out, name);
    dot.statement("node [shape=box, style=filled, fontname=\"monospace\", fontsize=10]");
    dot.statement("edge [fontname=\"monospace\", fontsize=8]");
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        dot.statement(describe(node));
      }
    }
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      for (int i = 0; node != null && i < node.inputCount(); i++) {
        if (node.inputOrNull(i) != null) {
          dot.statement(edge(node, i));
        }
      }
    }
    dot.end();
  }

  private static String describe(Node node) {
    StringBuilder label = new StringBuilder(DotText.escaped(node + " " + NodeText.operation(node)));
    String position = NodeText.position(node);
    if (!position.isEmpty()) {
      label.append(DotText.CENTRED).append(position);
    }
    return node + " [label=\"" + label + "\", fillcolor=\"" + fill(Kind.of(node)) + "\"]";
  }

  private static String fill(Kind kind) {
    return switch (kind) {
      case CONTROL -> "#f6d5a8";
      case MEMORY -> "#bcd9f5";
      case DATA -> "#ffffff";
    };
  }

  private static String edge(Node user, int slot) {
    String style =
        switch (Kind.ofInput(user, slot)) {
          case CONTROL -> "color=\"#b3590b\", penwidth=2";
          case MEMORY -> "color=\"#1f6fb5\", style=dashed";
          case DATA -> "color=\"#404040\"";
        };
    StringBuilder text = new StringBuilder();
    text.append(user.input(slot)).append(" -> ").append(user).append(" [").append(style);
    if (needsNumber(user, slot)) {
      text.append(", label=\"").append(slot - user.op().firstValue()).append('"');
    }
    return text.append(']').toString();
  }

  /** Whether one cannot tell otherwise which of several alike inputs this is. */
  private static boolean needsNumber(Node user, int slot) {
    int first = user.op().firstValue();
    return slot >= first && user.inputCount() - first > 1 && !user.op().isCommutative();
  }
}
