package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import org.jspecify.annotations.Nullable;

/** Covers loads and stores, single and of many bytes. */
final class MemorySelection {
  /** Copies and fills of at most so many bytes are done by single moves. */
  private static final int UNROLLED = 128;

  private final Selection selection;
  private final AddressMatcher address;
  private final AddressMatcher other;

  MemorySelection(Selection selection) {
    this.selection = selection;
    address = new AddressMatcher(selection);
    other = new AddressMatcher(selection);
  }

  // ------------------------------------------------------------------- loads

  /** LOAD, and VOLATILE_LOAD with the type and the register of its second projection. */
  void load(Type type, Node pointer, int result) {
    address.matchMemory(pointer);
    MachineOp operation = loadOperation(type);
    if (type == Type.I1) {
      // Memory may hold other than 0 and 1.
      int loaded = selection.newGeneral(4);
      selection.withImmediate(MachineOp.AND, 32, result, loaded, 1L);
      load(operation, type, loaded, 0);
    } else {
      load(operation, type, result, 0);
    }
  }

  private void load(MachineOp operation, Type type, int result, int offset) {
    int made =
        selection.add(operation, Math.max(32, operationWidth(type)), Opcode.MEMORY, address.bits());
    selection.out.define(result);
    address.append(made, offset, 0);
  }

  private static int operationWidth(Type type) {
    return Math.min(64, type.bits());
  }

  private static MachineOp loadOperation(Type type) {
    return switch (type) {
      case I1, I8 -> MachineOp.MOVZX8;
      case I16 -> MachineOp.MOVZX16;
      case F32 -> MachineOp.MOVSS;
      case F64 -> MachineOp.MOVSD;
      case V128 -> MachineOp.MOVUPS;
      default -> MachineOp.MOV;
    };
  }

  // ------------------------------------------------------------------ stores

  /** STORE. */
  void store(Node node) {
    Node pointer = node.value(0);
    Node value = node.value(1);
    Type type = value.type();
    if (type.isGeneral() && type != Type.I1 && modify(pointer, value)) {
      return;
    }
    address.matchMemory(pointer);
    store(type, value, 0);
  }

  /** A scalar to the area for outgoing arguments. */
  void storeOutgoing(Node value, int offset) {
    address.setArea(Opcode.OUTGOING, offset);
    store(value.type(), value, 0);
  }

  /** A value to the matched address. */
  private void store(Type type, Node value, int offset) {
    if (value.isConstant() && isStorable(value)) {
      int width = type == Type.I1 ? 8 : type.bits();
      storeImmediate(width, offset, value.immediate());
    } else {
      store(
          storeOperation(type),
          type == Type.I1 ? 8 : operationWidth(type),
          offset,
          selection.register(value));
    }
  }

  private void storeImmediate(int width, int offset, long value) {
    int made = selection.add(MachineOp.STORE, width, Opcode.MEMORY_IMMEDIATE, address.bits());
    address.append(made, offset, value);
  }

  private void store(MachineOp operation, int width, int offset, int register) {
    int made = selection.add(operation, width, Opcode.MEMORY_REGISTER, address.bits());
    selection.out.use(register);
    address.append(made, offset, 0);
  }

  private static boolean isStorable(Node constant) {
    return constant.type() != Type.V128
        && (constant.type() == Type.F32
            || Selection.fits(constant.immediate(), constant.type().bits()));
  }

  private static MachineOp storeOperation(Type type) {
    return switch (type) {
      case F32 -> MachineOp.STORE_SS;
      case F64 -> MachineOp.STORE_SD;
      case V128 -> MachineOp.STORE_UPS;
      default -> MachineOp.STORE;
    };
  }

  // ---------------------------------------------------- read, modify, write

  /**
   * A store of what was loaded from the same address, changed by one operation. Narrow values may
   * have been extended for the operation and cut off again, if their upper bits do not matter to
   * it.
   */
  private boolean modify(Node pointer, Node value) {
    boolean cut = value.op() == Op.TRUNCATE && selection.isSingleHere(value);
    Node change = cut ? value.value(0) : value;
    if (!selection.isSingleHere(change)) {
      return false;
    }
    MachineOp operation = modification(change.op());
    if (operation == null) {
      return false;
    }
    Type type = value.type();
    boolean isShift = operation.shape() == Shape.SHIFT;
    if (isShift && (cut || !change.value(1).isConstant())) {
      return false;
    }
    Node loaded = change.value(0);
    @Nullable Node operand = change.valueCount() > 1 ? change.value(1) : null;
    if (!isLoadOf(loaded, pointer, type, cut)) {
      if (operand == null || !operation.isCommutative() || !isLoadOf(operand, pointer, type, cut)) {
        return false;
      }
      operand = loaded;
    }
    emitModification(operation, type, pointer, operand);
    return true;
  }

  private void emitModification(
      MachineOp operation, Type type, Node pointer, @Nullable Node operand) {
    int width = type.bits();
    address.matchMemory(pointer);
    if (operand == null) {
      int made = selection.add(operation, width, Opcode.MEMORY_REGISTER, address.bits());
      address.append(made, 0, 0);
      return;
    }
    boolean isShift = operation.shape() == Shape.SHIFT;
    long constant =
        isShift ? operand.immediate() & (width - 1) : type.canonical(operand.immediate());
    if (operand.isConstant() && Selection.fits(constant, width)) {
      int made = selection.add(operation, width, Opcode.MEMORY_IMMEDIATE, address.bits());
      address.append(made, 0, constant);
    } else {
      int made = selection.add(operation, width, Opcode.MEMORY_REGISTER, address.bits());
      selection.use(operand);
      address.append(made, 0, 0);
    }
  }

  private static @Nullable MachineOp modification(Op op) {
    return switch (op) {
      case ADD -> MachineOp.ADD;
      case SUB -> MachineOp.SUB;
      case AND -> MachineOp.AND;
      case OR -> MachineOp.OR;
      case XOR -> MachineOp.XOR;
      case NEG -> MachineOp.NEG;
      case NOT -> MachineOp.NOT;
      case SHL -> MachineOp.SHL;
      case SHR -> MachineOp.SHR;
      case SAR -> MachineOp.SAR;
      default -> null;
    };
  }

  private boolean isLoadOf(Node node, Node pointer, Type type, boolean cut) {
    Node load = node;
    if (cut && (node.op() == Op.ZERO_EXTEND || node.op() == Op.SIGN_EXTEND)) {
      if (!selection.isSingleHere(node)) {
        return false;
      }
      load = node.value(0);
    }
    return load.op() == Op.LOAD
        && load.type() == type
        && load.value(0) == pointer
        && selection.canMoveHere(load);
  }

  // -------------------------------------------------------------- many bytes

  /** MEMORY_COPY. */
  void copy(Node node) {
    int size = Access.size(node.immediate());
    Node target = node.value(0);
    Node source = node.value(1);
    if (size <= UNROLLED) {
      address.matchMemory(target);
      other.matchMemory(source);
      copyPieces(size);
      return;
    }
    MachineFunction out = selection.out;
    int count = selection.newGeneral(8);
    int made = selection.add(MachineOp.COPY_BYTES, 64, Opcode.REGISTER);
    out.useFixed(selection.register(target), PhysicalRegister.RDI);
    out.useFixed(selection.register(source), PhysicalRegister.RSI);
    out.useFixed(count, PhysicalRegister.RCX);
    out.setClobbers(
        made, 1L << PhysicalRegister.RDI | 1L << PhysicalRegister.RSI | 1L << PhysicalRegister.RCX);
    selection.constant(count, size, 64);
  }

  /** Copies an aggregate to the area for outgoing arguments. */
  void copyToOutgoing(Node source, int size, int offset) {
    if (size <= UNROLLED) {
      address.setArea(Opcode.OUTGOING, offset);
      other.matchMemory(source);
      copyPieces(size);
      return;
    }
    MachineFunction out = selection.out;
    int count = selection.newGeneral(8);
    int target = selection.newGeneral(8);
    int made = selection.add(MachineOp.COPY_BYTES, 64, Opcode.REGISTER);
    out.useFixed(target, PhysicalRegister.RDI);
    out.useFixed(selection.register(source), PhysicalRegister.RSI);
    out.useFixed(count, PhysicalRegister.RCX);
    out.setClobbers(
        made, 1L << PhysicalRegister.RDI | 1L << PhysicalRegister.RSI | 1L << PhysicalRegister.RCX);
    selection.constant(count, size, 64);
    address.setArea(Opcode.OUTGOING, offset);
    int lea = selection.add(MachineOp.LEA, 64, Opcode.MEMORY, address.bits());
    out.define(target);
    address.append(lea, 0, 0);
  }

  /** From the matched source to the matched target, in pieces as large as possible. */
  private void copyPieces(int size) {
    int end = size;
    while (end > 0) {
      int bytes = Integer.highestOneBit(Math.min(end, 16));
      // The last pieces come first, and the smallest are the last, so all others are aligned.
      int offset = end - lowestPiece(end, bytes);
      copyPiece(offset, end - offset);
      end = offset;
    }
  }

  /** The size of the last piece of {@code size} bytes that are cut from the front. */
  private static int lowestPiece(int size, int largest) {
    return Math.min(Integer.lowestOneBit(size), largest);
  }

  private void copyPiece(int offset, int bytes) {
    Type type = typeOf(bytes);
    int register = selection.newRegister(type);
    store(storeOperation(type), operationWidth(type), offset, register);
    int made =
        selection.add(
            loadOperation(type), Math.max(32, operationWidth(type)), Opcode.MEMORY, other.bits());
    selection.out.define(register);
    other.append(made, offset, 0);
  }

  private static Type typeOf(int bytes) {
    return switch (bytes) {
      case 1 -> Type.I8;
      case 2 -> Type.I16;
      case 4 -> Type.I32;
      case 8 -> Type.I64;
      default -> Type.V128;
    };
  }

  /** MEMORY_FILL. */
  void fill(Node node) {
    int size = Access.size(node.immediate());
    Node target = node.value(0);
    Node value = node.value(1);
    if (size <= UNROLLED) {
      address.matchMemory(target);
      if (value.isConstant()) {
        fillConstant(size, value.immediate() & 0xFF);
      } else {
        fillVariable(size, value);
      }
      return;
    }
    MachineFunction out = selection.out;
    int count = selection.newGeneral(8);
    int made = selection.add(MachineOp.FILL_BYTES, 64, Opcode.REGISTER);
    out.useFixed(selection.register(target), PhysicalRegister.RDI);
    out.useFixed(selection.register(value), PhysicalRegister.RAX);
    out.useFixed(count, PhysicalRegister.RCX);
    out.setClobbers(made, 1L << PhysicalRegister.RDI | 1L << PhysicalRegister.RCX);
    selection.constant(count, size, 64);
  }

  private void fillConstant(int size, long value) {
    long pattern = value * 0x0101_0101_0101_0101L;
    int vector = size >= 16 ? selection.newRegister(Type.V128) : -1;
    int wide = size % 16 >= 8 && !Selection.fits(pattern, 64) ? selection.newGeneral(8) : -1;
    int end = size;
    while (end > 0) {
      int bytes = lowestPiece(end, 16);
      end -= bytes;
      if (bytes == 16) {
        store(MachineOp.STORE_UPS, 64, end, vector);
      } else if (bytes == 8 && wide >= 0) {
        store(MachineOp.STORE, 64, end, wide);
      } else {
        storeImmediate(8 * bytes, end, typeOf(bytes).canonical(pattern));
      }
    }
    if (wide >= 0) {
      selection.constant(wide, pattern, 64);
    }
    if (vector >= 0) {
      boolean zero = value == 0;
      int made =
          selection.add(
              zero ? MachineOp.VECTOR_ZERO : MachineOp.MOVUPS,
              64,
              zero ? Opcode.REGISTER : Opcode.MEMORY,
              zero ? 0 : Opcode.address(false, false, 0, Opcode.CONSTANT_TWICE));
      if (!zero) {
        selection.out.setImmediate(made, pattern);
      }
      selection.out.define(vector);
      selection.out.setFlags(made, MachineFunction.REMATERIALISABLE);
    }
  }

  private void fillVariable(int size, Node value) {
    int vector = size >= 16 ? selection.newRegister(Type.V128) : -1;
    int wide = selection.newGeneral(8);
    int end = size;
    while (end > 0) {
      int bytes = lowestPiece(end, 16);
      end -= bytes;
      if (bytes == 16) {
        store(MachineOp.STORE_UPS, 64, end, vector);
      } else {
        store(MachineOp.STORE, 8 * bytes, end, wide);
      }
    }
    if (vector >= 0) {
      int half = selection.newRegister(Type.V128);
      selection.inPlace(MachineOp.PUNPCKLQDQ, 64, vector, half, half);
      selection.unary(MachineOp.TO_VECTOR, 64, half, wide);
    }
    int factor = selection.newGeneral(8);
    int extended = selection.newGeneral(8);
    selection.inPlace(MachineOp.IMUL, 64, wide, extended, factor);
    selection.constant(factor, 0x0101_0101_0101_0101L, 64);
    selection.add(MachineOp.MOVZX8, 32, Opcode.REGISTER);
    selection.out.define(extended);
    selection.useOrStack(value, 4);
  }
}
