package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Steps counted, not time measured: sixteen times the size takes at most a little more than sixteen
 * times the work, on all shapes that have been the ruin of allocators.
 */
class WorkGrowsLinearlyTest {
  private static final int SMALL = 2_000;
  private static final int FACTOR = 16;
  private static final double EXPONENT = 1.12;

  /** Thousands of nested loops: what is live grows with the depth, a word for every 64 values. */
  private static final double DEEP_EXPONENT = 1.18;

  @ParameterizedTest
  @EnumSource(GrowingFunction.class)
  void atMostSlightlyMore(final GrowingFunction shape) {
    final long small = work(shape, SMALL);
    final long large = work(shape, SMALL * FACTOR);
    final double exponent = Math.log((double) large / small) / Math.log(FACTOR);
    final double allowed = shape == GrowingFunction.LOOP_NEST ? DEEP_EXPONENT : EXPONENT;
    assertTrue(exponent <= allowed, () -> shape + ": " + small + " to " + large);
  }

  private static long work(final GrowingFunction shape, final int size) {
    final MachineFunction function = shape.make(size);
    final RegisterAllocator allocator = new RegisterAllocator(AllocatorOptions.DEFAULT);
    final AllocatedFunction allocated = allocator.allocate(function);
    if (size == SMALL) {
      AllocationChecker.require(allocated);
    }
    // What each instruction, operand and edit takes at least, and what was counted beyond.
    return function.instructionCount()
        + function.operandTotal()
        + allocated.itemCount()
        + allocator.work().steps();
  }
}
