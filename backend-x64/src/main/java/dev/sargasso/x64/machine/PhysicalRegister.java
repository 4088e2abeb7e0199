package dev.sargasso.x64.machine;

/**
 * The registers of x86-64 as the allocator counts them: 0 to 15 are the general registers in their
 * encoding order, 16 to 31 are {@code xmm0} to {@code xmm15}. A set of them is a {@code long} with
 * bit {@code r} for register {@code r}.
 */
public final class PhysicalRegister {
  /** The class of integer and pointer values. */
  public static final int GENERAL = 0;

  /** The class of floating-point and vector values. */
  public static final int VECTOR = 1;

  /** How many classes there are. */
  public static final int CLASS_COUNT = 2;

  /** How many registers there are in all, the stack pointer included. */
  public static final int COUNT = 32;

  public static final int RAX = 0;
  public static final int RCX = 1;
  public static final int RDX = 2;
  public static final int RBX = 3;
  public static final int RSP = 4;
  public static final int RBP = 5;
  public static final int RSI = 6;
  public static final int RDI = 7;
  public static final int R8 = 8;
  public static final int R9 = 9;
  public static final int R10 = 10;
  public static final int R11 = 11;
  public static final int R12 = 12;
  public static final int R13 = 13;
  public static final int R14 = 14;
  public static final int R15 = 15;
  public static final int XMM0 = 16;

  /** All general registers but the stack pointer. */
  public static final long GENERAL_MASK = 0xffffL & ~(1L << RSP);

  /** All vector registers. */
  public static final long VECTOR_MASK = 0xffff_0000L;

  /** Every register that the allocator may hand out. */
  public static final long ALLOCATABLE_MASK = GENERAL_MASK | VECTOR_MASK;

  private static final String[] GENERAL_NAMES = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
    "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"
  };

  private PhysicalRegister() {}

  /** The class of a register. */
  public static int classOf(final int register) {
    return register < XMM0 ? GENERAL : VECTOR;
  }

  /** The set of allocatable registers of a class. */
  public static long maskOf(final int registerClass) {
    return registerClass == GENERAL ? GENERAL_MASK : VECTOR_MASK;
  }

  /** The usual name, for example {@code rax} or {@code xmm3}. */
  public static String nameOf(final int register) {
    if (register < 0 || register >= COUNT) {
      throw new IllegalArgumentException("no register " + register);
    }
    return register < XMM0 ? GENERAL_NAMES[register] : "xmm" + (register - XMM0);
  }

  /** The names of a set of registers, separated by commas. */
  public static String namesOf(final long mask) {
    final StringBuilder text = new StringBuilder();
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      if (!text.isEmpty()) {
        text.append(',');
      }
      text.append(nameOf(Long.numberOfTrailingZeros(rest)));
    }
    return text.toString();
  }
}
