package dev.sargasso.ir.graph;

/**
 * The table of operations. Each states its facts once; passes ask the fact and do not list cases.
 *
 * <p>Inputs come in a fixed order: control first (if {@link #hasControl}), then memory (if {@link
 * #hasMemory}), then values. {@code docs/IR.md} gives the exact semantics of each.
 */
public enum Op {
  // Control. A block starts at START, REGION, LOOP or a projection of IF, SWITCH or NEVER.
  /** Where the function begins; produces the first control token. */
  START("start", 0, Op.CONTROL | Op.PINNED),
  /** Parameter number {@code immediate} of the function; its only input is START. */
  PARAMETER("parameter", 1, Op.HAS_CONTROL | Op.PINNED | Op.NUMBERED),
  /** The state of alias class {@code immediate} at entry; its only input is START. */
  INITIAL_MEMORY("initial_memory", 1, Op.HAS_CONTROL | Op.PINNED | Op.NUMBERED | Op.WRITES),
  /** Where control from several predecessors meets. Inputs: one control token each. */
  REGION("region", -1, Op.CONTROL | Op.PINNED),
  /** A region that heads a natural loop: input 0 enters, all others are back edges. */
  LOOP("loop", -1, Op.CONTROL | Op.PINNED),
  /** The value that belongs to the edge by which control reached the region in input 0. */
  PHI("phi", -1, Op.HAS_CONTROL | Op.PINNED),
  /** Projection 1 if the I1 input is 1, else projection 0. */
  IF("if", 2, Op.HAS_CONTROL | Op.PINNED | Op.TERMINATOR),
  /** Projection by key; the attribute is a {@link SwitchTable}; projection 0 is the default. */
  SWITCH("switch", 2, Op.HAS_CONTROL | Op.PINNED | Op.TERMINATOR),
  /** Projection 0 always; projection 1, never taken, ties an endless loop to END. */
  NEVER("never", 1, Op.HAS_CONTROL | Op.PINNED | Op.TERMINATOR),
  /** Goes on if the I1 input is 1, else traps with code {@code immediate}. */
  GUARD("guard", 2, Op.HAS_CONTROL | Op.PINNED | Op.CONTROL | Op.TRAPS),
  /**
   * Calls the symbol of its {@link CallDescriptor}, or the address in its first value input.
   * Projections: 0 control, 1 memory, 2 and up the results.
   */
  CALL("call", -1, Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.READS | Op.WRITES | Op.TRAPS),
  /** Returns its values; consumes the final state of memory. */
  RETURN("return", -1, Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.TERMINATOR | Op.CONTROL),
  /** Is never reached in a program whose behaviour is defined. */
  UNREACHABLE(
      "unreachable", 2, Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.TERMINATOR | Op.CONTROL),
  /** Traps with code {@code immediate}. */
  TRAP(
      "trap",
      2,
      Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.TERMINATOR | Op.CONTROL | Op.TRAPS),
  /** Holds every RETURN, UNREACHABLE and TRAP; what is not reachable from it is garbage. */
  END("end", -1, Op.PINNED | Op.CONTROL),
  /** Result {@code immediate} of a tuple. */
  PROJECTION("projection", 1, Op.PINNED | Op.NUMBERED),

  // Memory.
  /** The value at an address. Control, which may be absent, is what makes the address safe. */
  LOAD("load", 3, Op.HAS_CONTROL | Op.FLOATS | Op.HAS_MEMORY | Op.READS | Op.NUMBERED | Op.TRAPS),
  /** Memory after writing value input 1 to the address in value input 0. */
  STORE("store", 4, Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.WRITES | Op.TRAPS),
  /** A load that must happen exactly once, in order. Projections: 0 memory, 1 the value. */
  VOLATILE_LOAD(
      "volatile_load",
      3,
      Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.READS | Op.WRITES | Op.TRAPS),
  /** Memory after copying {@link Access#size} bytes from value input 1 to value input 0. */
  MEMORY_COPY(
      "memory_copy",
      4,
      Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.READS | Op.WRITES | Op.TRAPS),
  /** Memory after setting {@link Access#size} bytes at value input 0 to the I8 value input 1. */
  MEMORY_FILL("memory_fill", 4, Op.HAS_CONTROL | Op.HAS_MEMORY | Op.PINNED | Op.WRITES | Op.TRAPS),
  /** The state of alias class {@code immediate} within a state of all memory. */
  MEMORY_PART("memory_part", 1, Op.HAS_MEMORY | Op.NUMBERED),
  /** All memory: input 0, with the alias classes of the other inputs taken from those. */
  MEMORY_MERGE("memory_merge", -1, Op.HAS_MEMORY | Op.NUMBERED),

  // Constants and addresses.
  /** The value {@code immediate}: canonical for integers, raw bits for floating point. */
  CONSTANT("constant", 0, Op.NUMBERED | Op.REMATERIALISABLE),
  /** The address of the global or function whose name is the attribute. */
  SYMBOL("symbol", 0, Op.NUMBERED | Op.REMATERIALISABLE),
  /** The address of the {@link StackSlot} in the attribute. */
  STACK_SLOT("stack_slot", 0, Op.NUMBERED | Op.REMATERIALISABLE),

  // Integers; results wrap around. Bit 0 of immediate: no signed wrap (a promise).
  ADD("add", 2, Op.NUMBERED | Op.COMMUTATIVE),
  SUB("sub", 2, Op.NUMBERED),
  MUL("mul", 2, Op.NUMBERED | Op.COMMUTATIVE),
  /** The high half of the signed product. */
  MUL_HIGH("mul_high", 2, Op.NUMBERED | Op.COMMUTATIVE),
  /** The high half of the unsigned product. */
  UMUL_HIGH("umul_high", 2, Op.NUMBERED | Op.COMMUTATIVE),
  /** Signed quotient, rounded to zero. Traps on divisor 0 and on minimum / -1. */
  DIV("div", 3, Op.HAS_CONTROL | Op.FLOATS | Op.NUMBERED | Op.TRAPS),
  /** Unsigned quotient. Traps on divisor 0. */
  UDIV("udiv", 3, Op.HAS_CONTROL | Op.FLOATS | Op.NUMBERED | Op.TRAPS),
  /** Signed remainder, with the dividend's sign. Traps as DIV does. */
  REM("rem", 3, Op.HAS_CONTROL | Op.FLOATS | Op.NUMBERED | Op.TRAPS),
  /** Unsigned remainder. Traps on divisor 0. */
  UREM("urem", 3, Op.HAS_CONTROL | Op.FLOATS | Op.NUMBERED | Op.TRAPS),
  AND("and", 2, Op.NUMBERED | Op.COMMUTATIVE),
  OR("or", 2, Op.NUMBERED | Op.COMMUTATIVE),
  XOR("xor", 2, Op.NUMBERED | Op.COMMUTATIVE),
  /** Shift left by value input 1 (same type) modulo the width. */
  SHL("shl", 2, Op.NUMBERED),
  /** Logical shift right by value input 1 modulo the width. */
  SHR("shr", 2, Op.NUMBERED),
  /** Arithmetic shift right by value input 1 modulo the width. */
  SAR("sar", 2, Op.NUMBERED),
  /** Rotation to the left by value input 1 modulo the width. */
  ROL("rol", 2, Op.NUMBERED),
  NEG("neg", 1, Op.NUMBERED),
  NOT("not", 1, Op.NUMBERED),
  /** Number of one bits. */
  POPCNT("popcnt", 1, Op.NUMBERED),
  /** Number of leading zero bits; the width for 0. */
  LZCNT("lzcnt", 1, Op.NUMBERED),
  /** Number of trailing zero bits; the width for 0. */
  TZCNT("tzcnt", 1, Op.NUMBERED),
  /** The bytes in reverse order (I16, I32, I64). */
  BSWAP("bswap", 1, Op.NUMBERED),
  /** The pointer in value input 0 moved by the I64 in value input 1, in bytes. */
  OFFSET("offset", 2, Op.NUMBERED),

  // Comparisons of integers or pointers; the result is I1.
  EQ("eq", 2, Op.NUMBERED | Op.COMMUTATIVE | Op.COMPARES),
  NE("ne", 2, Op.NUMBERED | Op.COMMUTATIVE | Op.COMPARES),
  LT("lt", 2, Op.NUMBERED | Op.COMPARES),
  LE("le", 2, Op.NUMBERED | Op.COMPARES),
  ULT("ult", 2, Op.NUMBERED | Op.COMPARES),
  ULE("ule", 2, Op.NUMBERED | Op.COMPARES),
  /** Value input 1 if the I1 in value input 0 is 1, else value input 2. */
  SELECT("select", 3, Op.NUMBERED),

  // Conversions.
  SIGN_EXTEND("sign_extend", 1, Op.NUMBERED),
  ZERO_EXTEND("zero_extend", 1, Op.NUMBERED),
  TRUNCATE("truncate", 1, Op.NUMBERED),
  /** The same bits as another type of the same width (PTR and I64, F64 and I64, F32 and I32). */
  BITCAST("bitcast", 1, Op.NUMBERED),
  /** Signed integer (I32, I64) to floating point, rounded to nearest even. */
  INT_TO_FLOAT("int_to_float", 1, Op.NUMBERED),
  /** Unsigned integer (I32, I64) to floating point, rounded to nearest even. */
  UINT_TO_FLOAT("uint_to_float", 1, Op.NUMBERED),
  /** Floating point to signed integer (I32, I64), truncated; minimum where out of range or NaN. */
  FLOAT_TO_INT("float_to_int", 1, Op.NUMBERED),
  /**
   * Floating point to unsigned integer (I32, I64), truncated. Out of range (NaN, at most -1, at
   * least two to the width): all such inputs give the width's sign bit alone.
   */
  FLOAT_TO_UINT("float_to_uint", 1, Op.NUMBERED),
  /** F32 to F64, exact. */
  FLOAT_EXTEND("float_extend", 1, Op.NUMBERED),
  /** F64 to F32, rounded to nearest even. */
  FLOAT_ROUND("float_round", 1, Op.NUMBERED),

  // Floating point, IEEE 754, round to nearest even.
  FADD("fadd", 2, Op.NUMBERED | Op.COMMUTATIVE),
  FSUB("fsub", 2, Op.NUMBERED),
  FMUL("fmul", 2, Op.NUMBERED | Op.COMMUTATIVE),
  FDIV("fdiv", 2, Op.NUMBERED),
  /** Flips the sign bit, of a NaN too. */
  FNEG("fneg", 1, Op.NUMBERED),
  /** Clears the sign bit, of a NaN too. */
  FABS("fabs", 1, Op.NUMBERED),
  FSQRT("fsqrt", 1, Op.NUMBERED),
  /** Equal; 0 if either is NaN. The result is I1. */
  FEQ("feq", 2, Op.NUMBERED | Op.COMMUTATIVE | Op.COMPARES),
  /** Not equal; 1 if either is NaN. */
  FNE("fne", 2, Op.NUMBERED | Op.COMMUTATIVE | Op.COMPARES),
  /** Less; 0 if either is NaN. */
  FLT("flt", 2, Op.NUMBERED | Op.COMPARES),
  /** Less or equal; 0 if either is NaN. */
  FLE("fle", 2, Op.NUMBERED | Op.COMPARES),

  // Vectors of 128 bits. The immediate says what lanes they have, see Lanes.
  /** Every lane the scalar. */
  SPLAT("splat", 1, Op.NUMBERED | Op.VECTOR),
  /** The lower and the upper half, each an I64. */
  VECTOR_PAIR("vector_pair", 2, Op.NUMBERED | Op.VECTOR),
  /** Lane {@code immediate}, of the node's type. */
  EXTRACT_LANE("extract_lane", 1, Op.NUMBERED | Op.VECTOR),
  /** A scalar operation on each lane. */
  VECTOR_UNARY("vector_unary", 1, Op.NUMBERED | Op.VECTOR),
  /** A scalar operation on each pair of lanes; a comparison gives 0 or all ones. */
  VECTOR_BINARY("vector_binary", 2, Op.NUMBERED | Op.VECTOR),
  /** Each lane shifted by the I32 in value input 1 modulo its width. */
  VECTOR_SHIFT("vector_shift", 2, Op.NUMBERED | Op.VECTOR),
  /** Bits of value input 1 where value input 0 has ones, else those of value input 2. */
  BLEND("blend", 3, Op.NUMBERED | Op.VECTOR),
  /** The words of 32 bits in another order, two bits of {@code immediate} each. */
  SHUFFLE("shuffle", 1, Op.NUMBERED | Op.VECTOR),
  /** The lower lanes of both vectors in turn. */
  INTERLEAVE_LOW("interleave_low", 2, Op.NUMBERED | Op.VECTOR),
  /** The upper lanes of both vectors in turn. */
  INTERLEAVE_HIGH("interleave_high", 2, Op.NUMBERED | Op.VECTOR),
  /** The lanes with even numbers of the first vector, then those of the second. */
  EVEN_LANES("even_lanes", 2, Op.NUMBERED | Op.VECTOR),

  /** A node that has been replaced by its input or killed; it is in no graph any more. */
  DEAD("dead", -1, 0);

  static final int CONTROL = 1;
  static final int HAS_CONTROL = 1 << 1;
  static final int HAS_MEMORY = 1 << 2;
  static final int PINNED = 1 << 3;
  static final int FLOATS = 1 << 4;
  static final int READS = 1 << 5;
  static final int WRITES = 1 << 6;
  static final int TRAPS = 1 << 7;
  static final int TERMINATOR = 1 << 8;
  static final int NUMBERED = 1 << 9;
  static final int COMMUTATIVE = 1 << 10;
  static final int REMATERIALISABLE = 1 << 11;
  static final int COMPARES = 1 << 12;
  static final int VECTOR = 1 << 13;

  /** Bit of {@code immediate} in ADD, SUB, MUL, NEG and SHL: the signed result does not wrap. */
  public static final long NO_SIGNED_WRAP = 1;

  /**
   * Bit of {@code immediate} in OFFSET: no access through the result, or through an offset from it
   * by a constant with this bit, leaves the object that the pointer points into.
   */
  public static final long IN_BOUNDS = 1;

  private final String text;
  private final int arity;
  private final int facts;

  Op(String text, int arity, int facts) {
    this.text = text;
    this.arity = arity;
    this.facts = facts;
  }

  /** The name in the textual forms and dumps. */
  public String text() {
    return text;
  }

  /** Number of inputs, control and memory included; -1 if it varies. */
  public int arity() {
    return arity;
  }

  /** Whether the node itself is a control token, or ends one. */
  public boolean isControl() {
    return (facts & CONTROL) != 0;
  }

  /** Whether input 0 is a control token. */
  public boolean hasControl() {
    return (facts & HAS_CONTROL) != 0;
  }

  /** Whether the control input may be absent (null): the node is safe to execute anywhere. */
  public boolean controlIsOptional() {
    return (facts & FLOATS) != 0;
  }

  /** Whether there is a memory input: input 1 after a control input, else input 0. */
  public boolean hasMemory() {
    return (facts & HAS_MEMORY) != 0;
  }

  /** Index of the memory input, or -1. */
  public int memoryInput() {
    return hasMemory() ? (hasControl() ? 1 : 0) : -1;
  }

  /** Index of the first input that is neither control nor memory. */
  public int firstValue() {
    return (hasControl() ? 1 : 0) + (hasMemory() ? 1 : 0);
  }

  /** Whether the node must be in the block of its control input (or is a block's head itself). */
  public boolean isPinned() {
    return (facts & PINNED) != 0;
  }

  /** Whether the node depends on the contents of memory. */
  public boolean readsMemory() {
    return (facts & READS) != 0;
  }

  /** Whether the node (or its memory projection) is a new state of memory. */
  public boolean writesMemory() {
    return (facts & WRITES) != 0;
  }

  /** Whether executing the node may stop the program. */
  public boolean mayTrap() {
    return (facts & TRAPS) != 0;
  }

  /** Whether the node ends a block. */
  public boolean isTerminator() {
    return (facts & TERMINATOR) != 0;
  }

  /** Whether two nodes with equal operation, type, attributes and inputs are the same value. */
  public boolean isNumbered() {
    return (facts & NUMBERED) != 0;
  }

  /** Whether the two value inputs may be exchanged. */
  public boolean isCommutative() {
    return (facts & COMMUTATIVE) != 0;
  }

  /** Whether recomputing is as cheap as a move: no inputs, no effects. */
  public boolean isRematerialisable() {
    return (facts & REMATERIALISABLE) != 0;
  }

  /** Whether this compares two values to an I1. */
  public boolean isComparison() {
    return (facts & COMPARES) != 0;
  }

  /** Whether this is a pure operation that takes or gives vectors. */
  public boolean isVector() {
    return (facts & VECTOR) != 0;
  }

  /** Whether this is a REGION or a LOOP. */
  public boolean isRegion() {
    return this == REGION || this == LOOP;
  }

  /** Whether this may be placed in any block between its inputs and its uses. */
  public boolean isFloating() {
    return !isPinned();
  }
}
