package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;

/** Covers shifts, rotations, and the counting and reversing of bits. */
final class BitSelection {
  private final Selection selection;
  private final IntegerSelection integers;
  private final AddressMatcher address;

  BitSelection(Selection selection, IntegerSelection integers) {
    this.selection = selection;
    this.integers = integers;
    address = new AddressMatcher(selection);
  }

  // ------------------------------------------------------------------ shifts

  /** SHL, SHR, SAR and ROL. */
  void shift(Node node, int result) {
    Type type = node.type();
    Node value = node.value(0);
    Node count = node.value(1);
    if (type == Type.I1) {
      selection.unary(MachineOp.MOV, 32, result, selection.register(value));
    } else if (count.isConstant()) {
      shiftByConstant(node, value, (int) count.immediate() & (type.bits() - 1), result);
    } else {
      shiftByVariable(node, value, count, result);
    }
  }

  private void shiftByConstant(Node node, Node value, int count, int result) {
    Type type = node.type();
    int width = shiftWidth(node);
    if (count == 0 && !extendsFirst(node)) {
      selection.unary(MachineOp.MOV, Selection.width(type), result, selection.register(value));
      return;
    }
    if (node.op() == Op.SHL) {
      int made = selection.add(MachineOp.SHL, width, Opcode.IMMEDIATE);
      selection.out.setImmediate(made, count);
      if (count <= 3) {
        selection.out.defineLike(result, 1);
      } else {
        selection.out.defineReuse(result, 1);
      }
      selection.use(value);
      return;
    }
    int operand = operand(node, value);
    selection.withImmediate(operation(node.op()), width, result, operand, count);
    complete(node, value, operand);
  }

  private void shiftByVariable(Node node, Node value, Node count, int result) {
    Type type = node.type();
    int width = shiftWidth(node);
    boolean masks = type.bits() < 32 && node.op() != Op.ROL;
    Node source = countSource(count, masks ? 0 : width - 1);
    int by = masks ? selection.newGeneral(4) : selection.register(source);
    boolean byAny = selection.features.bmi2() && node.op() != Op.ROL;
    if (byAny && value.type().bits() == width && selection.canMoveHere(value)) {
      address.matchMemory(value.value(0));
      int made = selection.add(byAny(node.op()), width, Opcode.MEMORY, address.bits());
      selection.out.define(result);
      selection.out.use(by);
      address.append(made, 0, 0);
      return;
    }
    int operand = operand(node, value);
    if (byAny) {
      selection.add(byAny(node.op()), width, Opcode.REGISTER);
      selection.out.define(result);
      selection.useOrStack(operand, width / 8);
      selection.out.use(by);
    } else {
      selection.add(operation(node.op()), width, Opcode.REGISTER);
      selection.out.defineReuse(result, 1);
      selection.out.use(operand);
      selection.out.useFixed(by, PhysicalRegister.RCX);
    }
    complete(node, value, operand);
    if (masks) {
      selection.withImmediate(
          MachineOp.AND, 32, by, selection.register(source), (long) type.bits() - 1);
    }
  }

  /** Rotations are done in their own width, all else in at least 32 bits. */
  private static int shiftWidth(Node node) {
    return node.op() == Op.ROL ? node.type().bits() : Selection.width(node.type());
  }

  /** What is shifted: to the right, narrow values must be extended first. */
  private int operand(Node node, Node value) {
    return extendsFirst(node)
        ? integers.widened(value, node.op() == Op.SAR)
        : selection.register(value);
  }

  private void complete(Node node, Node value, int operand) {
    if (extendsFirst(node)) {
      integers.widen(value, node.op() == Op.SAR, operand);
    }
  }

  private static boolean extendsFirst(Node node) {
    return node.type().bits() < 32 && (node.op() == Op.SHR || node.op() == Op.SAR);
  }

  /**
   * The node whose low bits are the count: looks through conversions, which keep at least the low
   * seven, and through masks that the hardware applies itself.
   *
   * @param hardwareMask the bits of the count that the hardware looks at; 0 to keep masks
   */
  private static Node countSource(Node count, int hardwareMask) {
    Node at = count;
    while (true) {
      switch (at.op()) {
        case ZERO_EXTEND, SIGN_EXTEND -> {
          if (at.value(0).type() == Type.I1) {
            return at;
          }
          at = at.value(0);
        }
        case TRUNCATE -> {
          if (at.type() == Type.I1) {
            return at;
          }
          at = at.value(0);
        }
        case AND -> {
          if (hardwareMask == 0
              || !at.value(1).isConstant()
              || (at.value(1).immediate() & hardwareMask) != hardwareMask) {
            return at;
          }
          at = at.value(0);
        }
        default -> {
          return at;
        }
      }
    }
  }

  private static MachineOp operation(Op op) {
    return switch (op) {
      case SHL -> MachineOp.SHL;
      case SHR -> MachineOp.SHR;
      case SAR -> MachineOp.SAR;
      default -> MachineOp.ROL;
    };
  }

  private static MachineOp byAny(Op op) {
    return switch (op) {
      case SHL -> MachineOp.SHLX;
      case SHR -> MachineOp.SHRX;
      default -> MachineOp.SARX;
    };
  }

  // ---------------------------------------------------------------- counting

  /** POPCNT. */
  void populationCount(Node node, int result) {
    Type type = node.type();
    Node value = node.value(0);
    if (type == Type.I1) {
      selection.unary(MachineOp.MOV, 32, result, selection.register(value));
      return;
    }
    int operand = widenedToZero(value);
    if (selection.features.popcnt()) {
      count(MachineOp.POPCNT, type, result, operand);
    } else {
      sumBits(Selection.width(type), result, operand);
    }
    completeZero(value, operand);
  }

  /**
   * The sum of all bits in ever larger fields, as in Hacker's Delight, section 5-1; the steps are
   * emitted last one first.
   */
  private void sumBits(int width, int result, int operand) {
    MachineFunction out = selection.out;
    int bytes = width / 8;
    int product = selection.newGeneral(bytes);
    int factor = selection.newGeneral(bytes);
    int nibbles = selection.newGeneral(bytes);
    selection.withImmediate(MachineOp.SHR, width, result, product, width - 8L);
    selection.inPlace(MachineOp.IMUL, width, product, nibbles, factor);
    selection.constant(factor, repeated(0x01, width), width);
    int four = selection.newGeneral(bytes);
    int sum = selection.newGeneral(bytes);
    int shifted = selection.newGeneral(bytes);
    int pairs = selection.newGeneral(bytes);
    selection.inPlace(MachineOp.AND, width, nibbles, sum, four);
    selection.constant(four, repeated(0x0F, width), width);
    selection.inPlace(MachineOp.ADD, width, sum, shifted, pairs);
    selection.withImmediate(MachineOp.SHR, width, shifted, pairs, 4L);
    int two = selection.newGeneral(bytes);
    int high = selection.newGeneral(bytes);
    int low = selection.newGeneral(bytes);
    int highShifted = selection.newGeneral(bytes);
    int bits = selection.newGeneral(bytes);
    selection.inPlace(MachineOp.ADD, width, pairs, high, low);
    selection.inPlace(MachineOp.AND, width, low, bits, two);
    selection.inPlace(MachineOp.AND, width, high, highShifted, two);
    selection.withImmediate(MachineOp.SHR, width, highShifted, bits, 2L);
    selection.constant(two, repeated(0x33, width), width);
    int one = selection.newGeneral(bytes);
    int odd = selection.newGeneral(bytes);
    int oddShifted = selection.newGeneral(bytes);
    selection.add(MachineOp.SUB, width, Opcode.REGISTER);
    out.defineReuse(bits, 1);
    out.use(operand);
    out.use(odd);
    selection.inPlace(MachineOp.AND, width, odd, oddShifted, one);
    selection.withImmediate(MachineOp.SHR, width, oddShifted, operand, 1L);
    selection.constant(one, repeated(0x55, width), width);
  }

  private static long repeated(int pattern, int width) {
    long all = 0x0101_0101_0101_0101L * pattern;
    return width == 64 ? all : all & 0xFFFF_FFFFL;
  }

  /** LZCNT: of a narrow value, as of 32 bits less what they have more. */
  void leadingZeros(Node node, int result) {
    Type type = node.type();
    Node value = node.value(0);
    if (type == Type.I1) {
      integers.notTruth(node, result);
      return;
    }
    int operand = widenedToZero(value);
    int counted = result;
    if (type.bits() < 32) {
      counted = selection.newGeneral(4);
      selection.withImmediate(MachineOp.SUB, 32, result, counted, 32L - type.bits());
    }
    if (selection.features.lzcnt()) {
      count(MachineOp.LZCNT, type, counted, operand);
    } else {
      countByScan(MachineOp.LEADING_ZEROS, type, counted, operand);
    }
    completeZero(value, operand);
  }

  /** TZCNT: of a narrow value with a one put behind its bits. */
  void trailingZeros(Node node, int result) {
    Type type = node.type();
    Node value = node.value(0);
    if (type == Type.I1) {
      integers.notTruth(node, result);
      return;
    }
    boolean narrow = type.bits() < 32;
    int operand = narrow ? selection.newGeneral(4) : selection.register(value);
    if (selection.features.bmi1()) {
      count(MachineOp.TZCNT, type, result, operand);
    } else {
      countByScan(MachineOp.TRAILING_ZEROS, type, result, operand);
    }
    if (narrow) {
      selection.withImmediate(
          MachineOp.OR, 32, operand, selection.register(value), 1L << type.bits());
    }
  }

  private void count(MachineOp operation, Type type, int result, int operand) {
    int width = Selection.width(type);
    selection.add(operation, width, Opcode.REGISTER);
    selection.out.define(result);
    selection.useOrStack(operand, width / 8);
  }

  private void countByScan(MachineOp operation, Type type, int result, int operand) {
    selection.add(operation, Selection.width(type), Opcode.REGISTER);
    selection.out.defineEarly(result);
    selection.out.defineEarly(selection.newGeneral(8));
    selection.out.use(operand);
  }

  private int widenedToZero(Node value) {
    return value.type().bits() < 32 ? integers.widened(value, false) : selection.register(value);
  }

  private void completeZero(Node value, int operand) {
    if (value.type().bits() < 32) {
      integers.widen(value, false, operand);
    }
  }

  /** BSWAP: two bytes are exchanged by a rotation. */
  void reverseBytes(Node node, int result) {
    if (node.type() == Type.I16) {
      selection.withImmediate(MachineOp.ROL, 16, result, selection.register(node.value(0)), 8L);
    } else {
      integers.inPlace(MachineOp.BSWAP, node, result);
    }
  }
}
