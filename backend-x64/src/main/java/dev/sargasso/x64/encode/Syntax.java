package dev.sargasso.x64.encode;

/** The two ways in which the GNU assembler reads x86 instructions. */
public enum Syntax {
  /**
   * Sources first, registers and immediates marked, sizes in the mnemonic: what {@code as} reads
   * unless told otherwise. No symbol can be taken for anything else in it, so it is the syntax of
   * assembly output.
   */
  ATT,
  /**
   * Destination first, as in the manuals of the processors ({@code .intel_syntax noprefix}). Easier
   * to read; but a symbol that is named like a register or an operator ({@code rax}, {@code
   * offset}) cannot be written in it.
   */
  INTEL
}
