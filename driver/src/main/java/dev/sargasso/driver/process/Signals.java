package dev.sargasso.driver.process;

/** Signal numbers of Linux on x86-64. */
public final class Signals {
  /** Illegal instruction; a compiled trap. */
  public static final int ILL = 4;

  /** Abort. */
  public static final int ABRT = 6;

  /** Bus error. */
  public static final int BUS = 7;

  /** Arithmetic error, such as division by zero. */
  public static final int FPE = 8;

  /** Kill. */
  public static final int KILL = 9;

  /** Segmentation fault. */
  public static final int SEGV = 11;

  /** Timer; sent to a child whose time is up. */
  public static final int ALRM = 14;

  private Signals() {}

  /** The name, such as {@code SIGSEGV}. */
  public static String name(int signal) {
    return switch (signal) {
      case 1 -> "SIGHUP";
      case 2 -> "SIGINT";
      case 3 -> "SIGQUIT";
      case ILL -> "SIGILL";
      case 5 -> "SIGTRAP";
      case ABRT -> "SIGABRT";
      case BUS -> "SIGBUS";
      case FPE -> "SIGFPE";
      case KILL -> "SIGKILL";
      case SEGV -> "SIGSEGV";
      case 13 -> "SIGPIPE";
      case ALRM -> "SIGALRM";
      case 15 -> "SIGTERM";
      case 24 -> "SIGXCPU";
      default -> "signal " + signal;
    };
  }

  /** What the signal means to the author of the program. */
  public static String describe(int signal) {
    return switch (signal) {
      case ILL -> "trap or illegal instruction";
      case ABRT -> "aborted";
      case BUS -> "bus error";
      case FPE -> "arithmetic error, such as a division by zero";
      case KILL -> "killed";
      case SEGV -> "segmentation fault";
      case ALRM -> "time is up";
      default -> name(signal);
    };
  }
}
