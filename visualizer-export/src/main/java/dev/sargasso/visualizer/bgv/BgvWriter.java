package dev.sargasso.visualizer.bgv;

import dev.sargasso.visualizer.describe.Kind;
import dev.sargasso.visualizer.dump.GraphDump;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes one BGV stream, version 7.0, group by group. A node has an input port for each kind of
 * dependence, control, memory and data; what flows along a port is in the order of its inputs.
 *
 * <p>Not for several threads at once. Linear in what is written.
 */
public final class BgvWriter implements AutoCloseable {
  /** Where Graal's IGV listens unless told otherwise. */
  public static final int DEFAULT_PORT = 4445;

  private static final int BEGIN_GROUP = 0;
  private static final int BEGIN_GRAPH = 1;
  private static final int CLOSE_GROUP = 2;

  private static final int POOL_PROPERTY = 0;
  private static final int INT_PROPERTY = 1;
  private static final int DOUBLE_PROPERTY = 3;

  private static final String INPUT_TYPE = "dev.sargasso.InputType";

  /** What readers colour edges by, for each kind of dependence. */
  private static final String[] INPUT_TYPES = {"Association", "Memory", "Value"};

  private final DataOutputStream out;
  private final ConstantPool pool;
  private String function = "";
  private String file = "";
  private int graphs;

  /**
   * Starts a stream.
   *
   * @param out closed by {@link #close}
   */
  public BgvWriter(OutputStream out) throws IOException {
    this.out = new DataOutputStream(new BufferedOutputStream(out));
    pool = new ConstantPool(this.out);
    this.out.writeBytes("BIGV");
    this.out.writeByte(7);
    this.out.writeByte(0);
    this.out.flush();
  }

  /**
   * Starts a group.
   *
   * @param name the function
   * @param sourceFile where it is from, or the empty string
   */
  public void beginGroup(String name, String sourceFile) throws IOException {
    function = name;
    file = sourceFile;
    graphs = 0;
    out.writeByte(BEGIN_GROUP);
    pool.string(name);
    pool.string(name);
    method();
    out.writeInt(-1);
    properties(Map.of("function", name, "file", sourceFile));
    out.flush();
  }

  /** Adds a graph to the group that was begun last. */
  public void graph(GraphDump dump) throws IOException {
    out.writeByte(BEGIN_GRAPH);
    out.writeInt(graphs++);
    pool.bytes("%s");
    out.writeInt(1);
    stringProperty(dump.phase());
    properties(
        Map.of(
            "graph",
            "StructuredGraph " + dump.function(),
            "stage",
            dump.stage().name().toLowerCase(Locale.ROOT)));
    nodes(dump);
    out.writeInt(dump.blocks().size());
    for (GraphDump.DumpedBlock block : dump.blocks()) {
      out.writeInt(block.id());
      numbers(block.nodes());
      numbers(block.successors());
    }
    out.flush();
  }

  /** Ends the group that was begun last. */
  public void endGroup() throws IOException {
    out.writeByte(CLOSE_GROUP);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private void numbers(List<Integer> numbers) throws IOException {
    out.writeInt(numbers.size());
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private void nodes(GraphDump dump) throws IOException {
    Map<Integer, GraphDump.DumpedBlock> blockOf = new HashMap<>();
    for (GraphDump.DumpedBlock block : dump.blocks()) {
      for (int node : block.nodes()) {
        blockOf.put(node, block);
      }
    }
    Map<Integer, List<GraphDump.DumpedEdge>> incoming = new HashMap<>();
    for (GraphDump.DumpedEdge edge : dump.edges()) {
      incoming.computeIfAbsent(edge.to(), to -> new ArrayList<>()).add(edge);
    }
    out.writeInt(dump.nodes().size());
    for (GraphDump.DumpedNode node : dump.nodes()) {
      out.writeInt(node.id());
      nodeClass(node.name());
      out.writeByte(0);
      nodeProperties(node, blockOf.get(node.id()));
      ports(incoming.getOrDefault(node.id(), List.of()));
    }
  }

  private void ports(List<GraphDump.DumpedEdge> edges) throws IOException {
    Map<Kind, List<Integer>> ports = new EnumMap<>(Kind.class);
    for (GraphDump.DumpedEdge edge : edges) {
      ports.computeIfAbsent(edge.kind(), kind -> new ArrayList<>()).add(edge.from());
    }
    for (Kind kind : Kind.values()) {
      List<Integer> inputs = ports.getOrDefault(kind, List.of());
      // A port counts in 16 bits; what is beyond cannot be said in this format.
      int count = Math.min(inputs.size(), 0xFFFE);
      out.writeShort(count);
      for (int input : inputs.subList(0, count)) {
        out.writeInt(input);
      }
    }
  }

  private void nodeProperties(GraphDump.DumpedNode node, GraphDump.@Nullable DumpedBlock block)
      throws IOException {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("label", node.text());
    properties.put("category", category(node));
    properties.put("type", node.type());
    if (block != null) {
      properties.put("relativeFrequency", block.frequency());
      properties.put("loopDepth", block.loopDepth());
    }
    properties.putAll(node.properties());
    boolean hasPosition = node.line() > 0;
    out.writeShort(properties.size() + (hasPosition ? 1 : 0));
    for (Map.Entry<String, Object> each : properties.entrySet()) {
      pool.string(each.getKey());
      switch (each.getValue()) {
        case Integer number -> {
          out.writeByte(INT_PROPERTY);
          out.writeInt(number);
        }
        case Double number -> {
          out.writeByte(DOUBLE_PROPERTY);
          out.writeDouble(number);
        }
        case Object text -> stringProperty(text.toString());
      }
    }
    if (hasPosition) {
      pool.string("nodeSourcePosition");
      out.writeByte(POOL_PROPERTY);
      position(node.line());
    }
  }

  private static String category(GraphDump.DumpedNode node) {
    return switch (node.kind()) {
      case CONTROL ->
          node.name().equals("region") || node.name().equals("loop") ? "merge" : "fixed";
      case MEMORY -> "state";
      case DATA ->
          node.name().equals("phi") || node.name().equals("parameter") ? "phi" : "floating";
    };
  }

  private void properties(Map<String, String> properties) throws IOException {
    out.writeShort(properties.size());
    for (String key : properties.keySet().stream().sorted().toList()) {
      pool.string(key);
      stringProperty(properties.getOrDefault(key, ""));
    }
  }

  private void stringProperty(String text) throws IOException {
    out.writeByte(POOL_PROPERTY);
    pool.string(text);
  }

  private void nodeClass(String name) throws IOException {
    pool.entry(
        ConstantPool.NODE_CLASS,
        name,
        () -> {
          javaClass("dev.sargasso.ir." + name);
          pool.bytes("{p#label}");
          out.writeShort(Kind.values().length);
          for (Kind kind : Kind.values()) {
            out.writeByte(1);
            pool.string(kind.name().toLowerCase(Locale.ROOT));
            inputType(kind);
          }
          out.writeShort(0);
        });
  }

  private void javaClass(String name) throws IOException {
    pool.entry(
        ConstantPool.CLASS,
        name,
        () -> {
          pool.bytes(name);
          out.writeByte(0);
        });
  }

  private void inputType(Kind kind) throws IOException {
    pool.entry(
        ConstantPool.ENUM,
        kind.name(),
        () -> {
          pool.entry(
              ConstantPool.CLASS,
              INPUT_TYPE,
              () -> {
                pool.bytes(INPUT_TYPE);
                out.writeByte(1);
                out.writeInt(INPUT_TYPES.length);
                for (String type : INPUT_TYPES) {
                  pool.string(type);
                }
              });
          out.writeInt(kind.ordinal());
        });
  }

  private void method() throws IOException {
    pool.entry(
        ConstantPool.METHOD,
        file + "\n" + function,
        () -> {
          javaClass(file.isEmpty() ? "program" : file);
          pool.string(function);
          pool.entry(
              ConstantPool.SIGNATURE,
              "",
              () -> {
                out.writeShort(0);
                pool.string("void");
              });
          out.writeInt(0);
          out.writeInt(-1);
        });
  }

  private void position(int line) throws IOException {
    pool.entry(
        ConstantPool.SOURCE_POSITION,
        file + "\n" + function + "\n" + line,
        () -> {
          method();
          out.writeInt(line);
          pool.string("file:" + (file.startsWith("/") ? file : "/" + file));
          pool.bytes("C");
          out.writeInt(line);
          out.writeInt(-1);
          out.writeInt(-1);
          pool.none();
          pool.none();
        });
  }
}
