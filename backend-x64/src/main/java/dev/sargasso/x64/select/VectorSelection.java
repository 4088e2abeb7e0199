package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Lanes;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.machine.MachineFunction;

/**
 * Covers vector operations with SSE2, and SSE4.1 where there is one instruction instead of many.
 * What SSE2 lacks is put together after <i>Hacker's Delight</i>: products of bytes, of 32 and of 64
 * bits from those that exist, order of 64 bits from that of the halves, unsigned order from signed.
 *
 * <p>As everywhere in the selector, the last instruction is emitted first.
 */
final class VectorSelection {
  private static final int WIDTH = 64;

  private final Selection selection;

  VectorSelection(Selection selection) {
    this.selection = selection;
  }

  // ------------------------------------------------------------------ pieces

  private int temporary() {
    return selection.newRegister(Type.V128);
  }

  /** Result := left op right; the right one may be in its spill slot. */
  private void inPlace(MachineOp operation, int result, int left, int right) {
    MachineFunction out = selection.out;
    int made = selection.add(operation, WIDTH, Opcode.REGISTER);
    out.defineReuse(result, 1);
    out.use(left);
    selection.useOrStack(right, 16);
    if (operation.isCommutative()) {
      out.setFlags(made, MachineFunction.COMMUTATIVE);
    }
  }

  private void move(MachineOp operation, int result, int operand) {
    selection.add(operation, WIDTH, Opcode.REGISTER);
    selection.out.define(result);
    selection.useOrStack(operand, 16);
  }

  /** Result := operand op immediate, in another register. */
  private void withImmediate(MachineOp operation, int result, int operand, int immediate) {
    int made = selection.add(operation, 32, Opcode.REGISTER);
    selection.out.setImmediate(made, immediate);
    selection.out.define(result);
    selection.out.use(operand);
  }

  /** Result := left op right, as the immediate says. */
  private void selected(MachineOp operation, int result, int left, int right, int immediate) {
    MachineFunction out = selection.out;
    int made = selection.add(operation, 32, Opcode.REGISTER);
    out.setImmediate(made, immediate);
    out.defineReuse(result, 1);
    out.use(left);
    selection.useOrStack(right, 16);
  }

  private void shiftBy(MachineOp operation, int result, int operand, int count) {
    selection.withImmediate(operation, WIDTH, result, operand, count);
  }

  /** Result := operand op a constant, both halves of which are {@code bits}. */
  private void withConstant(MachineOp operation, int result, int operand, long bits) {
    int made =
        selection.add(
            operation,
            WIDTH,
            Opcode.MEMORY,
            Opcode.address(false, false, 0, Opcode.CONSTANT_TWICE));
    selection.out.setImmediate(made, bits);
    selection.out.defineReuse(result, 1);
    selection.out.use(operand);
  }

  private void constant(int result, long low, long high) {
    MachineFunction out = selection.out;
    int made;
    if (low == 0 && high == 0) {
      made = selection.add(MachineOp.VECTOR_ZERO, WIDTH, Opcode.REGISTER);
    } else {
      made =
          selection.add(
              MachineOp.MOVUPS,
              WIDTH,
              Opcode.MEMORY,
              Opcode.address(false, false, 0, Opcode.CONSTANT_TWICE));
      out.setImmediate(made, low);
      if (high != low) {
        out.setAttribute(made, high);
      }
    }
    out.define(result);
    out.setFlags(made, MachineFunction.REMATERIALISABLE);
  }

  /** The bits of a lane in every lane of half a vector. */
  private static long repeated(Type lane, long value) {
    long bits = lane.unsigned(value);
    for (int width = lane.bits(); width < 64; width *= 2) {
      bits |= bits << width;
    }
    return bits;
  }

  // ------------------------------------------------------------------- lanes

  /** SPLAT. */
  void splat(Node node, int result) {
    Node scalar = node.value(0);
    Type lane = scalar.type();
    if (scalar.isConstant()) {
      long bits = repeated(lane, scalar.immediate());
      constant(result, bits, bits);
      return;
    }
    if (lane.isFloat()) {
      int made = selection.add(MachineOp.PSHUFD, 32, Opcode.REGISTER);
      selection.out.setImmediate(made, lane == Type.F32 ? 0 : 0b01_00_01_00);
      selection.out.define(result);
      selection.use(scalar);
      return;
    }
    int low = temporary();
    withImmediate(MachineOp.PSHUFD, result, low, lane == Type.I64 ? 0b01_00_01_00 : 0);
    if (lane == Type.I8 || lane == Type.I16) {
      int words = temporary();
      inPlace(MachineOp.PUNPCKLWD, low, words, words);
      low = words;
    }
    if (lane == Type.I8) {
      int bytes = temporary();
      inPlace(MachineOp.PUNPCKLBW, low, bytes, bytes);
      low = bytes;
    }
    toVector(low, selection.register(scalar), lane == Type.I64 ? 64 : 32);
  }

  private void toVector(int result, int general, int width) {
    selection.unary(MachineOp.TO_VECTOR, width, result, general);
  }

  /** VECTOR_PAIR. */
  void pair(Node node, int result) {
    Node low = node.value(0);
    Node high = node.value(1);
    if (low.isConstant() && high.isConstant()) {
      constant(result, low.immediate(), high.immediate());
      return;
    }
    int a = temporary();
    int b = temporary();
    inPlace(MachineOp.PUNPCKLQDQ, result, a, b);
    toVector(b, selection.register(high), 64);
    toVector(a, selection.register(low), 64);
  }

  /** EXTRACT_LANE. */
  void extract(Node node, int result) {
    int vector = selection.register(node.value(0));
    int index = (int) node.immediate();
    switch (node.type()) {
      case F32, I32 -> fromWord(node.type(), result, vector, index);
      case F64, I64 -> fromWord(node.type(), result, vector, index == 0 ? 0 : 0b11_10);
      case I16 -> withImmediate(MachineOp.PEXTRW, result, vector, index);
      default -> {
        int word = selection.newGeneral(4);
        if ((index & 1) != 0) {
          selection.withImmediate(MachineOp.SHR, 32, result, word, 8);
        } else {
          selection.unary(MachineOp.MOV, 32, result, word);
        }
        withImmediate(MachineOp.PEXTRW, word, vector, index / 2);
      }
    }
  }

  /** A scalar whose first word, and second if it has one, a shuffle brings to the front. */
  private void fromWord(Type type, int result, int vector, int shuffle) {
    if (type.isFloat()) {
      if (shuffle == 0) {
        move(MachineOp.MOVAPS, result, vector);
      } else {
        withImmediate(MachineOp.PSHUFD, result, vector, shuffle);
      }
      return;
    }
    int front = shuffle == 0 ? vector : temporary();
    selection.unary(MachineOp.FROM_VECTOR, type.bits(), result, front);
    if (shuffle != 0) {
      withImmediate(MachineOp.PSHUFD, front, vector, shuffle);
    }
  }

  /** SHUFFLE. */
  void shuffle(Node node, int result) {
    withImmediate(
        MachineOp.PSHUFD, result, selection.register(node.value(0)), (int) node.immediate());
  }

  /** INTERLEAVE_LOW and INTERLEAVE_HIGH. */
  void interleave(Node node, int result) {
    boolean low = node.op() == Op.INTERLEAVE_LOW;
    MachineOp operation =
        switch (Lanes.type(node.immediate())) {
          case I8 -> low ? MachineOp.PUNPCKLBW : MachineOp.PUNPCKHBW;
          case I16 -> low ? MachineOp.PUNPCKLWD : MachineOp.PUNPCKHWD;
          case I32 -> low ? MachineOp.PUNPCKLDQ : MachineOp.PUNPCKHDQ;
          default -> low ? MachineOp.PUNPCKLQDQ : MachineOp.PUNPCKHQDQ;
        };
    inPlace(
        operation, result, selection.register(node.value(0)), selection.register(node.value(1)));
  }

  /** EVEN_LANES: what saturates is first made small enough not to. */
  void evenLanes(Node node, int result) {
    int a = selection.register(node.value(0));
    int b = selection.register(node.value(1));
    switch (Lanes.type(node.immediate())) {
      case I32 -> selected(MachineOp.SHUFPS, result, a, b, 0b10_00_10_00);
      case I16 -> {
        int first = temporary();
        int second = a == b ? first : temporary();
        inPlace(MachineOp.PACKSSDW, result, first, second);
        if (a != b) {
          extendWords(second, b);
        }
        extendWords(first, a);
      }
      default -> {
        int first = temporary();
        int second = a == b ? first : temporary();
        long lower = repeated(Type.I16, 0xFF);
        inPlace(MachineOp.PACKUSWB, result, first, second);
        if (a != b) {
          withConstant(MachineOp.ANDPS, second, b, lower);
        }
        withConstant(MachineOp.ANDPS, first, a, lower);
      }
    }
  }

  /** The lower 16 bits of each 32, sign-extended. */
  private void extendWords(int result, int operand) {
    int shifted = temporary();
    shiftBy(MachineOp.PSRAD, result, shifted, 16);
    shiftBy(MachineOp.PSLLD, shifted, operand, 16);
  }

  /** BLEND. */
  void blend(Node node, int result) {
    Node mask = node.value(0);
    if (extreme(mask, node.value(1), node.value(2), result)) {
      return;
    }
    int chosen = temporary();
    int other = temporary();
    int bits = selection.register(mask);
    inPlace(MachineOp.ORPS, result, chosen, other);
    inPlace(MachineOp.ANDNPS, other, bits, selection.register(node.value(2)));
    inPlace(MachineOp.ANDPS, chosen, bits, selection.register(node.value(1)));
  }

  /** A blend of two vectors by their own order, if there is an instruction for it. */
  private boolean extreme(Node mask, Node chosen, Node other, int result) {
    if (mask.op() != Op.VECTOR_BINARY) {
      return false;
    }
    boolean least = mask.value(0) == chosen && mask.value(1) == other;
    if (!least && (mask.value(0) != other || mask.value(1) != chosen)) {
      return false;
    }
    Op order = Lanes.op(mask.immediate());
    MachineOp operation;
    switch (Lanes.type(mask.immediate())) {
      case I8 -> {
        if (order != Op.ULT) {
          return false;
        }
        operation = least ? MachineOp.PMINUB : MachineOp.PMAXUB;
      }
      case I16 -> {
        if (order != Op.LT) {
          return false;
        }
        operation = least ? MachineOp.PMINSW : MachineOp.PMAXSW;
      }
      case I32 -> {
        if (order != Op.LT || !selection.features.sse41()) {
          return false;
        }
        operation = least ? MachineOp.PMINSD : MachineOp.PMAXSD;
      }
      default -> {
        return false;
      }
    }
    inPlace(operation, result, selection.register(chosen), selection.register(other));
    return true;
  }

  // -------------------------------------------------------------- arithmetic

  /** VECTOR_UNARY. */
  void unary(Node node, int result) {
    boolean isSingle = Lanes.type(node.immediate()) == Type.F32;
    MachineOp operation =
        switch (Lanes.op(node.immediate())) {
          case FSQRT -> isSingle ? MachineOp.SQRTPS : MachineOp.SQRTPD;
          case INT_TO_FLOAT -> MachineOp.CVTDQ2PS;
          default -> MachineOp.CVTTPS2DQ;
        };
    move(operation, result, selection.register(node.value(0)));
  }

  /** VECTOR_SHIFT. */
  void shift(Node node, int result) {
    Type lane = Lanes.type(node.immediate());
    Op op = Lanes.op(node.immediate());
    MachineOp operation =
        switch (lane) {
          case I16 ->
              op == Op.SHL ? MachineOp.PSLLW : op == Op.SHR ? MachineOp.PSRLW : MachineOp.PSRAW;
          case I32 ->
              op == Op.SHL ? MachineOp.PSLLD : op == Op.SHR ? MachineOp.PSRLD : MachineOp.PSRAD;
          default -> op == Op.SHL ? MachineOp.PSLLQ : MachineOp.PSRLQ;
        };
    int operand = selection.register(node.value(0));
    Node count = node.value(1);
    if (count.isConstant()) {
      shiftBy(operation, result, operand, (int) count.immediate() & (lane.bits() - 1));
      return;
    }
    int counted = temporary();
    int masked = selection.newGeneral(4);
    inPlace(operation, result, operand, counted);
    toVector(counted, masked, 32);
    selection.withImmediate(MachineOp.AND, 32, masked, selection.register(count), lane.bits() - 1L);
  }

  /** VECTOR_BINARY. */
  void binary(Node node, int result) {
    Op op = Lanes.op(node.immediate());
    Type lane = Lanes.type(node.immediate());
    int a = selection.register(node.value(0));
    int b = selection.register(node.value(1));
    switch (op) {
      case ADD -> inPlace(byLane(lane, MachineOp.PADDB), result, a, b);
      case SUB -> inPlace(byLane(lane, MachineOp.PSUBB), result, a, b);
      case AND -> inPlace(MachineOp.ANDPS, result, a, b);
      case OR -> inPlace(MachineOp.ORPS, result, a, b);
      case XOR -> inPlace(MachineOp.XORPS, result, a, b);
      case MUL -> multiply(lane, result, a, b);
      case EQ -> equal(lane, result, a, b);
      case LT -> less(lane, result, a, b);
      case ULT -> {
        int signedA = temporary();
        int signedB = temporary();
        long sign = repeated(lane, 1L << (lane.bits() - 1));
        less(lane, result, signedA, signedB);
        withConstant(MachineOp.XORPS, signedB, b, sign);
        withConstant(MachineOp.XORPS, signedA, a, sign);
      }
      case FEQ -> compare(lane, result, a, b, 0);
      case FLT -> compare(lane, result, a, b, 1);
      case FLE -> compare(lane, result, a, b, 2);
      case FNE -> compare(lane, result, a, b, 4);
      default -> {
        boolean isSingle = lane == Type.F32;
        MachineOp operation =
            switch (op) {
              case FADD -> isSingle ? MachineOp.ADDPS : MachineOp.ADDPD;
              case FSUB -> isSingle ? MachineOp.SUBPS : MachineOp.SUBPD;
              case FMUL -> isSingle ? MachineOp.MULPS : MachineOp.MULPD;
              default -> isSingle ? MachineOp.DIVPS : MachineOp.DIVPD;
            };
        inPlace(operation, result, a, b);
      }
    }
  }

  /** The operation for a lane, where {@code bytes} is the one for I8 and the others follow it. */
  private static MachineOp byLane(Type lane, MachineOp bytes) {
    return MachineOp.of(bytes.ordinal() + Integer.numberOfTrailingZeros(lane.bytes()));
  }

  private void compare(Type lane, int result, int a, int b, int predicate) {
    selected(lane == Type.F32 ? MachineOp.CMPPS : MachineOp.CMPPD, result, a, b, predicate);
  }

  private void equal(Type lane, int result, int a, int b) {
    if (lane != Type.I64) {
      inPlace(byLane(lane, MachineOp.PCMPEQB), result, a, b);
      return;
    }
    int words = temporary();
    int swapped = temporary();
    inPlace(MachineOp.ANDPS, result, words, swapped);
    withImmediate(MachineOp.PSHUFD, swapped, words, 0b10_11_00_01);
    inPlace(MachineOp.PCMPEQD, words, a, b);
  }

  /** Signed order; of 64 bits, where upper halves are equal the difference borrows or not. */
  private void less(Type lane, int result, int a, int b) {
    if (lane != Type.I64) {
      inPlace(byLane(lane, MachineOp.PCMPGTB), result, b, a);
      return;
    }
    int both = temporary();
    int order = temporary();
    int borrow = temporary();
    int same = temporary();
    int difference = temporary();
    withImmediate(MachineOp.PSHUFD, result, both, 0b11_11_01_01);
    inPlace(MachineOp.ORPS, both, order, borrow);
    inPlace(MachineOp.PCMPGTD, order, b, a);
    inPlace(MachineOp.ANDPS, borrow, same, difference);
    inPlace(MachineOp.PCMPEQD, same, a, b);
    inPlace(MachineOp.PSUBQ, difference, a, b);
  }

  private void multiply(Type lane, int result, int a, int b) {
    switch (lane) {
      case I8 -> multiplyBytes(result, a, b);
      case I16 -> inPlace(MachineOp.PMULLW, result, a, b);
      case I32 -> {
        if (selection.features.sse41()) {
          inPlace(MachineOp.PMULLD, result, a, b);
        } else {
          multiplyWords(result, a, b);
        }
      }
      default -> multiplyLongs(result, a, b);
    }
  }

  private void multiplyBytes(int result, int a, int b) {
    int even = temporary();
    int evenWide = temporary();
    int odd = temporary();
    int oddWide = temporary();
    int upperA = temporary();
    int upperB = temporary();
    inPlace(MachineOp.ORPS, result, even, odd);
    shiftBy(MachineOp.PSLLW, odd, oddWide, 8);
    inPlace(MachineOp.PMULLW, oddWide, upperA, upperB);
    shiftBy(MachineOp.PSRLW, upperB, b, 8);
    shiftBy(MachineOp.PSRLW, upperA, a, 8);
    withConstant(MachineOp.ANDPS, even, evenWide, repeated(Type.I16, 0xFF));
    inPlace(MachineOp.PMULLW, evenWide, a, b);
  }

  private void multiplyWords(int result, int a, int b) {
    int even = temporary();
    int evenWide = temporary();
    int odd = temporary();
    int oddWide = temporary();
    int oddA = temporary();
    int oddB = temporary();
    inPlace(MachineOp.PUNPCKLDQ, result, even, odd);
    withImmediate(MachineOp.PSHUFD, odd, oddWide, 0b10_00);
    withImmediate(MachineOp.PSHUFD, even, evenWide, 0b10_00);
    inPlace(MachineOp.PMULUDQ, oddWide, oddA, oddB);
    withImmediate(MachineOp.PSHUFD, oddB, b, 0b11_11_01_01);
    withImmediate(MachineOp.PSHUFD, oddA, a, 0b11_11_01_01);
    inPlace(MachineOp.PMULUDQ, evenWide, a, b);
  }

  private void multiplyLongs(int result, int a, int b) {
    int low = temporary();
    int cross = temporary();
    int sum = temporary();
    int first = temporary();
    int second = temporary();
    int upperA = temporary();
    int upperB = temporary();
    inPlace(MachineOp.PADDQ, result, low, cross);
    shiftBy(MachineOp.PSLLQ, cross, sum, 32);
    inPlace(MachineOp.PADDQ, sum, first, second);
    inPlace(MachineOp.PMULUDQ, second, upperB, a);
    shiftBy(MachineOp.PSRLQ, upperB, b, 32);
    inPlace(MachineOp.PMULUDQ, first, upperA, b);
    shiftBy(MachineOp.PSRLQ, upperA, a, 32);
    inPlace(MachineOp.PMULUDQ, low, a, b);
  }
}
