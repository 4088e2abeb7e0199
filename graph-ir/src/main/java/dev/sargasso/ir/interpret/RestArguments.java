package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of a call as a function with a {@link Signature.Parameter#rest} finds them: general
 * and floating ones in the order of the parameters of their class, which are registers; what finds
 * no parameter lies in memory, in words, behind the address in the last one.
 */
final class RestArguments {
  private static final int WORD = 8;

  private RestArguments() {}

  /** The arguments for a callee, which are the given ones for all but such functions. */
  static long[] arrange(
      Signature callee, Signature call, Type[] types, long[] arguments, Memory memory) {
    List<Signature.Parameter> parameters = callee.parameters();
    if (parameters.isEmpty() || !parameters.getLast().isRest()) {
      return arguments;
    }
    int last = parameters.size() - 1;
    long[] arranged = new long[last + 1];
    boolean[] taken = new boolean[last];
    byte[] stack = new byte[WORD];
    int used = 0;
    for (int i = 0; i < arguments.length; i++) {
      Signature.Parameter own = i < call.parameters().size() ? call.parameters().get(i) : null;
      int size = own != null && own.isByValue() ? own.byValueSize() : 0;
      int place = find(parameters, taken, types[i], size);
      if (place >= 0) {
        taken[place] = true;
        arranged[place] = parameters.get(place).type().canonical(arguments[i]);
        continue;
      }
      byte[] bytes = size > 0 ? memory.read(arguments[i], size) : word(arguments[i]);
      int alignment = own != null && size > 0 ? own.byValueAlignment() : WORD;
      used = (used + alignment - 1) & -alignment;
      stack = Arrays.copyOf(stack, Math.max(stack.length, used + bytes.length + WORD));
      System.arraycopy(bytes, 0, stack, used, bytes.length);
      used = (used + bytes.length + WORD - 1) & -WORD;
    }
    long address = memory.allocate(stack.length);
    memory.write(address, stack);
    arranged[last] = address;
    return arranged;
  }

  /** The first free parameter of an argument's kind, or -1. */
  private static int find(
      List<Signature.Parameter> parameters, boolean[] taken, Type type, int size) {
    for (int i = 0; i < taken.length; i++) {
      Signature.Parameter parameter = parameters.get(i);
      boolean fits =
          size > 0
              ? parameter.byValueSize() == size
              : !parameter.isByValue() && parameter.type().isFloat() == type.isFloat();
      if (fits && !taken[i]) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] word(long value) {
    byte[] bytes = new byte[WORD];
    for (int i = 0; i < WORD; i++) {
      bytes[i] = (byte) (value >> (8 * i));
    }
    return bytes;
  }
}
