package dev.sargasso.ir.interpret;

import java.io.Serial;

/**
 * Unwinds an interpreter; never leaves it. Externals get the subclasses from {@link ExternalCall}
 * and throw them.
 */
abstract sealed class Stop extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private Stop() {
    super(null, null, false, false);
  }

  /** The program ends. */
  static final class Exit extends Stop {
    @Serial private static final long serialVersionUID = 1L;

    final int status;

    Exit(int status) {
      this.status = status;
    }
  }

  /** The program is stopped; the interpreter knows where it was. */
  static final class Fault extends Stop {
    @Serial private static final long serialVersionUID = 1L;

    final TrapKind kind;
    final long detail;
    final String text;

    Fault(TrapKind kind, long detail, String text) {
      this.kind = kind;
      this.detail = detail;
      this.text = text;
    }

    static Fault memory(long address, int size) {
      return new Fault(
          TrapKind.MEMORY,
          address,
          "access to "
              + size
              + (size == 1 ? " byte" : " bytes")
              + " at 0x"
              + Long.toHexString(address));
    }

    static Fault division(long divisor) {
      return new Fault(
          TrapKind.DIVISION, 0, divisor == 0 ? "division by zero" : "quotient out of range");
    }

    static Fault readOnly(long address) {
      return new Fault(
          TrapKind.MEMORY, address, "store to read-only memory at 0x" + Long.toHexString(address));
    }
  }

  /** A trap with its place. */
  static final class Trapped extends Stop {
    @Serial private static final long serialVersionUID = 1L;

    final transient Trap trap;

    Trapped(Trap trap) {
      this.trap = trap;
    }
  }
}
