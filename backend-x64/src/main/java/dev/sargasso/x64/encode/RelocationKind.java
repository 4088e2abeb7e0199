package dev.sargasso.x64.encode;

/**
 * The relocations that our code and data need, with their numbers in the System V ABI for AMD64
 * (table 4.9). With S the symbol's address, A the addend, P the place, L the symbol's procedure
 * linkage stub and G its slot of the global offset table, the field receives the value that each
 * constant states.
 */
public enum RelocationKind {
  /** {@code S + A}, 64 bits. */
  ABSOLUTE64(1, 8, "R_X86_64_64"),
  /** {@code S + A - P}, 32 bits. */
  PC32(2, 4, "R_X86_64_PC32"),
  /** {@code S + A}, 32 bits, not negative: a place within a section that is not loaded. */
  ABSOLUTE32(10, 4, "R_X86_64_32"),
  /**
   * {@code L + A - P}, 32 bits: a call or a jump, by way of a stub if the symbol is far away or in
   * another module.
   */
  PLT32(4, 4, "R_X86_64_PLT32"),
  /** {@code G + A - P}, 32 bits. */
  GOTPCREL(9, 4, "R_X86_64_GOTPCREL"),
  /**
   * As {@link #GOTPCREL}, in an instruction without REX prefix that the linker may turn into a
   * direct form.
   */
  GOTPCRELX(41, 4, "R_X86_64_GOTPCRELX"),
  /**
   * As {@link #GOTPCREL}, in an instruction with REX prefix that the linker may turn into a direct
   * form.
   */
  REX_GOTPCRELX(42, 4, "R_X86_64_REX_GOTPCRELX");

  private final int number;
  private final int size;
  private final String elfName;

  RelocationKind(final int number, final int size, final String elfName) {
    this.number = number;
    this.size = size;
    this.elfName = elfName;
  }

  /** The number in an ELF file. */
  public int number() {
    return number;
  }

  /** The field's size in bytes. */
  public int size() {
    return size;
  }

  /** The ABI's name. */
  public String elfName() {
    return elfName;
  }

  /** Whether the field receives the distance to a slot of the global offset table. */
  public boolean isGotSlot() {
    return this == GOTPCREL || this == GOTPCRELX || this == REX_GOTPCRELX;
  }
}
