package dev.sargasso.ir.interpret;

/** Why a program was stopped. */
public enum TrapKind {
  /** A division by zero, or of the minimum by -1. */
  DIVISION("division trap"),
  /** An access outside every segment, or a store to read-only memory. */
  MEMORY("memory trap"),
  /** A GUARD whose condition did not hold. */
  GUARD("guard trap"),
  /** A TRAP. */
  TRAP("trap"),
  /** Control came to an UNREACHABLE: the program's behaviour is undefined. */
  UNREACHABLE("unreachable code"),
  /** The stack, or the number of nested calls, ran out. */
  STACK_OVERFLOW("stack overflow"),
  /** A call of what is no function, or takes more arguments. */
  BAD_CALL("bad call"),
  /** A call of a symbol that is defined neither in the program nor among the externals. */
  UNKNOWN_SYMBOL("unknown symbol"),
  /** More steps than the limit. */
  STEP_LIMIT("step limit"),
  /** {@code abort}, or an external that cannot go on. */
  ABORT("abort"),
  /** The graph or schedule itself is wrong: a value is used that is not there. */
  BROKEN("broken graph");

  private final String title;

  TrapKind(String title) {
    this.title = title;
  }

  /** For messages. */
  public String title() {
    return title;
  }
}
