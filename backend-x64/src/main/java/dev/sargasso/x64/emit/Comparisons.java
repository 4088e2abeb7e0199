package dev.sargasso.x64.emit;

import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Condition;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.select.Opcode;

/** Emits comparisons and what reads their flags. */
final class Comparisons {
  private final Assembler assembler;
  private final Operands operands;

  // The comparison whose flags are still there, if there is one: of registers and spill slots
  // alone.
  private boolean known;
  private int knownForm;
  private int knownLeft;
  private int knownRight;
  private long knownImmediate;

  Comparisons(Assembler assembler, Operands operands) {
    this.assembler = assembler;
    this.operands = operands;
  }

  /** The flags are not those of a comparison any more. */
  void forget() {
    known = false;
  }

  /** A register or spill slot gets another value, without touching the flags. */
  void overwrite(int location) {
    if (location == knownLeft || location == knownRight) {
      known = false;
    }
  }

  /**
   * Sets the flags, unless they are those of the same comparison already.
   *
   * @param first the first comparand's operand index
   */
  void compareOnce(int first) {
    int source = operands.source();
    if (source != Opcode.REGISTER && source != Opcode.IMMEDIATE) {
      compare(first);
      known = false;
      return;
    }
    int form = Opcode.comparisonForm(operands.opcode());
    int left = operands.location(first);
    int right = source == Opcode.REGISTER ? operands.location(first + 1) : left;
    long immediate = operands.immediate();
    if (known
        && form == knownForm
        && left == knownLeft
        && right == knownRight
        && immediate == knownImmediate) {
      return;
    }
    compare(first);
    known = true;
    knownForm = form;
    knownLeft = left;
    knownRight = right;
    knownImmediate = immediate;
  }

  /**
   * Sets the flags.
   *
   * @param first the first comparand's operand index
   */
  void compare(int first) {
    int opcode = operands.opcode();
    int comparison = Opcode.comparison(opcode);
    int width = operands.width();
    Instruction instruction =
        switch (comparison) {
          case Opcode.COMPARE -> Instruction.CMP;
          case Opcode.TEST -> (opcode & Opcode.ONE_BIT) != 0 ? Instruction.BT : Instruction.TEST;
          case Opcode.COMPARE_F32 -> Instruction.UCOMISS;
          default -> Instruction.UCOMISD;
        };
    switch (operands.source()) {
      case Opcode.REGISTER -> {
        if (operands.isRegister(first + 1)) {
          assembler.rr(instruction, width, operands.register(first), operands.register(first + 1));
        } else {
          assembler.rm(instruction, width, operands.register(first), operands.spilled(first + 1));
        }
      }
      case Opcode.IMMEDIATE -> compareImmediate(instruction, width, first);
      case Opcode.MEMORY ->
          assembler.rm(instruction, width, operands.register(first), operands.address());
      case Opcode.MEMORY_REGISTER ->
          assembler.mr(instruction, width, operands.address(), operands.register(first));
      default ->
          assembler.mi(
              instruction,
              width,
              operands.address(),
              truncated(Opcode.besideAddress(operands.immediate()), width));
    }
  }

  private void compareImmediate(Instruction instruction, int width, int first) {
    long immediate = truncated(operands.immediate(), width);
    if (!operands.isRegister(first)) {
      assembler.mi(instruction, width, operands.spilled(first), immediate);
    } else if (immediate == 0 && instruction == Instruction.CMP) {
      int register = operands.register(first);
      assembler.rr(Instruction.TEST, width, register, register);
    } else {
      assembler.ri(instruction, width, operands.register(first), immediate);
    }
  }

  private static long truncated(long value, int width) {
    return width == 8 ? (byte) value : width == 16 ? (short) value : value;
  }

  /** SET: 0 or 1 in operand 0. */
  void set() {
    int condition = Opcode.condition(operands.opcode());
    int result = operands.register(0);
    if (condition >= Opcode.FLOAT_EQUAL) {
      int scratch = operands.register(1);
      boolean equal = condition == Opcode.FLOAT_EQUAL;
      compare(2);
      assembler.set(equal ? Condition.NO_PARITY : Condition.PARITY, result);
      assembler.set(equal ? Condition.EQUAL : Condition.NOT_EQUAL, scratch);
      assembler.rr(equal ? Instruction.AND : Instruction.OR, 32, result, scratch);
      assembler.rr(Instruction.MOVZX8, 32, result, result);
    } else if (operands.reads(1, operands.location(0))) {
      compare(1);
      assembler.set(Condition.of(condition), result);
      assembler.rr(Instruction.MOVZX8, 32, result, result);
    } else {
      assembler.rr(Instruction.XOR, 32, result, result);
      compare(1);
      assembler.set(Condition.of(condition), result);
    }
  }

  /** CMOV: operand 2 into operand 0 if the condition holds. */
  void conditionalMove() {
    int condition = Opcode.condition(operands.opcode());
    int width = (operands.opcode() & Opcode.MOVES_64) != 0 ? 64 : 32;
    compareOnce(3);
    conditionalMove(condition, width);
  }

  /** As {@link #conditionalMove()}, on the flags as they are. */
  void conditionalMove(int condition) {
    conditionalMove(condition, (operands.opcode() & Opcode.MOVES_64) != 0 ? 64 : 32);
  }

  private void conditionalMove(int condition, int width) {
    if (condition == Opcode.FLOAT_NOT_EQUAL) {
      conditionalMove(Condition.NOT_EQUAL, width);
      conditionalMove(Condition.PARITY, width);
    } else {
      conditionalMove(Condition.of(condition), width);
    }
  }

  private void conditionalMove(Condition condition, int width) {
    int result = operands.register(0);
    if (operands.isRegister(2)) {
      assembler.cmov(condition, width, result, operands.register(2));
    } else {
      assembler.cmov(condition, width, result, operands.spilled(2));
    }
  }

  /** VECTOR_SELECT: operand 2 into operand 0 if the condition holds. */
  void vectorSelect() {
    int condition = Opcode.condition(operands.opcode());
    compareOnce(3);
    int skip = assembler.label();
    int move = assembler.label();
    branch(condition, move, skip, true);
    assembler.bind(move);
    assembler.rr(Instruction.MOVAPS, 128, operands.register(0), operands.register(2));
    assembler.bind(skip);
  }

  /**
   * Branches on the flags.
   *
   * @param trueIsNext whether the code that follows is that of {@code ifTrue}; else it is that of
   *     {@code ifFalse}
   */
  void branch(int condition, int ifTrue, int ifFalse, boolean trueIsNext) {
    switch (condition) {
      case Opcode.FLOAT_EQUAL -> branchOnEquality(ifTrue, ifFalse, trueIsNext);
      case Opcode.FLOAT_NOT_EQUAL -> branchOnEquality(ifFalse, ifTrue, !trueIsNext);
      default -> {
        if (trueIsNext) {
          assembler.jumpIf(Condition.of(condition).negate(), ifFalse);
        } else {
          assembler.jumpIf(Condition.of(condition), ifTrue);
        }
      }
    }
  }

  private void branchOnEquality(int ifEqual, int otherwise, boolean equalIsNext) {
    if (equalIsNext) {
      assembler.jumpIf(Condition.NOT_EQUAL, otherwise);
      assembler.jumpIf(Condition.PARITY, otherwise);
    } else {
      int skip = assembler.label();
      assembler.jumpIf(Condition.PARITY, skip);
      assembler.jumpIf(Condition.EQUAL, ifEqual);
      assembler.bind(skip);
    }
  }
}
