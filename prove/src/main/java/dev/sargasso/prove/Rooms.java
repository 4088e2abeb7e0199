package dev.sargasso.prove;

import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Memory;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.prove.encode.Answer;
import dev.sargasso.prove.encode.Behaviour;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Memory that pointer arguments of a run point into: the middle of a room of its own for each, at
 * addresses that are the same in every run.
 */
final class Rooms {
  /** Bytes of a room. */
  static final int SIZE = 2048;

  /** Bytes before and behind the pointer that get contents. */
  private static final int FILLED = 128;

  private static final int COUNT = 8;
  private static final int MOST_GLOBAL_BYTES = 256;

  private final Program program;
  private final long[] addresses;

  Rooms(Program program) {
    this.program = program;
    addresses = allocate(new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT).memory());
  }

  /** Makes the rooms in a fresh memory; returns where they begin. */
  static long[] allocate(Memory memory) {
    long[] made = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      made[i] = memory.allocate(SIZE);
    }
    return made;
  }

  /**
   * For each parameter that is a pointer the address that it is to have, else 0.
   *
   * @param apart whether each points into a room of its own; else all have one address
   */
  long[] pointers(Behaviour behaviour, boolean apart) {
    List<Type> types = behaviour.parameterTypes();
    long[] pointers = new long[types.size()];
    int used = 0;
    for (int i = 0; i < pointers.length && used < COUNT; i++) {
      if (types.get(i) == Type.PTR) {
        pointers[i] = addresses[apart ? used++ : 0] + SIZE / 2;
      }
    }
    return pointers;
  }

  /** Takes from an answer all that a run can be given. */
  Counterexample counterexample(
      Answer.No answer, Behaviour behaviour, long[] pointers, Set<String> symbols) {
    long[] arguments = new long[behaviour.parameterTypes().size()];
    Map<Integer, byte[]> rooms = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      long bits = answer.arguments().get(i);
      arguments[i] = behaviour.parameterTypes().get(i) == Type.F32 ? bits & 0xFFFF_FFFFL : bits;
      if (pointers[i] != 0) {
        rooms.put(i, bytes(answer.inputs(), pointers[i] - FILLED, 2 * FILLED));
      }
    }
    Map<String, byte[]> globals = new HashMap<>();
    for (String symbol : symbols) {
      Global global = program.global(symbol);
      if (global != null && !global.readOnly()) {
        globals.put(
            symbol,
            bytes(
                answer.inputs(),
                answer.inputs().addressOf(symbol),
                (int) Math.min(global.size(), MOST_GLOBAL_BYTES)));
      }
    }
    return new Counterexample(answer.what(), arguments, rooms, globals);
  }

  private static byte[] bytes(Answer.Inputs inputs, long from, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      // Which class an address belongs to is not known; most often only one has anything there.
      for (int k = inputs.classCount() - 1; k >= 0 && bytes[i] == 0; k--) {
        bytes[i] = (byte) inputs.byteAt(k, from + i);
      }
    }
    return bytes;
  }

  /** Gives a run's memory the contents that a counterexample wants. */
  static void furnish(SeaInterpreter interpreter, Counterexample example) {
    allocate(interpreter.memory());
    example
        .rooms()
        .forEach((i, bytes) -> interpreter.memory().write(example.arguments()[i] - FILLED, bytes));
    example
        .globals()
        .forEach((name, bytes) -> interpreter.memory().write(interpreter.addressOf(name), bytes));
  }
}
