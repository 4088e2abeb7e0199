package dev.sargasso.ir.interpret;

import dev.sargasso.ir.type.Type;

/** One call of an {@link Externals.External}: its arguments, and what it can do. */
public final class ExternalCall {
  private final Memory memory;
  private final Callback callback;
  private final Type[] types;
  private final long[] arguments;
  private final int fixed;

  /** Calls interpreted code. */
  @FunctionalInterface
  interface Callback {
    long[] call(long address, long[] arguments);
  }

  ExternalCall(Memory memory, Callback callback, Type[] types, long[] arguments, int fixed) {
    this.memory = memory;
    this.callback = callback;
    this.types = types;
    this.arguments = arguments;
    this.fixed = fixed;
  }

  /** The program's memory. */
  public Memory memory() {
    return memory;
  }

  /** Number of arguments. */
  public int count() {
    return arguments.length;
  }

  /** Number of arguments that belong to declared parameters. */
  public int fixedCount() {
    return fixed;
  }

  /** The type of argument {@code i}. */
  public Type type(int i) {
    return types[i];
  }

  /** The canonical value of argument {@code i}; 0 if there are fewer. */
  public long argument(int i) {
    return i < arguments.length ? arguments[i] : 0;
  }

  /** Argument {@code i} as an int. */
  public int intArgument(int i) {
    return (int) argument(i);
  }

  /** Argument {@code i} as a number; of an F32 the same number. */
  public double doubleArgument(int i) {
    return i < types.length && types[i] == Type.F32
        ? Float.intBitsToFloat((int) argument(i))
        : Double.longBitsToDouble(argument(i));
  }

  /**
   * Calls a function of the program by its address, as a comparison function given to {@code
   * qsort}.
   *
   * @return its results
   */
  public long[] callBack(long address, long... values) {
    return callback.call(address, values);
  }

  /** What to throw to end the program with {@code status}. */
  public RuntimeException exit(int status) {
    return new Stop.Exit(status);
  }

  /** What to throw to stop the program with an abort trap. */
  public RuntimeException abort(String message) {
    return new Stop.Fault(TrapKind.ABORT, 0, message);
  }
}
