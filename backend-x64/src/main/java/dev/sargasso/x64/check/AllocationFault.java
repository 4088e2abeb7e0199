package dev.sargasso.x64.check;

import dev.sargasso.x64.machine.Location;

/**
 * What is wrong with an allocation.
 *
 * @param function the function's name
 * @param block the block
 * @param instruction the instruction, or -1 if the fault is not at one
 * @param operand the operand's index, or -1
 * @param location the location concerned, or {@link Location#NONE}
 * @param what what is wrong there
 */
public record AllocationFault(
    String function, int block, int instruction, int operand, int location, String what) {
  @Override
  public String toString() {
    return function
        + ": block "
        + block
        + (instruction < 0 ? "" : ", instruction " + instruction)
        + (operand < 0 ? "" : ", operand " + operand)
        + (location == Location.NONE ? "" : ", location " + Location.nameOf(location))
        + ": "
        + what;
  }
}
