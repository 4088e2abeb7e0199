package dev.sargasso.visualizer.dot;

import dev.sargasso.x64.interference.EliminationOrder;
import dev.sargasso.x64.interference.InterferenceGraph;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.io.IOException;
import java.util.function.IntFunction;

/**
 * The interference graph of a machine function: an edge between values that are alive together, a
 * dashed one from an argument to the parameter that would like its register. Values show a colour
 * of a colouring with the fewest colours; those of a largest clique have a thick outline.
 */
public final class InterferenceDot {
  /** Background colours that people with any kind of colour vision tell apart. */
  private static final String[] PALETTE = {
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#bbbbbb", "#ffffff"
  };

  private static final String[] CLASSES = {"general", "vector"};

  private InterferenceDot() {}

  /**
   * The graph, named {@code name}.
   *
   * @param origin what the source of an instruction is called, see {@link MachineFunction#source}
   * @throws IllegalArgumentException if it has too many edges, see {@link InterferenceGraph#of}
   */
  public static String of(String name, MachineFunction function, IntFunction<String> origin) {
    InterferenceGraph graph = InterferenceGraph.of(function);
    return DotText.toString(out -> write(name, function, graph, origin, out));
  }

  /**
   * Writes the graph. Linear in its size.
   *
   * @throws IOException if {@code out} throws it
   */
  public static void write(
      String name,
      MachineFunction function,
      InterferenceGraph graph,
      IntFunction<String> origin,
      Appendable out)
      throws IOException {
    int violation = EliminationOrder.firstViolation(graph);
    out.append("// ").append(Integer.toString(graph.count())).append(" values, ");
    out.append(Integer.toString(graph.edgeCount())).append(" interferences\n");
    out.append(
        violation < 0
            ? "// chordal: the reverse of the numbers is a perfect elimination order\n"
            : "// not chordal: see the earlier neighbours of " + violation + "\n");
    boolean[] inClique = new boolean[graph.count()];
    for (int registerClass = 0; registerClass < CLASSES.length; registerClass++) {
      int[] clique = graph.maximumClique(registerClass);
      out.append("// largest clique, ").append(CLASSES[registerClass]).append(": ");
      out.append(Integer.toString(clique.length)).append(" of ");
      out.append(Integer.toString(Long.bitCount(PhysicalRegister.maskOf(registerClass))));
      out.append(" registers\n");
      for (int vertex : clique) {
        inClique[vertex] = true;
      }
    }
    DotText dot = DotText.undirected(out, name);
    dot.statement("node [shape=box, style=filled, fontname=\"monospace\", fontsize=10]");
    int[] colours = graph.colours();
    for (int vertex = 0; vertex < graph.count(); vertex++) {
      dot.statement(vertex(function, graph, vertex, colours[vertex], origin, inClique[vertex]));
    }
    for (int vertex = 0; vertex < graph.count(); vertex++) {
      for (int index = 0; index < graph.earlierCount(vertex); index++) {
        dot.statement(
            "v" + graph.register(graph.earlier(vertex, index)) + " -- v" + graph.register(vertex));
      }
    }
    affinities(function, graph, dot);
    dot.end();
  }

  private static String vertex(
      MachineFunction function,
      InterferenceGraph graph,
      int vertex,
      int colour,
      IntFunction<String> origin,
      boolean inClique) {
    int register = graph.register(vertex);
    int at = function.definingInstruction(register);
    String what = at >= 0 ? origin.apply(function.source(at)) : "parameter";
    String label =
        "v" + register + " " + CLASSES[graph.registerClass(vertex)] + "\n" + what + "\ncolour ";
    return "v"
        + register
        + " [label="
        + DotText.quoted(label + colour)
        + ", fillcolor=\""
        + PALETTE[colour % PALETTE.length]
        + "\""
        + (inClique ? ", penwidth=3]" : "]");
  }

  private static void affinities(MachineFunction function, InterferenceGraph graph, DotText dot)
      throws IOException {
    for (int edge = 0; edge < function.edgeCount(); edge++) {
      for (int index = 0; index < function.argumentCount(edge); index++) {
        int argument = function.argument(edge, index);
        int parameter = function.parameter(function.edgeTarget(edge), index);
        if (argument != parameter && graph.vertexOf(parameter) >= 0) {
          dot.statement("v" + argument + " -- v" + parameter + " [style=dashed, dir=forward]");
        }
      }
    }
  }
}
