package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.PhysicalRegister;

/** Which value is in which physical register at the point that colouring has reached. */
final class RegisterFile {
  private final byte[] registerOf;
  private final int[] occupant = new int[PhysicalRegister.COUNT];
  private long occupied;
  private long everOccupied;

  RegisterFile(final Analysis analysis) {
    registerOf = analysis.scratch().bytes(analysis.function().registerCount(), -1);
  }

  /** The register that a value is in, or -1. */
  int registerOf(final int value) {
    return registerOf[value];
  }

  /** The value in an occupied register. */
  int occupant(final int register) {
    return occupant[register];
  }

  /** The set of occupied registers. */
  long occupied() {
    return occupied;
  }

  /** The set of registers that were ever occupied. */
  long everOccupied() {
    return everOccupied;
  }

  /** Puts a value, which is in no register, into a free one. */
  void place(final int value, final int register) {
    assert registerOf[value] < 0 && ((occupied >>> register) & 1) == 0;
    registerOf[value] = (byte) register;
    occupant[register] = value;
    occupied |= 1L << register;
    everOccupied |= 1L << register;
  }

  /** Takes a value out of its register. */
  void remove(final int value) {
    occupied &= ~(1L << registerOf[value]);
    registerOf[value] = -1;
  }

  /** Takes all values out. */
  void clear() {
    for (; occupied != 0; occupied &= occupied - 1) {
      registerOf[occupant[Long.numberOfTrailingZeros(occupied)]] = -1;
    }
  }
}
