package dev.sargasso.x64;

/** The instructions by which a function stops the program, with their trap codes. */
public final class TrapTable {
  private final int[] offsets;
  private final long[] codes;

  TrapTable(int[] offsets, long[] codes) {
    this.offsets = offsets;
    this.codes = codes;
  }

  /** How many there are. */
  public int count() {
    return offsets.length;
  }

  /** The offset in the code of the instruction that traps. */
  public int offset(int trap) {
    return offsets[trap];
  }

  /** The code that the GUARD or TRAP was made with; 0 for an UNREACHABLE. */
  public long code(int trap) {
    return codes[trap];
  }
}
