package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/**
 * Numbers of the instructions that the schedule interpreter runs. An instruction is its number, the
 * register of its result if it has one, then operands.
 */
final class Code {
  // What follows each: d result, a b c registers, k other.
  static final int BLOCK = 0; // k number in the profile, k nodes
  static final int JUMP = 1; // k target
  static final int BRANCH = 2; // a condition, k target if 1, k target if 0
  static final int SWITCH = 3; // a value, k table, k targets...
  static final int RETURN = 4; // k count, a...
  static final int CALL = 5; // k site, k results, d...
  static final int STOP = 6; // k index of the trap
  static final int GUARD = 7; // a condition, k index of the trap
  static final int MOVE = 8; // d a
  static final int GENERIC = 9; // d a b c, k operation

  static final int ADD_I32 = 10; // d a b, up to SHR_I64
  static final int SUB_I32 = 11;
  static final int MUL_I32 = 12;
  static final int ADD_I64 = 13;
  static final int SUB_I64 = 14;
  static final int MUL_I64 = 15;
  static final int AND = 16;
  static final int OR = 17;
  static final int XOR = 18;
  static final int SHL_I32 = 19;
  static final int SAR_I32 = 20;
  static final int SHR_I32 = 21;
  static final int SHL_I64 = 22;
  static final int SAR_I64 = 23;
  static final int SHR_I64 = 24;
  static final int EQ = 25;
  static final int NE = 26;
  static final int LT = 27;
  static final int LE = 28;
  static final int ULT = 29;
  static final int ULE = 30;
  static final int FADD_F64 = 31;
  static final int FSUB_F64 = 32;
  static final int FMUL_F64 = 33;
  static final int FDIV_F64 = 34;
  static final int FLT_F64 = 35;

  static final int SELECT = 36; // d a b c

  static final int TO_I8 = 37; // d a, up to UNSIGNED_I32
  static final int TO_I16 = 38;
  static final int TO_I32 = 39;
  static final int UNSIGNED_I8 = 40;
  static final int UNSIGNED_I16 = 41;
  static final int UNSIGNED_I32 = 42;

  static final int LOAD_I8 = 43; // d a, up to LOAD_OTHER, which has k type
  static final int LOAD_I16 = 44;
  static final int LOAD_I32 = 45;
  static final int LOAD_I64 = 46;
  static final int LOAD_OTHER = 47;
  static final int STORE_I8 = 48; // a b, up to STORE_OTHER, which has k type
  static final int STORE_I16 = 49;
  static final int STORE_I32 = 50;
  static final int STORE_I64 = 51;
  static final int STORE_OTHER = 52;
  static final int COPY = 53; // a b, k size
  static final int FILL = 54; // a b, k size

  // A vector takes two registers, of which the first is named.
  static final int VECTOR = 55; // d a b c, k operation
  static final int LOAD_VECTOR = 56; // d a
  static final int STORE_VECTOR = 57; // a b

  private Code() {}

  /** The instruction of its own that a pure operation has, or GENERIC. */
  static int of(Op op, Type type, Type operandType) {
    return switch (op) {
      case ADD -> byWidth(type, ADD_I32, ADD_I64);
      case SUB -> byWidth(type, SUB_I32, SUB_I64);
      case MUL -> byWidth(type, MUL_I32, MUL_I64);
      case SHL -> byWidth(type, SHL_I32, SHL_I64);
      case SAR -> byWidth(type, SAR_I32, SAR_I64);
      case SHR -> byWidth(type, SHR_I32, SHR_I64);
      case AND -> AND;
      case OR -> OR;
      case XOR -> XOR;
      case OFFSET -> ADD_I64;
      case EQ -> EQ;
      case NE -> NE;
      case LT -> LT;
      case LE -> LE;
      case ULT -> ULT;
      case ULE -> ULE;
      case SELECT -> SELECT;
      case FADD -> type == Type.F64 ? FADD_F64 : GENERIC;
      case FSUB -> type == Type.F64 ? FSUB_F64 : GENERIC;
      case FMUL -> type == Type.F64 ? FMUL_F64 : GENERIC;
      case FDIV -> type == Type.F64 ? FDIV_F64 : GENERIC;
      case FLT -> operandType == Type.F64 ? FLT_F64 : GENERIC;
      case SIGN_EXTEND -> operandType == Type.I1 ? GENERIC : MOVE;
      case ZERO_EXTEND ->
          switch (operandType) {
            case I1 -> MOVE;
            case I8 -> UNSIGNED_I8;
            case I16 -> UNSIGNED_I16;
            default -> UNSIGNED_I32;
          };
      case TRUNCATE ->
          switch (type) {
            case I8 -> TO_I8;
            case I16 -> TO_I16;
            case I32 -> TO_I32;
            default -> GENERIC;
          };
      default -> GENERIC;
    };
  }

  private static int byWidth(Type type, int i32, int i64) {
    return type == Type.I32 ? i32 : type == Type.I64 ? i64 : GENERIC;
  }

  static int load(Type type) {
    return switch (type) {
      case I8 -> LOAD_I8;
      case I16 -> LOAD_I16;
      case I32 -> LOAD_I32;
      case I64, F64, PTR -> LOAD_I64;
      case V128 -> LOAD_VECTOR;
      default -> LOAD_OTHER;
    };
  }

  static int store(Type type) {
    return switch (type) {
      case I1, I8 -> STORE_I8;
      case I16 -> STORE_I16;
      case I32, F32 -> STORE_I32;
      case I64, F64, PTR -> STORE_I64;
      case V128 -> STORE_VECTOR;
      default -> STORE_OTHER;
    };
  }
}
