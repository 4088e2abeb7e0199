package dev.sargasso.x64.encode;

import java.util.ArrayList;
import java.util.List;

/**
 * The instruction table in the shape that the encoder interprets: for each instruction, operand
 * pattern and width one packed word that holds all facts of the chosen form, so that encoding needs
 * one load and no search.
 */
final class FormTable {
  private static final int WIDTHS = 5;

  // The packed word, from the lowest bit.
  static final long OPCODE_MASK = 0xffL;
  static final int MAP_SHIFT = 8;
  static final int PREFIX_SHIFT = 10;
  static final long OPERAND_SIZE_PREFIX = 1L << 12;
  static final long WIDE = 1L << 13;
  static final long VEX = 1L << 14;
  static final long REGISTER_IN_OPCODE = 1L << 15;
  static final int DIGIT_SHIFT = 16;
  static final long DIGIT = 1L << 19;
  static final long REG_IS_BYTE = 1L << 20;
  static final long RM_IS_BYTE = 1L << 21;
  static final int IMMEDIATE_SHIFT = 22;
  static final long RM_FIRST = 1L << 26;
  static final long RM_SECOND = 1L << 27;
  static final long HAS_SHORTER_TWIN = 1L << 28;
  static final long MOD_RM = 1L << 29;
  static final long PRESENT = 1L << 30;
  static final int FORM_SHIFT = 32;
  static final int SECOND_OPCODE_SHIFT = 48;
  static final long SECOND_OPCODE = 1L << 56;

  private static final Form[] FORMS;
  private static final long[] WORDS;

  static {
    final Instruction[] instructions = Instruction.values();
    final List<Form> forms = new ArrayList<>(512);
    WORDS = new long[instructions.length * Slot.COUNT * WIDTHS];
    for (final Instruction instruction : instructions) {
      for (final String notation : instruction.forms()) {
        final Form form = Form.parse(instruction, notation);
        final long word = pack(form, forms.size());
        forms.add(form);
        if (form.acceptsRegister()) {
          enter(form, word, Slot.of(form, false));
        }
        if (form.acceptsMemory()) {
          enter(form, word, Slot.of(form, true));
        }
      }
    }
    FORMS = forms.toArray(Form[]::new);
  }

  private FormTable() {}

  private static void enter(final Form form, final long word, final Slot slot) {
    final int first = (form.instruction().ordinal() * Slot.COUNT + slot.ordinal()) * WIDTHS;
    for (int i = 0; i < WIDTHS; i++) {
      if ((form.widths() >> i & 1) != 0 && WORDS[first + i] == 0) {
        WORDS[first + i] = word | packWidth(form, 8 << i);
      }
    }
    if (slot == Slot.RA || (slot == Slot.MR && form.isVex())) {
      markShorterTwin(form.instruction());
    }
  }

  /**
   * Marks the two-register forms of an instruction that has a form which is shorter for some
   * registers.
   */
  private static void markShorterTwin(final Instruction instruction) {
    final int first = (instruction.ordinal() * Slot.COUNT + Slot.RR.ordinal()) * WIDTHS;
    for (int i = 0; i < WIDTHS; i++) {
      final boolean twin = i > 0 || (WORDS[first + i] & VEX) != 0;
      if (WORDS[first + i] != 0 && twin) {
        WORDS[first + i] |= HAS_SHORTER_TWIN;
      }
    }
  }

  /** The facts that depend on the operation's width. */
  private static long packWidth(final Form form, final int width) {
    return (long) form.immediateSize(width) << IMMEDIATE_SHIFT
        | (form.hasOperandSizePrefix(width) ? OPERAND_SIZE_PREFIX : 0)
        | (form.isWide(width) ? WIDE : 0);
  }

  /** The facts that do not depend on the operation's width. */
  private static long pack(final Form form, final int number) {
    long word = PRESENT | form.opcode() | (long) number << FORM_SHIFT;
    word |= (long) form.map().ordinal() << MAP_SHIFT;
    word |= (long) form.prefix() << PREFIX_SHIFT;
    word |= form.isVex() ? VEX : 0;
    word |= form.hasRegisterInOpcode() ? REGISTER_IN_OPCODE : 0;
    word |= form.hasModRm() ? MOD_RM : 0;
    if (form.digit() >= 0) {
      word |= DIGIT | (long) form.digit() << DIGIT_SHIFT;
    }
    if (form.secondOpcode() >= 0) {
      word |= SECOND_OPCODE | (long) form.secondOpcode() << SECOND_OPCODE_SHIFT;
    }
    final int register = form.registerOperand();
    final int rm = form.rmOperand();
    if (rm >= 0 && form.operands()[rm].isByteRegister()) {
      word |= RM_IS_BYTE;
    }
    if (register >= 0 && form.operands()[register].isByteRegister()) {
      // A register in the opcode byte is extended by REX.B, as ModRM.rm is.
      word |= form.hasRegisterInOpcode() ? RM_IS_BYTE : REG_IS_BYTE;
    }
    if (rm == 0) {
      word |= RM_FIRST;
    } else if (rm == 1) {
      word |= RM_SECOND;
    }
    return word;
  }

  /** The form numbered {@code number}. */
  static Form form(final int number) {
    return FORMS[number];
  }

  /** The form that packed word {@code word} came from. */
  static int formNumber(final long word) {
    return (int) (word >>> FORM_SHIFT) & 0xffff;
  }

  /** How many forms there are. */
  static int formCount() {
    return FORMS.length;
  }

  /**
   * The packed word for an operation of {@code width} bits, or zero if there is no such form.
   *
   * @throws IllegalArgumentException if the width is not 8, 16, 32, 64 or 128
   */
  static long find(final Instruction instruction, final Slot slot, final int width) {
    final int index = 28 - Integer.numberOfLeadingZeros(width);
    if ((width & (width - 1)) != 0 || index < 0 || index >= WIDTHS) {
      throw new IllegalArgumentException("width " + width + " is not 8, 16, 32, 64 or 128");
    }
    return WORDS[(instruction.ordinal() * Slot.COUNT + slot.ordinal()) * WIDTHS + index];
  }

  /**
   * As {@link #find}, for a form that must exist.
   *
   * @throws IllegalArgumentException if there is no such form
   */
  static long get(final Instruction instruction, final Slot slot, final int width) {
    final long word = find(instruction, slot, width);
    if (word == 0) {
      throw missing(instruction, slot, width);
    }
    return word;
  }

  static IllegalArgumentException missing(
      final Instruction instruction, final Slot slot, final int width) {
    return new IllegalArgumentException(
        instruction + " has no form with operands " + slot + " at " + width + " bits");
  }
}
