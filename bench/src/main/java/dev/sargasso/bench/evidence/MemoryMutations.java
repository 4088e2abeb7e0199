package dev.sargasso.bench.evidence;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Puts wrong memory edges into optimised graphs, one at a time, and counts how many the verifiers
 * find. What they do not find is a graph that is well formed and means something else.
 *
 * @param made how many edges were bent
 * @param byGraph found by the verifier of graphs
 * @param bySchedule found when a schedule was made or verified
 */
record MemoryMutations(int made, int byGraph, int bySchedule) {
  private record Edge(Node user, int slot) {}

  /** Bends {@code count} edges in functions of each source, from a fixed seed. */
  static MemoryMutations of(Compiler compiler, List<StaticFigures.Source> sources, int count)
      throws SourceException {
    SplittableRandom random = new SplittableRandom(1);
    int made = 0;
    int byGraph = 0;
    int bySchedule = 0;
    for (StaticFigures.Source source : sources) {
      for (int i = 0; i < count; i++) {
        Program program = source.read(compiler);
        compiler.optimise(program);
        List<Function> functions = List.copyOf(program.functions());
        Function function = functions.get(random.nextInt(functions.size()));
        if (!bend(function.graph(), random)) {
          continue;
        }
        made++;
        if (isRefused(() -> GraphVerifier.verify(function))) {
          byGraph++;
        } else if (isRefused(
            () -> {
              Schedule schedule = compiler.schedule(function);
              ScheduleVerifier.verify(function.name(), schedule);
            })) {
          bySchedule++;
        }
      }
    }
    return new MemoryMutations(made, byGraph, bySchedule);
  }

  private static boolean bend(Graph graph, SplittableRandom random) {
    List<Edge> edges = new ArrayList<>();
    List<Node> tokens = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      if (node.type() == Type.MEM) {
        tokens.add(node);
      }
      for (int slot = 0; slot < node.inputCount(); slot++) {
        Node input = node.inputOrNull(slot);
        if (input != null && input.type() == Type.MEM) {
          edges.add(new Edge(node, slot));
        }
      }
    }
    if (edges.isEmpty() || tokens.size() < 2) {
      return false;
    }
    Edge edge = edges.get(random.nextInt(edges.size()));
    Node other = tokens.get(random.nextInt(tokens.size()));
    if (other == edge.user.inputOrNull(edge.slot) || other == edge.user) {
      return false;
    }
    graph.setInput(edge.user, edge.slot, other);
    return true;
  }

  // Whatever way a broken graph is noticed is good enough.
  private static boolean isRefused(Runnable check) {
    try {
      check.run();
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }

  /** The share that is found, of 1. */
  double share() {
    return made == 0 ? Double.NaN : (double) (byGraph + bySchedule) / made;
  }
}
