package dev.sargasso.x64.machine;

/**
 * Where the allocator put a value: an int that is a physical register (0 to 31) or, from {@value
 * #FIRST_SLOT} on, a spill slot.
 */
public final class Location {
  /** No location: the operand's value is dead or was never placed. */
  public static final int NONE = -1;

  /** The location of spill slot 0. */
  public static final int FIRST_SLOT = PhysicalRegister.COUNT;

  private Location() {}

  /** Whether the location is a physical register. */
  public static boolean isRegister(final int location) {
    return location >= 0 && location < FIRST_SLOT;
  }

  /** Whether the location is a spill slot. */
  public static boolean isSlot(final int location) {
    return location >= FIRST_SLOT;
  }

  /** The index of the spill slot that the location is. */
  public static int slotOf(final int location) {
    return location - FIRST_SLOT;
  }

  /** The location that a spill slot is. */
  public static int ofSlot(final int slot) {
    return slot + FIRST_SLOT;
  }

  /** A register's name, {@code [3]} for slot 3, or {@code -}. */
  public static String nameOf(final int location) {
    if (location == NONE) {
      return "-";
    }
    return isRegister(location) ? PhysicalRegister.nameOf(location) : "[" + slotOf(location) + "]";
  }
}
