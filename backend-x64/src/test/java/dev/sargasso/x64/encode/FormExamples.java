package dev.sargasso.x64.encode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Emits every form of an instruction with every register, every register pair, every kind of
 * address and every size of displacement and immediate, through the assembler's public methods.
 */
final class FormExamples {
  private static final long[] IMMEDIATES = {
    0,
    1,
    -1,
    2,
    3,
    7,
    31,
    63,
    126,
    127,
    128,
    129,
    -127,
    -128,
    -129,
    255,
    256,
    -256,
    32767,
    32768,
    -32768,
    65535,
    65536,
    0x7fff_ffffL,
    0x8000_0000L,
    -0x8000_0000L,
    0xffff_ff80L,
    0xffff_ffffL,
    0x1_0000_0000L,
    -0x8000_0001L,
    0x1234_5678_9abcL,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final int[] DISPLACEMENTS = {
    0, 1, -1, 8, 127, 128, -128, -129, 4096, Integer.MAX_VALUE, Integer.MIN_VALUE
  };
  private static final int[] WIDTHS = {8, 16, 32, 64};

  private final Assembler assembler;
  private final Instruction instruction;
  private final List<int[]> addresses;
  private final Address address = new Address();
  private final int label;

  private FormExamples(final Assembler assembler, final Instruction instruction) {
    this.assembler = assembler;
    this.instruction = instruction;
    this.addresses =
        instruction == Instruction.MOV || instruction == Instruction.VADDSD ? all() : some();
    this.label = assembler.label();
  }

  static void emit(final Assembler assembler, final Instruction instruction) {
    final FormExamples examples = new FormExamples(assembler, instruction);
    assembler.bind(examples.label);
    for (final Slot slot : Slot.values()) {
      long previous = 0;
      for (final int width : WIDTHS) {
        final long word = FormTable.find(instruction, slot, width);
        // A form that ignores the width needs to be shown once.
        if (word != 0 && word != previous) {
          examples.slot(slot, width);
        }
        previous = word;
      }
    }
  }

  /** Every base with every index, scale and displacement. */
  private static List<int[]> all() {
    final List<int[]> result = new ArrayList<>();
    for (int base = -1; base < 16; base++) {
      for (int index = -1; index < 16; index++) {
        for (int scale = 1; scale <= 8; scale *= 2) {
          for (final int displacement : DISPLACEMENTS) {
            if (index != Register.RSP && (index >= 0 || scale == 1)) {
              result.add(new int[] {base, index, scale, displacement});
            }
          }
        }
      }
    }
    return result;
  }

  /** Every base with every displacement, and with every index. */
  private static List<int[]> some() {
    final List<int[]> result = new ArrayList<>();
    for (int base = -1; base < 16; base++) {
      for (final int displacement : DISPLACEMENTS) {
        result.add(new int[] {base, Register.NONE, 1, displacement});
      }
      for (int index = 0; index < 16; index++) {
        if (index != Register.RSP) {
          final int turn = base + 1 + index;
          result.add(
              new int[] {base, index, 1 << turn % 4, DISPLACEMENTS[turn % DISPLACEMENTS.length]});
        }
      }
    }
    return result;
  }

  private void slot(final Slot slot, final int width) {
    switch (slot) {
      case NONE -> assembler.op(instruction);
      case R -> registers(r -> one(width, r));
      case RR -> pairs(width, this::two);
      case RC -> registers(r -> assembler.rc(instruction, width, r));
      case RRR -> pairs(width, (w, a, b) -> registers(c -> assembler.rrr(instruction, w, a, b, c)));
      case RI -> {
        for (final long immediate : immediates(slot, width)) {
          registers(r -> assembler.ri(instruction, width, r, immediate));
        }
      }
      case RRI -> {
        for (final long immediate : immediates(slot, width)) {
          pairs(width, (w, a, b) -> assembler.rri(instruction, w, a, b, immediate));
        }
      }
      case I -> {
        for (final long immediate : immediates(slot, 32)) {
          assembler.i(instruction, (int) immediate);
        }
      }
      case M -> memory(r -> oneInMemory(width));
      case RM -> memory(r -> twoWithMemory(width, r));
      case MR -> memory(r -> assembler.mr(instruction, width, address, r));
      case MC -> memory(r -> assembler.mc(instruction, width, address));
      case MI -> {
        final long[] immediates = immediates(slot, width);
        final int[] turn = {0};
        memory(
            r ->
                assembler.mi(
                    instruction, width, address, immediates[turn[0]++ % immediates.length]));
        for (final long immediate : immediates) {
          assembler.mi(instruction, width, address.setLabel(label, 0), immediate);
          assembler.mi(instruction, width, address.set(Register.R13, 0), immediate);
        }
      }
      case RMI -> {
        final long[] immediates = immediates(slot, width);
        final int[] turn = {0};
        memory(
            r ->
                assembler.rmi(
                    instruction, width, r, address, immediates[turn[0]++ % immediates.length]));
      }
      case RRM ->
          memory(
              r ->
                  assembler.rrm(instruction, width, r, (5 * r + address.base() + 1) & 15, address));
      case RMR ->
          memory(
              r ->
                  assembler.rmr(instruction, width, r, address, (5 * r + address.base() + 1) & 15));
      // The assembler chooses these itself where they fit.
      case S, RS, MS, AI, RA, RW, R1, M1, RRS, RMS -> {}
      // Jumps have a test of their own.
      case B, T -> {}
    }
  }

  private void one(final int width, final int register) {
    if (instruction == Instruction.SET) {
      for (final Condition condition : Condition.values()) {
        assembler.set(condition, register);
      }
    } else {
      assembler.r(instruction, width, register);
    }
  }

  private void two(final int width, final int first, final int second) {
    if (instruction == Instruction.CMOV) {
      for (final Condition condition : Condition.values()) {
        assembler.cmov(condition, width, first, second);
      }
    } else {
      assembler.rr(instruction, width, first, second);
    }
  }

  private void oneInMemory(final int width) {
    if (instruction == Instruction.SET) {
      assembler.set(Condition.of(address.base() + 1 & 15), address);
    } else {
      assembler.m(instruction, width, address);
    }
  }

  private void twoWithMemory(final int width, final int register) {
    if (instruction == Instruction.CMOV) {
      assembler.cmov(Condition.of(register), width, register, address);
    } else {
      assembler.rm(instruction, width, register, address);
    }
  }

  private interface Pair {
    void accept(int width, int first, int second);
  }

  private static void registers(final IntConsumer body) {
    for (int register = 0; register < 16; register++) {
      body.accept(register);
    }
  }

  private static void pairs(final int width, final Pair body) {
    registers(a -> registers(b -> body.accept(width, a, b)));
  }

  /** Runs {@code body} with each address set, and with the registers in turn. */
  private void memory(final IntConsumer body) {
    int turn = 0;
    for (final int[] parts : addresses) {
      address.set(parts[0], parts[1], parts[2], parts[3]);
      body.accept(turn++ % 16);
    }
    registers(
        r -> {
          address.setLabel(label, r == 0 ? 0 : 1 << r);
          body.accept(r);
          address.setLabel(label, -r);
          body.accept(r);
        });
  }

  /**
   * The immediates that the form takes: any of the width, signed or unsigned; any byte if it has a
   * byte only.
   */
  private long[] immediates(final Slot slot, final int width) {
    final long word = FormTable.find(instruction, slot, slot == Slot.I ? 64 : width);
    final int bytes = (int) (word >>> FormTable.IMMEDIATE_SHIFT) & 15;
    final List<Long> result = new ArrayList<>();
    for (final long immediate : IMMEDIATES) {
      final boolean any = instruction == Instruction.MOV && width == 64 && slot == Slot.RI;
      final int bits = 8 * bytes;
      final long highest = width == 64 && bytes == 4 ? Integer.MAX_VALUE : (1L << bits) - 1;
      if (any || (immediate >= -(1L << (bits - 1)) && immediate <= highest)) {
        result.add(immediate);
      }
    }
    return result.stream().mapToLong(Long::longValue).toArray();
  }
}
