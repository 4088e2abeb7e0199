package dev.sargasso.lab.compare;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.lab.optimal.CostModel;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.machine.AllocatedFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Listens to the compilation for one contestant, in one thread, and measures each function. */
final class FigureCollector implements CompilationListener {
  private final Profile profile;
  private final Map<String, Result> results = new LinkedHashMap<>();

  FigureCollector(Profile profile) {
    this.profile = profile;
  }

  /** What is known of a function under the contestant. */
  static final class Result {
    final Schedule schedule;
    final Schedule early;
    final Schedule late;
    final Figures figures = new Figures();
    final double[] executions;
    final int[] pressure;

    Result(Schedule schedule, Schedule early, Schedule late) {
      this.schedule = schedule;
      this.early = early;
      this.late = late;
      executions = new double[schedule.blockCount()];
      pressure = new int[schedule.blockCount()];
    }

    /** Whether code motion had a choice of blocks for a node. */
    boolean isFree(Node node) {
      return computes(node)
          && node.op().isFloating()
          && !node.op().isRematerialisable()
          && early.blockOf(node) != late.blockOf(node);
    }

    /** What 'early', 'late' and the contestant say, for people. */
    NodeReport describe(Node node, String text, List<Integer> blocks) {
      return new NodeReport(
          node.id(),
          text,
          Position.line(node.position()),
          early.blockOf(node),
          late.blockOf(node),
          blocks);
    }
  }

  /** What was measured of a function, or null if it was not compiled. */
  @Nullable Result result(String function) {
    return results.get(function);
  }

  /** The functions, in order of compilation. */
  List<String> functions() {
    return new ArrayList<>(results.keySet());
  }

  @Override
  public void scheduleReady(Function function, Schedule schedule) {
    ControlFlow flow = schedule.controlFlow();
    Result result =
        new Result(
            schedule,
            reference(flow, PlacementPolicies.EARLY),
            reference(flow, PlacementPolicies.LATE));
    for (int block = 0; block < schedule.blockCount(); block++) {
      result.executions[block] = profile.of(schedule, function.name(), block);
    }
    measure(result);
    result.figures.set(Measure.COST, CostModel.cost(schedule));
    results.put(function.name(), result);
  }

  private static Schedule reference(ControlFlow flow, PlacementPolicy policy) {
    return GlobalCodeMotion.schedule(
        flow, new GlobalCodeMotion.Options(policy, OrderPriorities.SOURCE));
  }

  /** Whether a node of a schedule is executed. */
  static boolean computes(Node node) {
    return switch (node.op()) {
      case PHI, PARAMETER, INITIAL_MEMORY, PROJECTION, MEMORY_PART, MEMORY_MERGE, NEVER -> false;
      default -> node.type() != Type.CTRL || node.op() != Op.START;
    };
  }

  private static void measure(Result result) {
    Schedule schedule = result.schedule;
    Dominators dominators = schedule.controlFlow().dominators();
    LoopTree loops = schedule.controlFlow().loops();
    Figures figures = result.figures;
    for (int block = 0; block < schedule.blockCount(); block++) {
      for (int i = 0; i < schedule.size(block); i++) {
        Node node = schedule.node(block, i);
        if (!computes(node)) {
          continue;
        }
        figures.count(Measure.NODES, Measure.EXECUTED_NODES, result.executions[block]);
        if (!result.isFree(node)) {
          continue;
        }
        int early = result.early.blockOf(node);
        int late = result.late.blockOf(node);
        if (block != late && dominators.dominates(block, late)) {
          figures.add(Measure.HOISTED, 1);
          figures.add(Measure.LEVELS_OUT, Math.max(0, loops.depth(late) - loops.depth(block)));
        }
        if (block != early && dominators.dominates(early, block)) {
          figures.add(Measure.SUNK, 1);
          figures.add(Measure.LEVELS_IN, Math.max(0, loops.depth(block) - loops.depth(early)));
        }
      }
    }
  }

  @Override
  public void phaseDone(Function function, String phase, Object made) {
    Result result = results.get(function.name());
    if (result == null) {
      return;
    }
    if (made instanceof AllocatedFunction allocated) {
      new AllocationFigures(allocated, result).measure();
    } else if (made instanceof CompiledFunction compiled) {
      result.figures.add(Measure.BYTES, compiled.code().bytes().length);
    }
  }
}
