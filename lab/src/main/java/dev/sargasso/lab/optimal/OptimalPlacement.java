package dev.sargasso.lab.optimal;

import com.google.ortools.Loader;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.motion.PlacementProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places nodes as is cheapest under the {@link CostModel}, as far as the solver finds it in time;
 * elsewhere as {@code click} does. Makes no copies.
 *
 * <p>An instance notes what came of each function. It may be used by several threads; the solver
 * itself takes one, so that it finds the same unless time runs out.
 */
public final class OptimalPlacement implements PlacementPolicy {
  private final double seconds;
  private final List<Noted> noted = new ArrayList<>();

  /**
   * @param seconds the most time for one function
   */
  public OptimalPlacement(double seconds) {
    this.seconds = seconds;
  }

  private record Noted(ControlFlow flow, Outcome outcome) {}

  /**
   * What came of a function.
   *
   * @param solved whether the solver found a placement
   * @param proven whether none is cheaper
   * @param gap by how much, as a share of this one's cost, a cheaper one could be cheaper at most
   * @param description in words
   */
  public record Outcome(boolean solved, boolean proven, double gap, String description) {}

  /** What came of the function with these blocks, or null if it was not asked for. */
  public synchronized @Nullable Outcome outcome(ControlFlow flow) {
    for (Noted each : noted) {
      if (each.flow().equals(flow)) {
        return each.outcome();
      }
    }
    return null;
  }

  private synchronized void note(ControlFlow flow, Outcome outcome) {
    noted.add(new Noted(flow, outcome));
  }

  @Override
  public int choose(
      dev.sargasso.ir.graph.Node node, dev.sargasso.passes.motion.Candidates candidates) {
    return PlacementPolicies.CLICK.choose(node, candidates);
  }

  @Override
  public PlacementPolicy plan(Supplier<PlacementProblem> supplier) {
    PlacementProblem problem = supplier.get();
    int[] start = problem.blocks(PlacementPolicies.CLICK);
    Loader.loadNativeLibraries();
    PlacementModel model = new PlacementModel(problem);
    if (!model.build(start)) {
      String text = "too large (more than " + PlacementModel.MOST_CLAUSES + " clauses)";
      note(problem.controlFlow(), new Outcome(false, false, 1, text));
      return PlacementPolicies.CLICK;
    }
    CpSolver solver = new CpSolver();
    solver.getParameters().setMaxTimeInSeconds(seconds).setNumWorkers(1).setRandomSeed(1);
    CpSolverStatus status = solver.solve(model.model());
    boolean proven = status == CpSolverStatus.OPTIMAL;
    String size = model.freeCount() + " nodes with a choice";
    if (!proven && status != CpSolverStatus.FEASIBLE) {
      String text = String.format(Locale.ROOT, "not solved within %.1f s, %s", seconds, size);
      note(problem.controlFlow(), new Outcome(false, false, 1, text));
      return PlacementPolicies.CLICK;
    }
    double cost = solver.objectiveValue();
    double gap = cost <= 0 ? 0 : Math.max(0, (cost - solver.bestObjectiveBound()) / cost);
    String text =
        proven
            ? "proven (" + size + ")"
            : String.format(
                Locale.ROOT, "not proven within %.1f s: gap %.2f %%, %s", seconds, 100 * gap, size);
    note(problem.controlFlow(), new Outcome(true, proven, proven ? 0 : gap, text));
    int[] blocks = model.solution(solver);
    return (node, candidates) ->
        blocks[node.id()] >= 0
            ? blocks[node.id()]
            : PlacementPolicies.CLICK.choose(node, candidates);
  }
}
