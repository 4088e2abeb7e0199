package dev.sargasso.visualizer.page;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.visualizer.dump.GraphDump;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The phases of one function as JSON, each as what differs from the one before. */
final class FunctionRecord {
  private final StringBuilder phases = new StringBuilder();
  private @Nullable String[] sea = new String[0];
  private @Nullable String[] machine = new String[0];
  private int edits = -1;

  /** The edits of the graph when it was last taken, or -1. */
  int edits() {
    return edits;
  }

  /** Notes the edits of the graph that is taken now. */
  void setEdits(int newEdits) {
    edits = newEdits;
  }

  /** Notes a phase that changed nothing. */
  void unchanged(String phase, long nanoseconds) {
    begin(phase, nanoseconds).append('}');
  }

  /** Takes a sea or a machine function. */
  void take(GraphDump dump, long nanoseconds) {
    begin(dump.phase(), nanoseconds);
    graph(dump);
    phases.append('}');
  }

  /** Takes a schedule. */
  void take(GraphDump dump, Schedule schedule, long nanoseconds) {
    begin(dump.phase(), nanoseconds);
    graph(dump);
    ControlFlow flow = schedule.controlFlow();
    List<Integer> dominators = new ArrayList<>();
    List<Integer> loops = new ArrayList<>();
    for (int block = 0; block < flow.count(); block++) {
      dominators.add(block == 0 ? -1 : flow.dominators().immediateDominator(block));
      loops.add(flow.loops().loopOf(block));
    }
    Json.numbers(phases.append(",\"dominators\":"), dominators);
    Json.numbers(phases.append(",\"loopOf\":"), loops);
    List<Integer> headers = new ArrayList<>();
    List<Integer> parents = new ArrayList<>();
    for (int loop = 0; loop < flow.loops().count(); loop++) {
      headers.add(flow.loops().header(loop));
      parents.add(flow.loops().parent(loop));
    }
    Json.numbers(phases.append(",\"loopHeaders\":"), headers);
    Json.numbers(phases.append(",\"loopParents\":"), parents);
    Places.write(schedule, phases.append(",\"places\":"));
    phases.append('}');
  }

  private StringBuilder begin(String phase, long nanoseconds) {
    phases.append(phases.isEmpty() ? "" : ",\n").append("{\"phase\":");
    return Json.string(phases, phase).append(",\"us\":").append(nanoseconds / 1000);
  }

  private void graph(GraphDump dump) {
    phases.append(",\"stage\":\"").append(dump.stage()).append('"');
    @Nullable String[] now = nodes(dump);
    boolean isMachine = dump.stage() == GraphDump.Stage.MACHINE;
    difference(isMachine ? machine : sea, now);
    if (isMachine) {
      List<Integer> vectors = new ArrayList<>();
      for (GraphDump.LiveRange range : dump.liveRanges()) {
        if ("vector".equals(range.properties().get("class"))) {
          vectors.add(range.id());
        }
      }
      Json.numbers(phases.append(",\"vectors\":"), vectors);
      machine = now;
    } else {
      sea = now;
    }
    if (!dump.blocks().isEmpty()) {
      blocks(dump.blocks());
    }
  }

  private void difference(@Nullable String[] before, @Nullable String[] now) {
    phases.append(",\"set\":[");
    String separator = "";
    for (int id = 0; id < now.length; id++) {
      String node = now[id];
      if (node != null && !(id < before.length && node.equals(before[id]))) {
        phases.append(separator).append(node);
        separator = ",";
      }
    }
    List<Integer> gone = new ArrayList<>();
    for (int id = 0; id < before.length; id++) {
      if (before[id] != null && (id >= now.length || now[id] == null)) {
        gone.add(id);
      }
    }
    Json.numbers(phases.append("],\"gone\":"), gone);
  }

  /** Nodes by id: number, kind, name, type, text, line, column, inputs, kinds of edges, origin. */
  private static @Nullable String[] nodes(GraphDump dump) {
    int limit = dump.nodes().isEmpty() ? 0 : dump.nodes().getLast().id() + 1;
    @Nullable String[] nodes = new String[limit];
    int edge = 0;
    List<GraphDump.DumpedEdge> edges = new ArrayList<>(dump.edges());
    edges.sort(
        (one, other) ->
            one.to() != other.to()
                ? Integer.compare(one.to(), other.to())
                : Integer.compare(one.index(), other.index()));
    StringBuilder out = new StringBuilder();
    for (GraphDump.DumpedNode node : dump.nodes()) {
      out.setLength(0);
      out.append('[').append(node.id()).append(',').append(node.kind().ordinal()).append(',');
      Json.string(out, node.name()).append(',');
      Json.string(out, node.type()).append(',');
      Json.string(out, node.text()).append(',').append(node.line()).append(',');
      out.append(node.column()).append(",[");
      StringBuilder kinds = new StringBuilder();
      while (edge < edges.size() && edges.get(edge).to() < node.id()) {
        edge++;
      }
      for (; edge < edges.size() && edges.get(edge).to() == node.id(); edge++) {
        out.append(kinds.isEmpty() ? "" : ",").append(edges.get(edge).from());
        kinds.append(edges.get(edge).kind().ordinal());
      }
      out.append("],\"").append(kinds).append("\",");
      Json.string(out, node.properties().getOrDefault("node", "")).append(',');
      Json.string(out, node.properties().getOrDefault("lrg", "")).append(',');
      Json.string(out, node.properties().getOrDefault("reg", "")).append(']');
      nodes[node.id()] = out.toString();
    }
    return nodes;
  }

  private void blocks(List<GraphDump.DumpedBlock> blocks) {
    phases.append(",\"blocks\":[");
    String separator = "";
    List<Integer> before = List.of();
    for (GraphDump.DumpedBlock block : blocks) {
      Json.numbers(phases.append(separator).append('['), block.nodes()).append(',');
      Json.numbers(phases, block.successors()).append(',').append(block.loopDepth()).append(',');
      phases.append(Math.round(block.frequency() * 1000) / 1000.0).append(',');
      // Whole sets would be quadratic in a long function with many live values.
      Json.numbers(phases, without(block.liveOut(), before)).append(',');
      Json.numbers(phases, without(before, block.liveOut())).append(']');
      before = block.liveOut();
      separator = ",";
    }
    phases.append(']');
  }

  /** What of one ascending list is not in another. */
  private static List<Integer> without(List<Integer> these, List<Integer> those) {
    List<Integer> rest = new ArrayList<>();
    int at = 0;
    for (Integer each : these) {
      while (at < those.size() && those.get(at) < each) {
        at++;
      }
      if (at == those.size() || those.get(at) > each) {
        rest.add(each);
      }
    }
    return rest;
  }

  /** The phases, as a JSON array. */
  String json() {
    return "[" + phases + "]";
  }
}
