package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Objects;

/** Covers integer arithmetic, constants, addresses and comparisons as values. */
final class IntegerSelection {
  private final Selection selection;
  private final AddressMatcher address;
  private final ConditionMatcher condition;

  IntegerSelection(Selection selection) {
    this.selection = selection;
    address = new AddressMatcher(selection);
    condition = new ConditionMatcher(selection);
  }

  // --------------------------------------------------- constants, addresses

  /** Emits an integer or pointer constant into a register. */
  void constant(Node node, int result) {
    selection.constant(result, node.immediate(), Selection.width(node.type()));
  }

  /** Emits the address of a symbol into a register. */
  void symbol(Node node, int result) {
    String symbol = (String) Objects.requireNonNull(node.attribute());
    boolean near = selection.scope.isNear(symbol);
    int bits = Opcode.address(false, false, 0, near ? Opcode.SYMBOL : Opcode.GOT);
    int made = selection.add(near ? MachineOp.LEA : MachineOp.MOV, 64, Opcode.MEMORY, bits);
    selection.out.setAttribute(made, symbol);
    selection.out.setFlags(made, MachineFunction.REMATERIALISABLE);
    selection.out.define(result);
  }

  /** Emits the address of a stack slot into a register. */
  void stackSlot(Node node, int result) {
    StackSlot slot = (StackSlot) Objects.requireNonNull(node.attribute());
    address.setSlot(slot);
    MachineOp operation = slot.alignment() > 16 ? MachineOp.ALIGNED_SLOT : MachineOp.LEA;
    int made = selection.add(operation, 64, Opcode.MEMORY, address.bits());
    selection.out.define(result);
    address.append(made, 0, 0);
    if (operation == MachineOp.LEA) {
      selection.out.setFlags(made, MachineFunction.REMATERIALISABLE);
    }
  }

  // ------------------------------------------------------------------- sums

  /** ADD and OFFSET, with what lies below as far as one instruction can add it. */
  void sum(Node node, int result) {
    int width = Selection.width(node.type());
    if (node.op() == Op.ADD && addFromMemory(node, result, width)) {
      return;
    }
    address.matchValue(node);
    Node base = address.base();
    Node index = address.index();
    boolean registersAlone = address.anchor() == Opcode.NO_ANCHOR && base != null;
    if (registersAlone && base != null && index == null) {
      boolean whole = base == node.value(0) || base == node.value(1);
      addImmediate(
          width,
          result,
          selection.register(base),
          address.displacement(),
          whole ? overflowBit(node) : 0);
    } else if (registersAlone
        && base != null
        && index != null
        && address.scaleLog() == 0
        && address.displacement() == 0) {
      boolean exchanged = isBetterFirst(index, base, node);
      int made = selection.add(MachineOp.ADD, width, Opcode.REGISTER, overflowBit(node));
      selection.out.defineLike(result, 1);
      selection.use(exchanged ? index : base);
      selection.useOrStack(exchanged ? base : index, width / 8);
      if (selection.out.width(selection.register(base))
          == selection.out.width(selection.register(index))) {
        selection.out.setFlags(made, MachineFunction.COMMUTATIVE);
      }
    } else {
      int made = selection.add(MachineOp.LEA, width, Opcode.MEMORY, address.bits());
      selection.out.define(result);
      address.append(made, 0, 0);
      if (base == null && index == null) {
        selection.out.setFlags(made, MachineFunction.REMATERIALISABLE);
      }
    }
  }

  /**
   * Whether a sum had better be in the register of {@code candidate} than in that of {@code other}:
   * it is what a loop passes on as the same variable, or its operand that has no other use.
   */
  private static boolean isBetterFirst(Node candidate, Node other, Node sum) {
    boolean candidateLoops = isPassedOn(candidate, sum);
    boolean otherLoops = isPassedOn(other, sum);
    if (candidateLoops != otherLoops) {
      return candidateLoops;
    }
    return candidate.useCount() == 1 && other.useCount() > 1;
  }

  private static boolean isPassedOn(Node phi, Node sum) {
    if (phi.op() == Op.PHI) {
      for (int i = 0; i < Math.min(phi.valueCount(), 4); i++) {
        if (phi.value(i) == sum) {
          return true;
        }
      }
    }
    return false;
  }

  /** Emits the sum of a register and a constant, in any register. */
  private void addImmediate(int width, int result, int operand, long constant, int bits) {
    int made = selection.add(MachineOp.ADD, width, Opcode.IMMEDIATE, bits);
    selection.out.setImmediate(made, constant);
    selection.out.defineLike(result, 1);
    selection.out.use(operand);
  }

  /** The promise of a sum or difference, for the emitter. */
  private static int overflowBit(Node node) {
    boolean promised =
        node.type().bits() >= 32
            && node.op() != Op.OFFSET
            && (node.immediate() & Op.NO_SIGNED_WRAP) != 0;
    return promised ? Opcode.NO_OVERFLOW : 0;
  }

  private boolean addFromMemory(Node node, int result, int width) {
    Node left = node.value(0);
    Node right = node.value(1);
    if (isOperandInMemory(right, width) && !left.isConstant()) {
      binaryFromMemory(MachineOp.ADD, width, result, left, right);
      return true;
    }
    if (isOperandInMemory(left, width) && !right.isConstant()) {
      binaryFromMemory(MachineOp.ADD, width, result, right, left);
      return true;
    }
    return false;
  }

  /** SUB: of a constant as the addition of its opposite. */
  void difference(Node node, int result) {
    Node right = node.value(1);
    int width = Selection.width(node.type());
    if (node.type() == Type.I1) {
      binary(MachineOp.XOR, node, result);
    } else if (right.isConstant() && Selection.fits(-right.immediate(), width)) {
      addImmediate(
          width, result, selection.register(node.value(0)), -right.immediate(), overflowBit(node));
    } else if (node.value(0).isConstant(0)) {
      selection.add(MachineOp.NEG, width, Opcode.REGISTER);
      selection.out.defineReuse(result, 1);
      selection.use(right);
    } else {
      binary(MachineOp.SUB, node, result);
    }
  }

  // ----------------------------------------------------- two-address binary

  /** An operation of shape {@link Shape#BINARY} on integers. */
  void binary(MachineOp operation, Node node, int result) {
    Node left = node.value(0);
    Node right = node.value(1);
    int width = Selection.width(node.type());
    if (operation.isCommutative() && left.isConstant() && !right.isConstant()) {
      Node kept = left;
      left = right;
      right = kept;
    }
    if (right.isConstant() && Selection.fits(right.immediate(), width)) {
      selection.withImmediate(
          operation, width, result, selection.register(left), right.immediate());
    } else if (isOperandInMemory(right, width)) {
      binaryFromMemory(operation, width, result, left, right);
    } else if (operation.isCommutative() && isOperandInMemory(left, width)) {
      binaryFromMemory(operation, width, result, right, left);
    } else {
      inPlaceOrStack(operation, width, result, left, right);
    }
  }

  private void inPlaceOrStack(MachineOp operation, int width, int result, Node left, Node right) {
    MachineFunction out = selection.out;
    int made = selection.add(operation, width, Opcode.REGISTER);
    int one = selection.register(left);
    int other = selection.register(right);
    out.defineReuse(result, 1);
    out.use(one);
    selection.useOrStack(other, width / 8);
    if (operation.isCommutative() && out.width(one) == out.width(other)) {
      out.setFlags(made, MachineFunction.COMMUTATIVE);
    }
  }

  /** Whether an operand is a load that an operation of a width can do by itself at this place. */
  private boolean isOperandInMemory(Node node, int width) {
    return node.type().bits() == width && selection.canMoveHere(node);
  }

  private void binaryFromMemory(MachineOp operation, int width, int result, Node left, Node load) {
    address.matchMemory(load.value(0));
    int made = selection.add(operation, width, Opcode.MEMORY, address.bits());
    selection.out.defineReuse(result, 1);
    selection.use(left);
    address.append(made, 0, 0);
  }

  /** AND: masks of 8, 16 and 32 bits are zero-extensions, positive masks need only 32 bits. */
  void and(Node node, int result) {
    Node left = node.value(0);
    Node right = node.value(1);
    if (left.isConstant() && !right.isConstant()) {
      Node kept = left;
      left = right;
      right = kept;
    }
    if (!right.isConstant() || node.type() == Type.I1) {
      binary(MachineOp.AND, node, result);
      return;
    }
    long mask = right.immediate();
    if (mask == 0xFF && node.type().bits() > 8) {
      extension(MachineOp.MOVZX8, 32, result, left, Type.I8);
    } else if (mask == 0xFFFF && node.type().bits() > 16) {
      extension(MachineOp.MOVZX16, 32, result, left, Type.I16);
    } else if (mask == 0xFFFF_FFFFL) {
      extension(MachineOp.MOV, 32, result, left, Type.I32);
    } else if (mask >= 0 && mask <= Integer.MAX_VALUE && !isOperandInMemory(left, 64)) {
      selection.withImmediate(MachineOp.AND, 32, result, selection.register(left), mask);
    } else {
      binary(MachineOp.AND, node, result);
    }
  }

  /** XOR: with all ones, the complement. */
  void exclusiveOr(Node node, int result) {
    if (node.value(1).isConstant(-1) && node.type() != Type.I1) {
      inPlace(MachineOp.NOT, node, result);
    } else {
      binary(MachineOp.XOR, node, result);
    }
  }

  /** MUL: by a constant with three operands, by 3, 5 and 9 with lea. */
  void multiply(Node node, int result) {
    Node left = node.value(0);
    Node right = node.value(1);
    int width = Selection.width(node.type());
    if (left.isConstant() && !right.isConstant()) {
      Node kept = left;
      left = right;
      right = kept;
    }
    if (node.type() == Type.I1) {
      binary(MachineOp.AND, node, result);
      return;
    }
    if (!right.isConstant() || !Selection.fits(right.immediate(), width)) {
      binary(MachineOp.IMUL, node, result);
      return;
    }
    long factor = right.immediate();
    if (factor == 3 || factor == 5 || factor == 9) {
      int scaleLog = Long.numberOfTrailingZeros(factor - 1);
      int bits = Opcode.address(true, true, scaleLog, Opcode.NO_ANCHOR);
      selection.add(MachineOp.LEA, width, Opcode.MEMORY, bits);
      selection.out.define(result);
      selection.use(left);
      selection.use(left);
    } else if (isOperandInMemory(left, width)) {
      address.matchMemory(left.value(0));
      int made = selection.add(MachineOp.IMUL_IMMEDIATE, width, Opcode.MEMORY, address.bits());
      selection.out.define(result);
      address.append(made, 0, factor);
    } else {
      int made = selection.add(MachineOp.IMUL_IMMEDIATE, width, Opcode.REGISTER);
      selection.out.setImmediate(made, factor);
      selection.out.define(result);
      selection.useOrStack(left, width / 8);
    }
  }

  /** NEG, NOT and BSWAP of at least 32 bits. */
  void inPlace(MachineOp operation, Node node, int result) {
    selection.add(operation, Selection.width(node.type()), Opcode.REGISTER);
    selection.out.defineReuse(result, 1);
    selection.use(node.value(0));
  }

  /** NOT of a truth value. */
  void notTruth(Node node, int result) {
    selection.withImmediate(MachineOp.XOR, 32, result, selection.register(node.value(0)), 1);
  }

  // -------------------------------------------------------------- extensions

  /** SIGN_EXTEND and ZERO_EXTEND. */
  void extend(Node node, int result) {
    Node operand = node.value(0);
    Type from = operand.type();
    boolean signed = node.op() == Op.SIGN_EXTEND;
    if (from == Type.I1) {
      // Zero-extension shares the operand's register.
      selection.add(MachineOp.NEG, Selection.width(node.type()), Opcode.REGISTER);
      selection.out.defineReuse(result, 1);
      selection.use(operand);
      return;
    }
    MachineOp operation =
        switch (from) {
          case I8 -> signed ? MachineOp.MOVSX8 : MachineOp.MOVZX8;
          case I16 -> signed ? MachineOp.MOVSX16 : MachineOp.MOVZX16;
          default -> signed ? MachineOp.MOVSXD : MachineOp.MOV;
        };
    int width = signed ? Selection.width(node.type()) : 32;
    extension(operation, width, result, operand, from);
  }

  /** An extension of the low bits of a node, from memory where that can be done. */
  private void extension(MachineOp operation, int width, int result, Node operand, Type from) {
    if (operand.type() == from && selection.canMoveHere(operand)) {
      address.matchMemory(operand.value(0));
      int made = selection.add(operation, width, Opcode.MEMORY, address.bits());
      selection.out.define(result);
      address.append(made, 0, 0);
      return;
    }
    selection.add(operation, width, Opcode.REGISTER);
    selection.out.define(result);
    selection.useOrStack(operand, 4);
  }

  /** TRUNCATE to a truth value. */
  void truncateToTruth(Node node, int result) {
    selection.withImmediate(MachineOp.AND, 32, result, selection.register(node.value(0)), 1);
  }

  /** Makes the bits above a narrow type's width in a new register copies of its sign, or zeros. */
  int widened(Node node, boolean signed) {
    if (!signed && selection.isZeroAbove(node)) {
      return selection.register(node);
    }
    return selection.newGeneral(4);
  }

  /** Emits what {@link #widened} promised. */
  void widen(Node node, boolean signed, int result) {
    if (result == selection.register(node)) {
      return;
    }
    MachineOp operation =
        node.type() == Type.I8
            ? signed ? MachineOp.MOVSX8 : MachineOp.MOVZX8
            : signed ? MachineOp.MOVSX16 : MachineOp.MOVZX16;
    selection.add(operation, 32, Opcode.REGISTER);
    selection.out.define(result);
    selection.useOrStack(node, 4);
  }

  // -------------------------------------------------------------- comparison

  /** A comparison whose result is wanted as 0 or 1. */
  void truth(Node node, int result) {
    condition.match(node, true);
    condition.readCarryAlone();
    int made = condition.add(MachineOp.SET, 0);
    selection.out.define(result);
    if (condition.isFloatEquality()) {
      selection.out.defineEarly(selection.newGeneral(4));
    }
    condition.append(made);
  }

  /** SELECT of integers. */
  void select(Node node, int result) {
    boolean wide = node.type().bits() == 64;
    condition.match(node.value(0), node.value(0).useCount() == 1);
    boolean exchanged = isBetterKept(node.value(1), node.value(2), node);
    if (condition.isFloatEquality()) {
      // Two conditional moves can only move if one of two conditions holds: where they differ.
      exchanged = !condition.isFloatInequality();
    }
    if (exchanged) {
      condition.negate();
    }
    condition.readCarryAlone();
    int made = condition.add(MachineOp.CMOV, wide ? Opcode.MOVES_64 : 0);
    selection.out.defineReuse(result, 1);
    selection.use(node.value(exchanged ? 1 : 2));
    selection.useOrStack(node.value(exchanged ? 2 : 1), wide ? 8 : 4);
    condition.append(made);
  }

  /** SELECT of floating-point values. */
  void selectVector(Node node, int result) {
    condition.match(node.value(0), node.value(0).useCount() == 1);
    boolean exchanged = isBetterKept(node.value(1), node.value(2), node);
    if (exchanged) {
      condition.negate();
    }
    int made = condition.add(MachineOp.VECTOR_SELECT, 0);
    selection.out.defineReuse(result, 1);
    selection.use(node.value(exchanged ? 1 : 2));
    selection.use(node.value(exchanged ? 2 : 1));
    condition.append(made);
  }

  /** Whether a selection had better be made in the register of {@code candidate}. */
  private static boolean isBetterKept(Node candidate, Node other, Node select) {
    return keepingValue(candidate, select) > keepingValue(other, select);
  }

  private static int keepingValue(Node operand, Node select) {
    if (isPassedOn(operand, select)) {
      return 3;
    }
    if (operand.isConstant()) {
      return 1;
    }
    return operand.useCount() == 1 ? 2 : 0;
  }

  // ------------------------------------------------------------ multiplication

  /** MUL_HIGH and UMUL_HIGH. */
  void multiplyHigh(Node node, int result) {
    Type type = node.type();
    boolean signed = node.op() == Op.MUL_HIGH;
    MachineFunction out = selection.out;
    if (type == Type.I1) {
      selection.constant(result, 0, 32);
      return;
    }
    if (type.bits() < 32) {
      int left = widened(node.value(0), signed);
      int right = node.value(0) == node.value(1) ? left : widened(node.value(1), signed);
      int product = selection.newGeneral(4);
      selection.withImmediate(
          signed ? MachineOp.SAR : MachineOp.SHR, 32, result, product, type.bits());
      selection.inPlace(MachineOp.IMUL, 32, product, left, right);
      widen(node.value(0), signed, left);
      if (right != left) {
        widen(node.value(1), signed, right);
      }
      return;
    }
    MachineOp operation = signed ? MachineOp.MULTIPLY_HIGH : MachineOp.UNSIGNED_MULTIPLY_HIGH;
    int width = type.bits();
    Node left = node.value(0);
    Node right = node.value(1);
    if (left.isConstant() || (isOperandInMemory(left, width) && !isOperandInMemory(right, width))) {
      Node kept = left;
      left = right;
      right = kept;
    }
    boolean memory = isOperandInMemory(right, width);
    int bits = 0;
    if (memory) {
      address.matchMemory(right.value(0));
      bits = address.bits();
    }
    int made = selection.add(operation, width, memory ? Opcode.MEMORY : Opcode.REGISTER, bits);
    out.setClobbers(made, 1L << PhysicalRegister.RAX);
    out.defineFixed(result, PhysicalRegister.RDX);
    out.useFixed(selection.register(left), PhysicalRegister.RAX);
    if (memory) {
      address.append(made, 0, 0);
    } else {
      selection.useOrStack(right, width / 8);
    }
  }

  /**
   * DIV, UDIV, REM and UREM, in their own width so that they trap when they must.
   *
   * @param other the register of the remainder if the node is a quotient, or else of the quotient;
   *     -1 if nobody wants that
   */
  void divide(Node node, int result, int other) {
    Type type = node.type();
    Op op = node.op();
    boolean signed = op == Op.DIV || op == Op.REM;
    boolean remainder = op == Op.REM || op == Op.UREM;
    MachineFunction out = selection.out;
    if (type == Type.I1) {
      divideTruth(node, remainder, result);
      return;
    }
    int width = type.bits();
    Node left = node.value(0);
    Node right = node.value(1);
    boolean memory = type != Type.I8 && isOperandInMemory(right, width);
    int bits = 0;
    if (memory) {
      address.matchMemory(right.value(0));
      bits = address.bits();
    }
    if (remainder && other < 0) {
      bits |= Opcode.REMAINDER;
    }
    MachineOp operation = signed ? MachineOp.DIVIDE : MachineOp.UNSIGNED_DIVIDE;
    int made = selection.add(operation, width, memory ? Opcode.MEMORY : Opcode.REGISTER, bits);
    int dividend = selection.register(left);
    if (type == Type.I8) {
      // The dividend is ax; quotient and remainder come out in al and ah.
      out.defineFixed(result, PhysicalRegister.RAX);
      out.useFixed(dividend, PhysicalRegister.RAX);
      selection.use(right);
      return;
    }
    if (other >= 0) {
      out.defineEarlyFixed(remainder ? result : other, PhysicalRegister.RDX);
      out.defineFixed(remainder ? other : result, PhysicalRegister.RAX);
    } else if (remainder) {
      out.defineEarlyFixed(result, PhysicalRegister.RDX);
      out.setClobbers(made, 1L << PhysicalRegister.RAX);
    } else {
      out.defineEarlyFixed(selection.newGeneral(4), PhysicalRegister.RDX);
      out.defineFixed(result, PhysicalRegister.RAX);
    }
    out.useFixed(dividend, PhysicalRegister.RAX);
    if (memory) {
      address.append(made, 0, 0);
    } else {
      selection.useOrStack(right, Math.max(4, width / 8));
    }
  }

  /** Truth values: a quotient is the dividend, a remainder 0, unless the divisor is 0. */
  private void divideTruth(Node node, boolean remainder, int result) {
    int wide = selection.newGeneral(4);
    int made =
        selection.add(
            MachineOp.UNSIGNED_DIVIDE, 32, Opcode.REGISTER, remainder ? Opcode.REMAINDER : 0);
    MachineFunction out = selection.out;
    if (remainder) {
      out.defineEarlyFixed(result, PhysicalRegister.RDX);
      out.setClobbers(made, 1L << PhysicalRegister.RAX);
    } else {
      out.defineEarlyFixed(wide, PhysicalRegister.RDX);
      out.defineFixed(result, PhysicalRegister.RAX);
    }
    out.useFixed(selection.register(node.value(0)), PhysicalRegister.RAX);
    selection.use(node.value(1));
  }
}
