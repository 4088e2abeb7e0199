package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random machine functions with all constraints, any control flow and any pressure: the checker
 * accepts what each combination of stages makes of them, and they compute what they computed.
 */
class AllocationsAreCorrectTest {
  /** {@code -Drandom.functions=100000} takes longer than anybody waits for. */
  private static final int FUNCTIONS = Integer.getInteger("random.functions", 400);

  @ParameterizedTest
  @EnumSource(AllocatorOptions.Choice.class)
  void spillingByNextUse(final AllocatorOptions.Choice choice) {
    for (int seed = 0; seed < FUNCTIONS; seed++) {
      allocate(seed, new AllocatorOptions(AllocatorOptions.Spilling.NEXT_USE, choice, seed));
    }
  }

  @ParameterizedTest
  @EnumSource(AllocatorOptions.Choice.class)
  void spillingEverywhere(final AllocatorOptions.Choice choice) {
    for (int seed = FUNCTIONS; seed < 2 * FUNCTIONS; seed++) {
      allocate(seed, new AllocatorOptions(AllocatorOptions.Spilling.EVERYWHERE, choice, seed));
    }
  }

  static RandomMachineFunction.Shape shape(final long seed) {
    final Random random = new Random(seed);
    return new RandomMachineFunction.Shape(
        1 + random.nextInt(20),
        1 + random.nextInt(20),
        random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(12),
        random.nextInt(6),
        random.nextInt(3) * 5,
        random.nextInt(5) > 0,
        random.nextBoolean());
  }

  private static void allocate(final long seed, final AllocatorOptions options) {
    final MachineFunction function = RandomMachineFunction.generate(seed, shape(seed));
    MachineVerifier.verify(function);
    final AllocatedFunction allocated = new RegisterAllocator(options).allocate(function);
    AllocationChecker.require(allocated);
    for (int choices = 0; choices < 3; choices++) {
      assertEquals(
          MachineInterpreter.run(function, choices, 200),
          MachineInterpreter.run(allocated, choices, 200),
          () -> function.name() + " with " + options);
    }
  }
}
