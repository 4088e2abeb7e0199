package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Without constraints the interference graph is chordal: colouring needs exactly as many registers
 * as values are live together, and moves nothing but arguments to parameters.
 */
class ColoursEqualCliquesTest {
  @Test
  void lowestColours() {
    int compared = 0;
    for (long seed = 0; seed < 600; seed++) {
      final Random random = new Random(seed);
      final MachineFunction function =
          RandomMachineFunction.generate(
              seed,
              new RandomMachineFunction.Shape(
                  1 + random.nextInt(30), 8, 0, random.nextInt(3), 0, false, false));
      final ControlFlow flow = new ControlFlow();
      flow.compute(function);
      final Liveness liveness = new Liveness();
      liveness.compute(function, flow);
      final AllocatedFunction allocated = new AllocatedFunction(function);
      final Analysis analysis =
          new Analysis(
              function,
              flow,
              liveness,
              new Demand(function, liveness, allocated),
              new PlainInstructions(function),
              new Rematerialisation(function),
              new Work(),
              allocated);
      final Pressure pressure = new Pressure(analysis);
      if (!pressure.fits()) {
        continue;
      }
      compared++;
      final Colouring colouring =
          new Colouring(analysis, SpillPlan.withoutSpilling(analysis), new LowestRegister());
      colouring.run();
      AllocationChecker.require(allocated);
      for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
        assertEquals(
            pressure.greatestClique(registerClass),
            coloursUsed(colouring, allocated, registerClass),
            function.name());
      }
    }
    assertTrue(compared > 200, "only " + compared);
  }

  private static int coloursUsed(
      final Colouring colouring, final AllocatedFunction allocated, final int registerClass) {
    long used = colouring.registersUsed();
    final MachineFunction function = allocated.function();
    for (int at = 0; at < function.instructionCount(); at++) {
      for (int index = 0; index < function.operandCount(at); index++) {
        final int location = allocated.location(at, index);
        used |= Location.isRegister(location) ? 1L << location : 0;
      }
    }
    return Long.bitCount(used & PhysicalRegister.maskOf(registerClass));
  }
}
