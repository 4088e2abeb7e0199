package dev.sargasso.x64.encode;

/**
 * The operand patterns under which the assembler looks forms up: destination first; R a register, M
 * memory, I an immediate, A the implied accumulator, and so on.
 */
enum Slot {
  NONE,
  R,
  M,
  I,
  /** A short immediate that the processor sign-extends. */
  S,
  RR,
  RM,
  MR,
  RI,
  RS,
  MI,
  MS,
  /** Accumulator and immediate. */
  AI,
  /** Register and accumulator. */
  RA,
  /** Register and 64-bit immediate. */
  RW,
  /** Shift of a register by one. */
  R1,
  M1,
  /** Shift of a register by cl. */
  RC,
  MC,
  RRR,
  RRM,
  RMR,
  RRI,
  RMI,
  RRS,
  RMS,
  /** Branch with an 8-bit distance. */
  B,
  /** Branch with a 32-bit distance. */
  T;

  static final int COUNT = values().length;

  /** The slot of {@code form}, with its ModRM.rm operand in memory or in a register. */
  static Slot of(final Form form, final boolean memory) {
    final StringBuilder name = new StringBuilder(3);
    for (final OperandKind operand : form.operands()) {
      name.append(
          switch (operand.role()) {
            case REGISTER, REGISTER_IN_RM -> 'R';
            case REGISTER_OR_MEMORY -> memory ? 'M' : 'R';
            case MEMORY -> 'M';
            case IMMEDIATE -> 'I';
            case SHORT_IMMEDIATE -> 'S';
            case WIDE_IMMEDIATE -> 'W';
            case ONE -> '1';
            case COUNT -> 'C';
            case ACCUMULATOR -> 'A';
            case SHORT_TARGET -> 'B';
            case TARGET -> 'T';
          });
    }
    return name.isEmpty() ? NONE : valueOf(name.toString());
  }
}
