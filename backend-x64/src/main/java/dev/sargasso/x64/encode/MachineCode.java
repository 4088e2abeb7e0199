package dev.sargasso.x64.encode;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One function in machine code: position independent but for its relocations. Holds its arrays,
 * does not copy them: treat them as read-only.
 */
public final class MachineCode {
  private final byte[] bytes;
  private final int codeSize;
  private final int alignment;
  private final List<Relocation> relocations;
  private final int[] labels;
  private final byte[] constants;
  private final int constantsAlignment;
  private final String constantsSymbol;
  private final int[] marks;
  private final UnwindTable unwindTable;
  private final @Nullable InstructionTrace trace;

  MachineCode(
      final byte[] bytes,
      final int codeSize,
      final int alignment,
      final List<Relocation> relocations,
      final int[] labels,
      final byte[] constants,
      final int constantsAlignment,
      final String constantsSymbol,
      final int[] marks,
      final UnwindTable unwindTable,
      final @Nullable InstructionTrace trace) {
    this.bytes = bytes;
    this.codeSize = codeSize;
    this.alignment = alignment;
    this.relocations = relocations;
    this.labels = labels;
    this.constants = constants;
    this.constantsAlignment = constantsAlignment;
    this.constantsSymbol = constantsSymbol;
    this.marks = marks;
    this.unwindTable = unwindTable;
    this.trace = trace;
  }

  /** The instructions, then the jump tables, then the constants unless these are kept apart. */
  public byte[] bytes() {
    return bytes;
  }

  /** How many of the bytes are instructions. */
  public int codeSize() {
    return codeSize;
  }

  /** The multiple of bytes at which the function must start: a power of two, at least 16. */
  public int alignment() {
    return alignment;
  }

  /** The fields of {@link #bytes} that refer to symbols, by rising offset. */
  public List<Relocation> relocations() {
    return relocations;
  }

  /**
   * Where {@code label} lies in {@link #bytes}, or in {@link #constants} if it is a constant's and
   * they are apart.
   */
  public int labelOffset(final int label) {
    return labels[label];
  }

  /** The constants that are kept apart from the code; empty otherwise. */
  public byte[] constants() {
    return constants;
  }

  /** The multiple of bytes at which {@link #constants} must start. */
  public int constantsAlignment() {
    return constantsAlignment;
  }

  /**
   * The local symbol by which the relocations call the start of {@link #constants}; empty if there
   * are none.
   */
  public String constantsSymbol() {
    return constantsSymbol;
  }

  /** How many marks the caller has set. */
  public int markCount() {
    return marks.length / 2;
  }

  /** The offset of mark number {@code index}; rises with the index. */
  public int markOffset(final int index) {
    return marks[2 * index];
  }

  /** The value of mark number {@code index}. */
  public int mark(final int index) {
    return marks[2 * index + 1];
  }

  /** How the stack is unwound from anywhere in the code, as far as the assembler was told. */
  public UnwindTable unwindTable() {
    return unwindTable;
  }

  /** What was emitted, if the assembler was asked to record it. */
  @Nullable InstructionTrace trace() {
    return trace;
  }
}
