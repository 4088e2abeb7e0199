package dev.sargasso.lab.report;

import dev.sargasso.lab.compare.BlockReport;
import dev.sargasso.lab.compare.FunctionReport;
import dev.sargasso.lab.compare.NodeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The control-flow graph of a function as SVG. Each block lists the nodes that contestants disagree
 * about, with a dot in the colour of each contestant that put the node there.
 *
 * <p>Blocks stand in layers: one more than the deepest predecessor, back edges apart. Within a
 * layer they keep their numbers. That is no beautiful drawing of a large graph, but a steady one.
 */
final class FlowPicture {
  /** More blocks than these are no picture any more. */
  static final int MOST_BLOCKS = 200;

  private static final int WIDTH = 230;
  private static final int GAP = 26;
  private static final int LINE = 14;
  private static final int DOT = 9;

  private final FunctionReport function;
  private final int contestants;
  private final List<List<NodeReport>> lists = new ArrayList<>();
  private final int[] layer;
  private final double[] x;
  private final double[] y;
  private final double[] height;
  private final StringBuilder out = new StringBuilder();

  private FlowPicture(FunctionReport function, int contestants) {
    this.function = function;
    this.contestants = contestants;
    int count = function.blocks().size();
    layer = new int[count];
    x = new double[count];
    y = new double[count];
    height = new double[count];
  }

  /** An SVG element. */
  static String of(FunctionReport function, List<String> contestants) {
    return new FlowPicture(function, contestants.size()).draw();
  }

  private String draw() {
    int count = function.blocks().size();
    for (int block = 0; block < count; block++) {
      lists.add(new ArrayList<>());
    }
    for (NodeReport node : function.moved()) {
      node.blocks().stream()
          .filter(block -> block >= 0)
          .distinct()
          .forEach(block -> lists.get(block).add(node));
    }
    int layers = 0;
    for (int block = 0; block < count; block++) {
      for (int successor : function.blocks().get(block).successors()) {
        if (successor > block) {
          layer[successor] = Math.max(layer[successor], layer[block] + 1);
        }
      }
      layers = Math.max(layers, layer[block] + 1);
    }
    double top = GAP;
    double right = 0;
    for (int level = 0; level < layers; level++) {
      double left = 2 * GAP;
      double tallest = 0;
      for (int block = 0; block < count; block++) {
        if (layer[block] == level) {
          height[block] = LINE * (2.0 + lists.get(block).size()) + 8;
          x[block] = left;
          y[block] = top;
          left += WIDTH + GAP;
          tallest = Math.max(tallest, height[block]);
        }
      }
      right = Math.max(right, left);
      top += tallest + GAP + 8;
    }
    out.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"flow\" width=\"%.0f\" height=\"%.0f\" role=\"img\"><title>blocks of"
                + " %s</title><defs><marker id=\"to\" markerWidth=\"7\" markerHeight=\"7\""
                + " refX=\"6\" refY=\"3.5\" orient=\"auto\"><path"
                + " d=\"M0 0L7 3.5L0 7z\"/></marker></defs>",
            right + GAP,
            top,
            Markup.escaped(function.name())));
    for (int block = 0; block < count; block++) {
      for (int successor : function.blocks().get(block).successors()) {
        edge(block, successor);
      }
    }
    for (int block = 0; block < count; block++) {
      box(block);
    }
    return out.append("</svg>\n").toString();
  }

  private void edge(int from, int to) {
    double startX = x[from] + WIDTH / 2.0;
    double startY = y[from] + height[from];
    double endX = x[to] + WIDTH / 2.0;
    double endY = y[to];
    out.append("<path class=\"").append(to <= from ? "back" : "edge").append("\" d=\"M");
    if (to <= from) {
      // A back edge leaves and enters at the left side.
      startX = x[from];
      startY = y[from] + height[from] / 2;
      endX = x[to];
      endY = y[to] + height[to] / 2;
      double bend = Math.min(startX, endX) - GAP;
      curve(startX, startY, bend, startY, bend, endY, endX, endY);
    } else {
      double middle = (startY + endY) / 2;
      curve(startX, startY, startX, middle, endX, middle, endX, endY);
    }
    out.append("\" marker-end=\"url(#to)\"/>");
  }

  private void curve(double... points) {
    for (int i = 0; i < points.length; i += 2) {
      out.append(i == 2 ? "C" : " ").append(Markup.at(points[i])).append(' ');
      out.append(Markup.at(points[i + 1]));
    }
  }

  private void box(int number) {
    BlockReport block = function.blocks().get(number);
    // The deeper in loops, the darker.
    int shade = Math.max(170, 250 - 20 * block.loopDepth());
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\""
                + " fill=\"rgb(%d,%d,255)\" class=\"block\"/>",
            x[number],
            y[number],
            WIDTH,
            height[number],
            shade,
            shade));
    String where = block.line() > 0 ? ", line " + block.line() : "";
    text(x[number] + 6, y[number] + LINE, "B" + number + " " + block.head() + where, "head");
    text(
        x[number] + 6,
        y[number] + 2 * LINE,
        String.format(Locale.ROOT, "runs %,.6g; alive %s", block.executions(), block.pressure()),
        "fact");
    double line = y[number] + 3 * LINE;
    for (NodeReport node : lists.get(number)) {
      double dot = x[number] + 10;
      for (int i = 0; i < contestants; i++) {
        if (node.blocks().get(i) == number) {
          out.append(
              String.format(
                  Locale.ROOT,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>",
                  dot,
                  line - 4,
                  Markup.colour(i)));
        }
        dot += DOT;
      }
      String label = node.text();
      out.append("<g><title>").append(Markup.escaped(label));
      out.append(
          String.format(Locale.ROOT, "; early B%d, late B%d</title>", node.early(), node.late()));
      int room = Math.max(8, 30 - 2 * contestants);
      text(
          dot + 2,
          line,
          label.length() > room ? label.substring(0, room - 1) + "\u2026" : label,
          "node");
      out.append("</g>");
      line += LINE;
    }
  }

  private void text(double left, double base, String text, String kind) {
    out.append("<text x=\"").append(Markup.at(left)).append("\" y=\"").append(Markup.at(base));
    out.append("\" class=\"").append(kind).append("\">").append(Markup.escaped(text));
    out.append("</text>");
  }
}
