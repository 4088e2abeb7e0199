package dev.sargasso.passes.motion;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.order.OrderPriorities;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the program, the policy and the seed: the schedule obeys the rules. */
final class RandomProgramsTest {
  private static final int CHAOS_SEEDS = 20;

  @Property(tries = 30)
  void structuredProgramsAreScheduledRight(@ForAll long seed) {
    scheduleInAllWays(RandomProgram.of(seed, RandomShape.STRUCTURED));
  }

  @Property(tries = 30)
  void irreducibleProgramsAreScheduledRight(@ForAll long seed) {
    scheduleInAllWays(RandomProgram.of(seed, RandomShape.JUMPING));
  }

  @Property(tries = 30)
  void programsWithEndlessLoopsAreScheduledRight(@ForAll long seed) {
    scheduleInAllWays(RandomProgram.of(seed, RandomShape.WILD));
  }

  private static void scheduleInAllWays(Program program) {
    for (Function function : program.functions()) {
      for (PlacementPolicy policy : PlacementPolicies.byName().values()) {
        schedule(function, GlobalCodeMotion.Options.DEFAULT.with(policy));
        schedule(function, new GlobalCodeMotion.Options(policy, OrderPriorities.SOURCE));
      }
      for (int seed = 0; seed < CHAOS_SEEDS; seed++) {
        schedule(function, GlobalCodeMotion.Options.chaos(seed));
      }
    }
  }

  private static void schedule(Function function, GlobalCodeMotion.Options options) {
    Schedule schedule = GlobalCodeMotion.schedule(function, options);
    ScheduleVerifier.verify(function.name(), schedule);
  }
}
