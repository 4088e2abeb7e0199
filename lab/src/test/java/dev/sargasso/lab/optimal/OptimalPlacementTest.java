package dev.sargasso.lab.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.motion.Candidates;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.motion.PlacementProblem;
import dev.sargasso.passes.order.OrderPriorities;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The optimum is legal, and nobody finds anything cheaper. */
final class OptimalPlacementTest {
  /** Frequencies are rounded to thousandths. */
  private static final double ROUNDING = 1e-2;

  private static Schedule schedule(Function function, PlacementPolicy policy) {
    Schedule schedule =
        GlobalCodeMotion.schedule(
            function, new GlobalCodeMotion.Options(policy, OrderPriorities.SOURCE));
    ScheduleVerifier.verify(function.name(), schedule);
    return schedule;
  }

  /** Anything, but nodes that are folded stay with their users, as the model has it. */
  private record Anything(long seed, @Nullable PlacementProblem problem)
      implements PlacementPolicy {
    @Override
    public PlacementPolicy plan(Supplier<PlacementProblem> supplier) {
      return new Anything(seed, supplier.get());
    }

    @Override
    public int choose(Node node, Candidates candidates) {
      long bits = OrderPriorities.mix(seed, node.id());
      return problem == null || problem.isFolded(node)
          ? candidates.late()
          : candidates.block((int) Long.remainderUnsigned(bits, candidates.count()));
    }
  }

  @Test
  void nothingIsCheaper() {
    int compared = 0;
    for (int seed = 1; seed <= 12; seed++) {
      for (Function function : RandomProgram.of(seed, RandomShape.JUMPING).functions()) {
        OptimalPlacement optimal = new OptimalPlacement(5);
        Schedule best = schedule(function, optimal);
        OptimalPlacement.Outcome outcome = optimal.outcome(best.controlFlow());
        assertNotNull(outcome);
        if (!outcome.proven()) {
          continue;
        }
        double least = CostModel.cost(best);
        List<PlacementPolicy> others = new ArrayList<>();
        others.add(PlacementPolicies.CLICK);
        others.add(PlacementPolicies.LATE);
        for (int i = 0; i < 30; i++) {
          others.add(new Anything(i, null));
        }
        for (PlacementPolicy other : others) {
          double cost = CostModel.cost(schedule(function, other));
          assertTrue(
              least <= cost + ROUNDING * (1 + function.graph().size()),
              () -> function.name() + ": " + least + " and " + cost);
          compared++;
        }
      }
    }
    assertTrue(compared > 100);
  }

  @Test
  void withoutTimeItIsClick() {
    Function function = RandomProgram.of(3, RandomShape.STRUCTURED).functions().iterator().next();
    OptimalPlacement hurried = new OptimalPlacement(1e-9);
    Schedule schedule = schedule(function, hurried);
    OptimalPlacement.Outcome outcome = hurried.outcome(schedule.controlFlow());
    assertNotNull(outcome);
    if (!outcome.solved()) {
      assertEquals(
          CostModel.cost(schedule(function, PlacementPolicies.CLICK)),
          CostModel.cost(schedule),
          1e-9);
    }
  }
}
