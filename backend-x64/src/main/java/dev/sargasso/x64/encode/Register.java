package dev.sargasso.x64.encode;

/**
 * The registers of x86-64 as plain numbers in hardware order, so that nothing on the way from the
 * allocator to the bytes needs an object for a register. General purpose and vector registers are
 * two separate banks, each numbered 0 to 15; the instruction decides which bank an operand lives
 * in.
 */
public final class Register {
  /** No register: an absent base or index in a memory operand. */
  public static final int NONE = -1;

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

  private static final String[] NAMES_8 = {
    "al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil",
    "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"
  };
  private static final String[] NAMES_16 = {
    "ax", "cx", "dx", "bx", "sp", "bp", "si", "di",
    "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"
  };
  private static final String[] NAMES_32 = {
    "eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi",
    "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"
  };
  private static final String[] NAMES_64 = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
    "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"
  };
  private static final String[] NAMES_XMM = {
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
    "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
  };

  private Register() {}

  /**
   * The assembler's name, without a percent sign, of general purpose register {@code register} (0
   * to 15) seen at {@code width} bits (8, 16, 32 or 64).
   */
  public static String generalName(final int register, final int width) {
    return switch (width) {
      case 8 -> NAMES_8[register];
      case 16 -> NAMES_16[register];
      case 32 -> NAMES_32[register];
      case 64 -> NAMES_64[register];
      default ->
          throw new IllegalArgumentException("no general purpose register has " + width + " bits");
    };
  }

  /**
   * The assembler's name, without a percent sign, of vector register {@code register} (0 to 15).
   */
  public static String vectorName(final int register) {
    return NAMES_XMM[register];
  }
}
