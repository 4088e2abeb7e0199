package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;

/** Covers floating-point arithmetic and all conversions that touch floating-point values. */
final class FloatSelection {
  private final Selection selection;
  private final AddressMatcher address;

  FloatSelection(Selection selection) {
    this.selection = selection;
    address = new AddressMatcher(selection);
  }

  /** A constant into a register. */
  void constant(Node node, int result) {
    constant(result, node.immediate(), node.type() == Type.F32);
  }

  private void constant(int result, long bits, boolean isSingle) {
    MachineFunction out = selection.out;
    int made;
    if (bits == 0) {
      made = selection.add(MachineOp.VECTOR_ZERO, 64, Opcode.REGISTER);
    } else {
      made =
          selection.add(
              isSingle ? MachineOp.MOVSS : MachineOp.MOVSD,
              isSingle ? 32 : 64,
              Opcode.MEMORY,
              Opcode.address(false, false, 0, Opcode.CONSTANT));
      out.setImmediate(made, bits);
    }
    out.define(result);
    out.setFlags(made, MachineFunction.REMATERIALISABLE);
  }

  /** FADD, FSUB, FMUL, FDIV. */
  void binary(Node node, int result) {
    boolean isSingle = node.type() == Type.F32;
    MachineOp operation =
        switch (node.op()) {
          case FADD -> isSingle ? MachineOp.ADDSS : MachineOp.ADDSD;
          case FSUB -> isSingle ? MachineOp.SUBSS : MachineOp.SUBSD;
          case FMUL -> isSingle ? MachineOp.MULSS : MachineOp.MULSD;
          default -> isSingle ? MachineOp.DIVSS : MachineOp.DIVSD;
        };
    binary(operation, node.value(0), node.value(1), result);
  }

  private void binary(MachineOp operation, Node left, Node right, int result) {
    MachineFunction out = selection.out;
    int width = left.type().bits();
    if (isInMemory(right)) {
      fromMemory(operation, width, result, left, right);
    } else if (operation.isCommutative() && isInMemory(left)) {
      fromMemory(operation, width, result, right, left);
    } else {
      int made = selection.add(operation, width, Opcode.REGISTER);
      out.defineReuse(result, 1);
      selection.use(left);
      selection.useOrStack(right, width / 8);
      if (operation.isCommutative()) {
        out.setFlags(made, MachineFunction.COMMUTATIVE);
      }
    }
  }

  private boolean isInMemory(Node node) {
    return node.isConstant() || selection.canMoveHere(node);
  }

  private void fromMemory(MachineOp operation, int width, int result, Node left, Node memory) {
    int bits = matchSource(memory);
    int made = selection.add(operation, width, Opcode.MEMORY, bits);
    selection.out.defineReuse(result, 1);
    selection.use(left);
    appendSource(made, memory);
  }

  /** The address bits of a constant or of a load that is done here. */
  private int matchSource(Node memory) {
    if (memory.isConstant()) {
      return Opcode.address(false, false, 0, Opcode.CONSTANT);
    }
    address.matchMemory(memory.value(0));
    return address.bits();
  }

  private void appendSource(int instruction, Node memory) {
    if (memory.isConstant()) {
      selection.out.setImmediate(instruction, memory.immediate());
    } else {
      address.append(instruction, 0, 0);
    }
  }

  /** FNEG and FABS: the sign bit is flipped or cleared. */
  void sign(Node node, int result) {
    long signBit = node.type() == Type.F32 ? 0x8000_0000_8000_0000L : Long.MIN_VALUE;
    boolean flips = node.op() == Op.FNEG;
    int made =
        selection.add(
            flips ? MachineOp.XORPS : MachineOp.ANDPS,
            64,
            Opcode.MEMORY,
            Opcode.address(false, false, 0, Opcode.CONSTANT_TWICE));
    selection.out.setImmediate(made, flips ? signBit : ~signBit);
    selection.out.defineReuse(result, 1);
    selection.use(node.value(0));
  }

  /** FSQRT and the conversions that are one instruction from a register or memory. */
  void unary(MachineOp operation, int width, Node operand, int result) {
    if (operand.type().bits() >= 32 && selection.canMoveHere(operand)) {
      address.matchMemory(operand.value(0));
      int made = selection.add(operation, width, Opcode.MEMORY, address.bits());
      selection.out.define(result);
      address.append(made, 0, 0);
      return;
    }
    selection.add(operation, width, Opcode.REGISTER);
    selection.out.define(result);
    selection.useOrStack(operand, operand.type().bytes());
  }

  /** FSQRT. */
  void squareRoot(Node node, int result) {
    unary(
        node.type() == Type.F32 ? MachineOp.SQRTSS : MachineOp.SQRTSD,
        node.type().bits(),
        node.value(0),
        result);
  }

  /** FLOAT_EXTEND and FLOAT_ROUND; the width is that of what is read. */
  void convertFloat(Node node, int result) {
    boolean extends_ = node.op() == Op.FLOAT_EXTEND;
    unary(
        extends_ ? MachineOp.CVTSS2SD : MachineOp.CVTSD2SS,
        extends_ ? 32 : 64,
        node.value(0),
        result);
  }

  /** INT_TO_FLOAT. */
  void fromInteger(Node node, int result) {
    Node operand = node.value(0);
    MachineOp operation = node.type() == Type.F32 ? MachineOp.CVTSI2SS : MachineOp.CVTSI2SD;
    unary(operation, operand.type().bits(), operand, result);
  }

  /** UINT_TO_FLOAT: 32 bits as a positive number of 64. */
  void fromUnsigned(Node node, int result) {
    Node operand = node.value(0);
    boolean isSingle = node.type() == Type.F32;
    MachineFunction out = selection.out;
    if (operand.type() == Type.I64) {
      selection.add(
          isSingle ? MachineOp.UNSIGNED_TO_SS : MachineOp.UNSIGNED_TO_SD, 64, Opcode.REGISTER);
      out.define(result);
      out.defineEarly(selection.newGeneral(8));
      out.defineEarly(selection.newGeneral(8));
      selection.use(operand);
      return;
    }
    boolean clean = selection.isZeroAbove(operand);
    int wide = clean ? selection.register(operand) : selection.newGeneral(8);
    selection.unary(isSingle ? MachineOp.CVTSI2SS : MachineOp.CVTSI2SD, 64, result, wide);
    if (!clean) {
      selection.unary(MachineOp.MOV, 32, wide, selection.register(operand));
    }
  }

  /** FLOAT_TO_INT: out of range and NaN give the minimum, as the instruction does. */
  void toInteger(Node node, int result) {
    Node operand = node.value(0);
    MachineOp operation = operand.type() == Type.F32 ? MachineOp.CVTTSS2SI : MachineOp.CVTTSD2SI;
    unary(operation, node.type().bits(), operand, result);
  }

  /** FLOAT_TO_UINT. */
  void toUnsigned(Node node, int result) {
    Node operand = node.value(0);
    boolean isSingle = operand.type() == Type.F32;
    MachineFunction out = selection.out;
    selection.add(
        isSingle ? MachineOp.SS_TO_UNSIGNED : MachineOp.SD_TO_UNSIGNED,
        node.type().bits(),
        Opcode.REGISTER);
    out.defineEarly(result);
    out.defineEarly(selection.newGeneral(8));
    out.defineEarly(out.newRegister(PhysicalRegister.VECTOR, 8));
    selection.use(operand);
  }

  /** BITCAST between general and vector registers. */
  void bitcast(Node node, int result) {
    Node operand = node.value(0);
    boolean toVector = node.type().isFloat();
    int width = node.type().bits();
    if (selection.canMoveHere(operand)) {
      address.matchMemory(operand.value(0));
      MachineOp load = !toVector ? MachineOp.MOV : width == 32 ? MachineOp.MOVSS : MachineOp.MOVSD;
      int made = selection.add(load, width, Opcode.MEMORY, address.bits());
      selection.out.define(result);
      address.append(made, 0, 0);
      return;
    }
    selection.unary(
        toVector ? MachineOp.TO_VECTOR : MachineOp.FROM_VECTOR,
        width,
        result,
        selection.register(operand));
  }

  /**
   * SELECT of the smaller or larger of two values, if the instruction for it gives the same result:
   * its second operand where they are equal or unordered.
   *
   * @return whether it does, and has been emitted
   */
  boolean selectExtreme(Node node, int result) {
    Node truth = node.value(0);
    Node chosen = node.value(1);
    Node otherwise = node.value(2);
    if (truth.op() != Op.FLT || !node.type().isFloat()) {
      return false;
    }
    boolean isSingle = node.type() == Type.F32;
    MachineOp operation;
    if (truth.value(0) == chosen && truth.value(1) == otherwise) {
      operation = isSingle ? MachineOp.MINSS : MachineOp.MINSD;
    } else if (truth.value(1) == chosen && truth.value(0) == otherwise) {
      operation = isSingle ? MachineOp.MAXSS : MachineOp.MAXSD;
    } else {
      return false;
    }
    if (otherwise.isConstant() && !chosen.isConstant()) {
      int made =
          selection.add(
              operation,
              node.type().bits(),
              Opcode.MEMORY,
              Opcode.address(false, false, 0, Opcode.CONSTANT));
      selection.out.setImmediate(made, otherwise.immediate());
      selection.out.defineReuse(result, 1);
      selection.use(chosen);
    } else {
      selection.add(operation, node.type().bits(), Opcode.REGISTER);
      selection.out.defineReuse(result, 1);
      selection.use(chosen);
      selection.useOrStack(otherwise, node.type().bytes());
    }
    return true;
  }
}
