package dev.sargasso.visualizer.exchange;

import static org.jgrapht.nio.DefaultAttribute.createAttribute;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.visualizer.describe.Kind;
import dev.sargasso.visualizer.describe.NodeText;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.GraphDump.DumpedEdge;
import dev.sargasso.visualizer.dump.GraphDump.DumpedNode;
import dev.sargasso.visualizer.view.CallView;
import dev.sargasso.visualizer.view.ControlFlowView;
import dev.sargasso.visualizer.view.DominatorView;
import dev.sargasso.visualizer.view.DumpView;
import dev.sargasso.visualizer.view.InterferenceView;
import dev.sargasso.visualizer.view.LoopView;
import dev.sargasso.visualizer.view.SeaView;
import dev.sargasso.x64.interference.InterferenceGraph;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jgrapht.nio.Attribute;

/**
 * Writes graphs, each as one document. All methods take time linear in the graph, throw {@link
 * IOException} if {@code out} does, and leave it open.
 *
 * <p>Attributes of vertices always include {@code label}. Names may have any characters: control
 * characters are escaped in DOT and JSON, and become U+FFFD in XML, which has no way to write them.
 */
public final class GraphExport {
  private static final String LABEL = "label";
  private static final String KIND = "kind";

  private GraphExport() {}

  /** Any graph, with what there is to say of it. */
  public static <V, E> void write(
      org.jgrapht.Graph<V, E> graph,
      Description<V, E> description,
      ExchangeFormat format,
      Writer out)
      throws IOException {
    new ExchangeWriter<>(graph, description, format).write(out);
  }

  /** A sea of nodes. */
  public static void sea(String name, Graph graph, ExchangeFormat format, Writer out)
      throws IOException {
    Description<Node, SeaView.Input> description =
        new Description<>(
            name,
            Node::toString,
            GraphExport::attributes,
            edge ->
                attributes(
                    "index",
                    createAttribute(edge.slot()),
                    KIND,
                    kind(Kind.ofInput(edge.user(), edge.slot()))));
    write(new SeaView(graph), description, format, out);
  }

  private static Map<String, Attribute> attributes(Node node) {
    return attributes(
        LABEL,
        createAttribute(node + " " + NodeText.operation(node)),
        "operation",
        createAttribute(node.op().text()),
        "type",
        createAttribute(node.type().text()),
        KIND,
        kind(Kind.of(node)),
        "line",
        createAttribute(Position.line(node.position())),
        "column",
        createAttribute(Position.column(node.position())));
  }

  /** The blocks of a function. */
  public static void controlFlow(String name, ControlFlow flow, ExchangeFormat format, Writer out)
      throws IOException {
    Description<Integer, ControlFlowView.Way> description =
        new Description<>(
            name,
            block -> "B" + block,
            block -> attributes(flow, block),
            edge -> attributes("index", createAttribute(edge.index())));
    write(new ControlFlowView(flow), description, format, out);
  }

  /** Which block is passed on every way to which other. */
  public static void dominators(String name, ControlFlow flow, ExchangeFormat format, Writer out)
      throws IOException {
    Description<Integer, DominatorView.Child> description =
        new Description<>(
            name, block -> "B" + block, block -> attributes(flow, block), edge -> Map.of());
    write(new DominatorView(flow.dominators()), description, format, out);
  }

  private static Map<String, Attribute> attributes(ControlFlow flow, int block) {
    return attributes(
        LABEL,
        createAttribute("B" + block),
        "depth",
        createAttribute(flow.loops().depth(block)),
        "frequency",
        createAttribute(flow.frequencies().frequency(block)));
  }

  /** Which loop is in which. */
  public static void loops(String name, LoopTree loops, ExchangeFormat format, Writer out)
      throws IOException {
    Description<Integer, LoopView.Inner> description =
        new Description<>(
            name,
            loop -> "loop" + loop,
            loop ->
                attributes(
                    LABEL,
                    createAttribute("loop of B" + loops.header(loop)),
                    "header",
                    createAttribute(loops.header(loop)),
                    "blocks",
                    createAttribute(loops.blockCount(loop)),
                    "irreducible",
                    createAttribute(loops.isIrreducible(loop))),
            edge -> Map.of());
    write(new LoopView(loops), description, format, out);
  }

  /** Who calls whom. */
  public static void calls(Program program, ExchangeFormat format, Writer out) throws IOException {
    CallView view = new CallView(program);
    Map<String, String> ids = new HashMap<>();
    List<String> names = new ArrayList<>(view.vertexSet());
    for (int i = 0; i < names.size(); i++) {
      ids.put(names.get(i), "f" + i);
    }
    Description<String, CallView.Call> description =
        new Description<>(
            program.name(),
            function -> ids.getOrDefault(function, ""),
            function ->
                attributes(
                    LABEL,
                    createAttribute(function),
                    "defined",
                    createAttribute(view.isDefined(function))),
            call ->
                attributes(
                    "node", createAttribute(call.node().toString()),
                    "line", createAttribute(Position.line(call.node().position()))));
    write(view, description, format, out);
  }

  /**
   * Which values of a machine function are alive together.
   *
   * @throws IllegalArgumentException if it has too many edges, see {@link InterferenceGraph#of}
   */
  public static void interference(
      String name, MachineFunction function, ExchangeFormat format, Writer out) throws IOException {
    InterferenceGraph graph = InterferenceGraph.of(function);
    Description<Integer, InterferenceView.Interference> description =
        new Description<>(
            name,
            vertex -> "v" + graph.register(vertex),
            vertex ->
                attributes(
                    LABEL,
                    createAttribute("v" + graph.register(vertex)),
                    "registers",
                    createAttribute(
                        graph.registerClass(vertex) == PhysicalRegister.GENERAL
                            ? "general"
                            : "vector"),
                    "bytes",
                    createAttribute(function.width(graph.register(vertex)))),
            edge -> Map.of());
    write(new InterferenceView(graph), description, format, out);
  }

  /** A function at a moment. */
  public static void dump(GraphDump dump, ExchangeFormat format, Writer out) throws IOException {
    DumpView view = new DumpView(dump);
    Map<Integer, Integer> blocks = new HashMap<>();
    for (GraphDump.DumpedBlock block : dump.blocks()) {
      for (Integer node : block.nodes()) {
        blocks.put(node, block.id());
      }
    }
    Description<Integer, DumpedEdge> description =
        new Description<>(
            dump.function() + ", " + dump.phase(),
            id -> "n" + id,
            id -> attributes(view.node(id), blocks),
            edge -> attributes("index", createAttribute(edge.index()), KIND, kind(edge.kind())));
    write(view, description, format, out);
  }

  private static Map<String, Attribute> attributes(DumpedNode node, Map<Integer, Integer> blocks) {
    Map<String, Attribute> attributes =
        attributes(
            LABEL,
            createAttribute(node.id() + " " + node.text()),
            "operation",
            createAttribute(node.name()),
            "type",
            createAttribute(node.type()),
            KIND,
            kind(node.kind()),
            "line",
            createAttribute(node.line()),
            "column",
            createAttribute(node.column()));
    Integer block = blocks.get(node.id());
    if (block != null) {
      attributes.put("block", createAttribute(block));
    }
    node.properties().forEach((name, value) -> attributes.put(name, createAttribute(value)));
    return attributes;
  }

  private static Attribute kind(Kind kind) {
    return createAttribute(kind.name().toLowerCase(Locale.ROOT));
  }

  private static Map<String, Attribute> attributes(Object... namesAndAttributes) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    for (int i = 0; i < namesAndAttributes.length; i += 2) {
      attributes.put((String) namesAndAttributes[i], (Attribute) namesAndAttributes[i + 1]);
    }
    return attributes;
  }
}
