package dev.sargasso.x64.emit;

import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Condition;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.Register;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.select.MachineOp;
import dev.sargasso.x64.select.Opcode;
import dev.sargasso.x64.select.Shape;

/** Emits instructions that do not move control, one at a time. */
final class InstructionEmitter {
  private final Assembler assembler;
  private final Operands operands;
  private final Comparisons comparisons;
  private final boolean small;
  private final Address scratch = new Address();

  /** The register whose value the flags describe, or none; see {@link #flagCondition}. */
  private int flagRegister = Register.NONE;

  private int flagWidth;
  private boolean flagsShowOrder;

  InstructionEmitter(
      Assembler assembler, Operands operands, Comparisons comparisons, boolean small) {
    this.small = small;
    this.assembler = assembler;
    this.operands = operands;
    this.comparisons = comparisons;
  }

  /** Emits the instruction that the operands are of. */
  void emit() {
    MachineOp operation = Opcode.operation(operands.opcode());
    if (!operation.keepsFlags()) {
      comparisons.forget();
    }
    if (operation == MachineOp.CMOV) {
      emit(false);
      flagRegister = Register.NONE;
    } else if (!leavesFlags(operation)) {
      flagRegister = Register.NONE;
      emit(false);
    } else {
      emit(false);
      if (operation.shape() != Shape.STORE && operands.location(0) == flagRegister) {
        flagRegister = Register.NONE;
      }
    }
    if (operands.count() > 0) {
      comparisons.overwrite(operands.location(0));
    }
  }

  /**
   * Emits it as a part of what the allocator put in.
   *
   * @param keepsFlags whether flags that are known must stay as they are
   */
  void emitAgain(boolean keepsFlags) {
    overwrite(operands.location(0));
    if (!keepsFlags) {
      forgetFlags();
    }
    emit(keepsFlags);
  }

  private void emit(boolean keepsFlags) {
    MachineOp operation = Opcode.operation(operands.opcode());
    switch (operation.shape()) {
      case UNARY -> unary(operation);
      case IN_PLACE -> inPlace(operation);
      case BINARY -> binary(operation);
      case SHIFT -> shift(operation);
      case SHIFT_BY_ANY -> shiftByAny(operation);
      case WITH_IMMEDIATE -> withImmediate(operation);
      case BINARY_WITH_IMMEDIATE -> binaryWithImmediate(operation);
      case STORE -> store(operation);
      case SPECIAL -> special(operation, keepsFlags);
    }
  }

  // ------------------------------------------------------------------- flags

  /** Nothing is known of the flags from now on. */
  void forgetFlags() {
    flagRegister = Register.NONE;
    comparisons.forget();
  }

  /** A move writes a register. */
  private void overwrite(int location) {
    if (flagRegister == location) {
      flagRegister = Register.NONE;
    }
    comparisons.overwrite(location);
  }

  /** Whether an instruction does not touch the flags at all. */
  private boolean leavesFlags(MachineOp operation) {
    return switch (operation) {
      case CMOV, VECTOR_SELECT -> false;
      case INTEGER -> operands.immediate() != 0;
      default -> operation.keepsFlags();
    };
  }

  /** The last instruction set the flags by its result. */
  private void describe(MachineOp operation, int register) {
    switch (operation) {
      case ADD, SUB -> flagsShowOrder = (operands.opcode() & Opcode.NO_OVERFLOW) != 0;
      case AND, OR, XOR -> flagsShowOrder = true;
      case SHL, SHR, SAR, NEG -> flagsShowOrder = false;
      default -> {
        return;
      }
    }
    flagRegister = register;
    comparisons.forget();
    flagWidth = operands.width();
  }

  /**
   * The condition to ask of the flags as they are, instead of comparing a register with zero and
   * asking {@code condition}; -1 if they do not tell.
   */
  private int flagCondition(int condition, int register, int width) {
    if (register != flagRegister || width != flagWidth) {
      return -1;
    }
    return switch (Condition.of(condition)) {
      case EQUAL, NOT_EQUAL -> condition;
      case LESS -> Condition.NEGATIVE.code();
      case GREATER_EQUAL -> Condition.NOT_NEGATIVE.code();
      case LESS_EQUAL, GREATER -> flagsShowOrder ? condition : -1;
      default -> -1;
    };
  }

  /**
   * The condition on the flags as they are that is the same as that of the instruction in work, if
   * it compares with zero what the flags describe; else -1.
   *
   * @param first the first comparand's operand index
   */
  int knownCondition(int first) {
    int opcode = operands.opcode();
    boolean withZero =
        Opcode.comparison(opcode) == Opcode.COMPARE
            && operands.source() == Opcode.IMMEDIATE
            && operands.immediate() == 0
            && operands.isRegister(first);
    return withZero
        ? flagCondition(Opcode.condition(opcode), operands.location(first), operands.width())
        : -1;
  }

  // -------------------------------------------------------------- plain shapes

  private void unary(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    int result = operands.register(0);
    boolean fromMemory = operands.source() == Opcode.MEMORY;
    if (operation.mergesResult() && (fromMemory || operands.location(1) != operands.location(0))) {
      assembler.rr(Instruction.XORPS, 128, result, result);
    }
    if (fromMemory) {
      assembler.rm(instruction, width, result, operands.address());
    } else if (!operands.isRegister(1)) {
      assembler.rm(instruction, width, result, operands.spilled(1));
    } else if (operation != MachineOp.MOV || width < 64 || operands.register(1) != result) {
      assembler.rr(instruction, width, result, operands.register(1));
    }
  }

  private void inPlace(MachineOp operation) {
    if (operands.source() == Opcode.MEMORY_REGISTER) {
      assembler.m(operation.instruction(), operands.width(), operands.address());
    } else {
      assembler.r(operation.instruction(), operands.width(), operands.register(0));
      describe(operation, operands.location(0));
    }
  }

  private void binary(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    if (operation == MachineOp.ADD
        && (operands.source() == Opcode.REGISTER || operands.source() == Opcode.IMMEDIATE)) {
      add(width);
      return;
    }
    switch (operands.source()) {
      case Opcode.REGISTER -> {
        if (operands.isRegister(2)) {
          assembler.rr(instruction, width, operands.register(0), operands.register(2));
        } else {
          assembler.rm(instruction, width, operands.register(0), operands.spilled(2));
        }
        describe(operation, operands.location(0));
      }
      case Opcode.IMMEDIATE -> {
        assembler.ri(instruction, width, operands.register(0), operands.immediate());
        describe(operation, operands.location(0));
      }
      case Opcode.MEMORY -> {
        assembler.rm(instruction, width, operands.register(0), operands.address());
        describe(operation, operands.location(0));
      }
      case Opcode.MEMORY_REGISTER ->
          assembler.mr(instruction, width, operands.address(), operands.register(0));
      default -> {
        int immediate = Opcode.besideAddress(operands.immediate());
        if (small && operation == MachineOp.ADD && (immediate == 1 || immediate == -1)) {
          assembler.m(
              immediate == 1 ? Instruction.INC : Instruction.DEC, width, operands.address());
        } else {
          assembler.mi(instruction, width, operands.address(), immediate);
        }
      }
    }
  }

  /** With its result in any register: lea is an addition of three operands. */
  private void add(int width) {
    int result = operands.register(0);
    int left = operands.register(1);
    if (operands.source() == Opcode.IMMEDIATE) {
      long immediate = operands.immediate();
      if (result != left) {
        if (immediate == 0) {
          assembler.rr(Instruction.MOV, width, result, left);
        } else {
          assembler.rm(Instruction.LEA, width, result, scratch.set(left, (int) immediate));
        }
      } else if (small && (immediate == 1 || immediate == -1)) {
        assembler.r(immediate == 1 ? Instruction.INC : Instruction.DEC, width, result);
        describe(MachineOp.ADD, result);
      } else if (immediate == 128) {
        assembler.ri(Instruction.SUB, width, result, -128);
        describe(MachineOp.ADD, result);
      } else if (immediate != 0) {
        assembler.ri(Instruction.ADD, width, result, immediate);
        describe(MachineOp.ADD, result);
      }
      return;
    }
    if (!operands.isRegister(2)) {
      if (result != left) {
        assembler.rr(Instruction.MOV, width, result, left);
      }
      assembler.rm(Instruction.ADD, width, result, operands.spilled(2));
      describe(MachineOp.ADD, result);
      return;
    }
    int right = operands.register(2);
    if (result == left) {
      assembler.rr(Instruction.ADD, width, result, right);
      describe(MachineOp.ADD, result);
    } else if (result == right) {
      assembler.rr(Instruction.ADD, width, result, left);
      describe(MachineOp.ADD, result);
    } else {
      assembler.rm(Instruction.LEA, width, result, scratch.set(left, right, 1, 0));
    }
  }

  private void shift(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    switch (operands.source()) {
      case Opcode.IMMEDIATE -> shiftByImmediate(operation, width);
      case Opcode.MEMORY_IMMEDIATE ->
          assembler.mi(
              instruction, width, operands.address(), Opcode.besideAddress(operands.immediate()));
      default -> assembler.rc(instruction, width, operands.register(0));
    }
  }

  private void shiftByImmediate(MachineOp operation, int width) {
    int result = operands.register(0);
    int operand = operands.register(1);
    int count = (int) operands.immediate();
    if (operation == MachineOp.SHL && result != operand) {
      if (count == 1) {
        assembler.rm(Instruction.LEA, width, result, scratch.set(operand, operand, 1, 0));
      } else {
        assembler.rm(
            Instruction.LEA, width, result, scratch.set(Register.NONE, operand, 1 << count, 0));
      }
    } else if (operation == MachineOp.SHL && count == 1) {
      assembler.rr(Instruction.ADD, width, result, result);
      describe(operation, result);
    } else {
      assembler.ri(operation.instruction(), width, result, count);
      // A shift by nothing leaves the flags as they are.
      if ((count & (width - 1)) != 0) {
        describe(operation, result);
      }
    }
  }

  private void shiftByAny(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    int result = operands.register(0);
    if (operands.source() == Opcode.MEMORY) {
      assembler.rmr(instruction, width, result, operands.address(), operands.register(1));
    } else if (operands.isRegister(1)) {
      assembler.rrr(instruction, width, result, operands.register(1), operands.register(2));
    } else {
      assembler.rmr(instruction, width, result, operands.spilled(1), operands.register(2));
    }
  }

  private void withImmediate(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    int result = operands.register(0);
    if (operands.source() == Opcode.MEMORY) {
      assembler.rmi(
          instruction,
          width,
          result,
          operands.address(),
          Opcode.besideAddress(operands.immediate()));
    } else if (operands.isRegister(1)) {
      assembler.rri(instruction, width, result, operands.register(1), operands.immediate());
    } else {
      assembler.rmi(instruction, width, result, operands.spilled(1), operands.immediate());
    }
  }

  private void binaryWithImmediate(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    int result = operands.register(0);
    if (operands.isRegister(2)) {
      assembler.rri(instruction, width, result, operands.register(2), operands.immediate());
    } else {
      assembler.rmi(instruction, width, result, operands.spilled(2), operands.immediate());
    }
  }

  private void store(MachineOp operation) {
    Instruction instruction = operation.instruction();
    int width = operands.width();
    if (operands.source() == Opcode.MEMORY_IMMEDIATE) {
      long value = Opcode.besideAddress(operands.immediate());
      assembler.mi(
          instruction,
          width,
          operands.address(),
          width == 8 ? (byte) value : width == 16 ? (short) value : value);
    } else {
      assembler.mr(instruction, width, operands.address(), operands.register(0));
    }
  }

  // ------------------------------------------------------------------ special

  private void special(MachineOp operation, boolean keepsFlags) {
    switch (operation) {
      case INTEGER -> integer(keepsFlags);
      case LEA ->
          assembler.rm(Instruction.LEA, operands.width(), operands.register(0), operands.address());
      case ALIGNED_SLOT -> {
        int alignment = ((dev.sargasso.ir.graph.StackSlot) operands.attribute()).alignment();
        assembler.rm(Instruction.LEA, 64, operands.register(0), operands.alignedSlot());
        assembler.ri(Instruction.AND, 64, operands.register(0), -(long) alignment);
      }
      case VECTOR_ZERO -> {
        int result = operands.register(0);
        assembler.rr(Instruction.XORPS, 128, result, result);
      }
      case LEADING_ZEROS, TRAILING_ZEROS -> countByScan(operation);
      case ANDN ->
          assembler.rrr(
              Instruction.ANDN,
              operands.width(),
              operands.register(0),
              operands.register(1),
              operands.register(2));
      case BTS, BTR, BTC -> {
        if (operands.source() == Opcode.IMMEDIATE) {
          assembler.ri(
              operation.instruction(),
              operands.width(),
              operands.register(0),
              operands.immediate());
        } else {
          assembler.rr(
              operation.instruction(),
              operands.width(),
              operands.register(0),
              operands.register(2));
        }
      }
      case MULTIPLY_HIGH, UNSIGNED_MULTIPLY_HIGH -> oneOperand(operation, 2);
      case DIVIDE, UNSIGNED_DIVIDE -> divide(operation);
      case SET -> comparisons.set();
      case CMOV -> {
        int known = knownCondition(3);
        if (known >= 0) {
          comparisons.conditionalMove(known);
        } else {
          comparisons.conditionalMove();
        }
      }
      case VECTOR_SELECT -> comparisons.vectorSelect();
      case UNSIGNED_TO_SS, UNSIGNED_TO_SD -> fromUnsigned(operation);
      case SS_TO_UNSIGNED, SD_TO_UNSIGNED -> toUnsigned(operation);
      case COPY_BYTES, FILL_BYTES -> assembler.op(operation.instruction());
      case CALL -> call();
      case ENTRY -> {}
      default -> throw new IllegalStateException(operation + " moves control");
    }
  }

  private void integer(boolean keepsFlags) {
    int result = operands.register(0);
    long value = operands.immediate();
    if (value == 0 && !keepsFlags) {
      comparisons.forget();
      assembler.rr(Instruction.XOR, 32, result, result);
    } else {
      assembler.moveImmediate(result, value);
    }
  }

  /** Bit scans leave their result as it was for zero, so it must be right for zero before. */
  private void countByScan(MachineOp operation) {
    int width = operands.width();
    int result = operands.register(0);
    int found = operands.register(1);
    boolean leading = operation == MachineOp.LEADING_ZEROS;
    assembler.moveImmediate(result, leading ? 2L * width - 1 : width);
    assembler.rr(leading ? Instruction.BSR : Instruction.BSF, width, found, operands.register(2));
    assembler.cmov(Condition.NOT_EQUAL, 32, result, found);
    if (leading) {
      assembler.ri(Instruction.XOR, 32, result, width - 1L);
    }
  }

  private void oneOperand(MachineOp operation, int source) {
    Instruction instruction = operation.instruction();
    if (operands.source() == Opcode.MEMORY) {
      assembler.m(instruction, operands.width(), operands.address());
    } else if (operands.isRegister(source)) {
      assembler.r(instruction, operands.width(), operands.register(source));
    } else {
      assembler.m(instruction, operands.width(), operands.spilled(source));
    }
  }

  private void divide(MachineOp operation) {
    boolean signed = operation == MachineOp.DIVIDE;
    boolean remainder = (operands.opcode() & Opcode.REMAINDER) != 0;
    switch (operands.width()) {
      case 8 -> {
        // The dividend is ax; the remainder comes out in ah.
        assembler.rr(
            signed ? Instruction.MOVSX8 : Instruction.MOVZX8, 32, Register.RAX, Register.RAX);
        oneOperand(operation, 2);
        if (remainder) {
          assembler.ri(Instruction.SHR, 32, Register.RAX, 8);
        }
        return;
      }
      case 16 -> {
        if (signed) {
          assembler.op(Instruction.CWD);
        }
      }
      case 32 -> {
        if (signed) {
          assembler.op(Instruction.CDQ);
        }
      }
      default -> {
        if (signed) {
          assembler.op(Instruction.CQO);
        }
      }
    }
    if (!signed) {
      assembler.rr(Instruction.XOR, 32, Register.RDX, Register.RDX);
    }
    oneOperand(operation, remainder ? 2 : 3);
  }

  private void call() {
    switch (operands.source()) {
      case Opcode.IMMEDIATE -> assembler.call((String) operands.attribute());
      case Opcode.MEMORY -> assembler.m(Instruction.CALL, 64, operands.address());
      default -> assembler.r(Instruction.CALL, 64, operands.register(operands.firstUse()));
    }
  }

  // -------------------------------------------------------------- conversions

  /**
   * Large values are halved, with the lost bit kept at the end so that they round as the whole
   * would, and doubled again, which is exact.
   */
  private void fromUnsigned(MachineOp operation) {
    Instruction convert = operation.instruction();
    Instruction add = operation == MachineOp.UNSIGNED_TO_SS ? Instruction.ADDSS : Instruction.ADDSD;
    int result = operands.register(0);
    int half = operands.register(1);
    int lost = operands.register(2);
    int source = operands.register(3);
    int large = assembler.label();
    int done = assembler.label();
    assembler.rr(Instruction.XORPS, 128, result, result);
    assembler.rr(Instruction.TEST, 64, source, source);
    assembler.jumpIf(Condition.NEGATIVE, large);
    assembler.rr(convert, 64, result, source);
    assembler.jump(done);
    assembler.bind(large);
    assembler.rr(Instruction.MOV, 64, half, source);
    assembler.rr(Instruction.MOV, 32, lost, source);
    assembler.ri(Instruction.SHR, 64, half, 1);
    assembler.ri(Instruction.AND, 32, lost, 1);
    assembler.rr(Instruction.OR, 64, half, lost);
    assembler.rr(convert, 64, result, half);
    assembler.rr(add, 128, result, result);
    assembler.bind(done);
  }

  private void toUnsigned(MachineOp operation) {
    Instruction convert = operation.instruction();
    boolean isSingle = operation == MachineOp.SS_TO_UNSIGNED;
    int result = operands.register(0);
    int other = operands.register(1);
    int less = operands.register(2);
    int source = operands.register(3);
    int done = assembler.label();
    assembler.rr(convert, 64, result, source);
    if (operands.width() == 32) {
      // In range exactly if the upper half is zero.
      assembler.rr(Instruction.MOV, 64, other, result);
      assembler.ri(Instruction.SHR, 64, other, 32);
      assembler.jumpIf(Condition.EQUAL, done);
      assembler.moveImmediate(result, 0x8000_0000L);
      assembler.bind(done);
      return;
    }
    // A negative result means at least 2^63, or out of range: then the lower 63 bits are those of
    // the value less 2^63, or zero as the instruction leaves them for what is out of its range.
    assembler.rr(Instruction.TEST, 64, result, result);
    assembler.jumpIf(Condition.NOT_NEGATIVE, done);
    int constant =
        isSingle
            ? assembler.constant(Float.floatToRawIntBits(0x1p63f), 4, 4)
            : assembler.constant(Double.doubleToRawLongBits(0x1p63), 8, 8);
    assembler.rr(Instruction.MOVAPS, 128, less, source);
    assembler.rm(
        isSingle ? Instruction.SUBSS : Instruction.SUBSD, 128, less, scratch.setLabel(constant, 0));
    assembler.rr(convert, 64, other, less);
    assembler.moveImmediate(result, Long.MIN_VALUE);
    assembler.rr(Instruction.OR, 64, result, other);
    assembler.bind(done);
  }

  // ------------------------------------------------------------------- moves

  /** Copies between two locations, at least one of them a register, without touching the flags. */
  void move(int from, int to, int width, boolean isVector) {
    overwrite(to);
    if (!isVector) {
      int bits = width == 8 ? 64 : 32;
      if (!Location.isRegister(to)) {
        assembler.mr(Instruction.MOV, bits, operands.spill(to), from);
      } else if (!Location.isRegister(from)) {
        assembler.rm(Instruction.MOV, bits, to, operands.spill(from));
      } else {
        assembler.rr(Instruction.MOV, bits, to, from);
      }
      return;
    }
    Instruction memory =
        switch (width) {
          case 4 -> Instruction.MOVSS;
          case 8 -> Instruction.MOVSD;
          default -> Instruction.MOVUPS;
        };
    if (!Location.isRegister(to)) {
      assembler.mr(memory, 128, operands.spill(to), from & 15);
    } else if (!Location.isRegister(from)) {
      assembler.rm(memory, 128, to & 15, operands.spill(from));
    } else {
      assembler.rr(Instruction.MOVAPS, 128, to & 15, from & 15);
    }
  }

  /** Exchanges two registers without touching the flags. */
  void swap(int one, int other, boolean isVector) {
    overwrite(one);
    overwrite(other);
    if (isVector) {
      assembler.rr(Instruction.XORPS, 128, one & 15, other & 15);
      assembler.rr(Instruction.XORPS, 128, other & 15, one & 15);
      assembler.rr(Instruction.XORPS, 128, one & 15, other & 15);
    } else {
      assembler.rr(Instruction.XCHG, 64, one, other);
    }
  }
}
