package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Large functions are scheduled and verified on the stack that every thread has. The limit is no
 * measurement: what is quadratic in them does not end in minutes.
 */
@Timeout(120)
final class LargeFunctionsTest {
  private static final int SIZE = 30_000;

  @ParameterizedTest
  @EnumSource
  void areScheduled(LargeFunctions shape) {
    Function function = shape.make(SIZE);
    assertTrue(function.graph().size() > SIZE / 10);
    GraphVerifier.verify(function);
    for (PlacementPolicy policy : PlacementPolicies.byName().values()) {
      Schedule schedule =
          GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT.with(policy));
      ScheduleVerifier.verify(function.name(), schedule);
    }
    Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.chaos(1));
    ScheduleVerifier.verify(function.name(), schedule);
  }
}
