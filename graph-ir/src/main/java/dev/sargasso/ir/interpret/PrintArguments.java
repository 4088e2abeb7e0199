package dev.sargasso.ir.interpret;

import dev.sargasso.ir.type.Type;

/** Where a format finds its arguments, one after the other. */
interface PrintArguments {
  /** The next one, an integer or a pointer. */
  long nextLong();

  /** The next one, a double. */
  double nextDouble();

  /** The arguments of a call from a number on. */
  static PrintArguments of(ExternalCall call, int first) {
    return new PrintArguments() {
      private int next = first;

      @Override
      public long nextLong() {
        return call.argument(next++);
      }

      @Override
      public double nextDouble() {
        return call.doubleArgument(next++);
      }
    };
  }

  /**
   * What a {@code va_list} in memory leads to (System V ABI for x86-64, section 3.5.7): offsets
   * into the saved registers, the address of the arguments on the stack, that of the saved
   * registers.
   */
  static PrintArguments of(Memory memory, long list) {
    return new PrintArguments() {
      @Override
      public long nextLong() {
        return memory.load(Type.I64, address(0, 48, 8));
      }

      @Override
      public double nextDouble() {
        return Double.longBitsToDouble(memory.load(Type.I64, address(4, 176, 16)));
      }

      private long address(int field, int limit, int step) {
        long offset = memory.load(Type.I32, list + field);
        if (offset < limit) {
          memory.store(Type.I32, list + field, offset + step);
          return memory.load(Type.I64, list + 16) + offset;
        }
        long stack = memory.load(Type.I64, list + 8);
        memory.store(Type.I64, list + 8, stack + 8);
        return stack;
      }
    };
  }
}
