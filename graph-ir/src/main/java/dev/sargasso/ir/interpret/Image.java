package dev.sargasso.ir.interpret;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A program in memory: every symbol has an address, globals have their contents. */
final class Image {
  private static final int CODE_STEP = 16;

  /** What can be called: a function of the program or an external. */
  record Callee(String name, @Nullable Function function, Externals.@Nullable External external) {}

  private final Program program;
  private final Externals externals;
  private final Memory memory;
  private final Map<String, Long> addresses = new HashMap<>();
  private final Map<String, Integer> calleeNumbers = new HashMap<>();
  private final List<Callee> callees = new ArrayList<>();

  Image(Program program, Externals externals, Limits limits) {
    this.program = program;
    this.externals = externals;
    this.memory = new Memory(limits.stackBytes(), limits.heapBytes());
    placeGlobals();
  }

  Program program() {
    return program;
  }

  Memory memory() {
    return memory;
  }

  private void placeGlobals() {
    long[] tops = new long[Memory.CODE];
    // Offset 0 stays empty, so that no global is at the very edge of its segment.
    tops[Memory.GLOBALS] = 64;
    tops[Memory.CONSTANTS] = 64;
    for (Global global : program.globals()) {
      int segment = segmentOf(global);
      long at = (tops[segment] + global.alignment() - 1) & -global.alignment();
      addresses.put(global.name(), Memory.base(segment) + at);
      tops[segment] = at + global.size();
    }
    // FILE objects and the like: a few bytes that hold their own address.
    for (Program.External external : program.externals()) {
      if (external.signature() == null && isStream(external.name())) {
        tops[Memory.GLOBALS] = (tops[Memory.GLOBALS] + 15) & -16;
        addresses.put(external.name(), Memory.base(Memory.GLOBALS) + tops[Memory.GLOBALS]);
        tops[Memory.GLOBALS] += 8;
      }
    }
    byte[][] contents = {
      new byte[0], new byte[size(tops[Memory.GLOBALS])], new byte[size(tops[Memory.CONSTANTS])]
    };
    for (Global global : program.globals()) {
      int segment = segmentOf(global);
      int at = (int) (addressOf(global.name()) - Memory.base(segment));
      System.arraycopy(global.initialiser(), 0, contents[segment], at, global.initialiser().length);
    }
    memory.place(Memory.GLOBALS, contents[Memory.GLOBALS]);
    // Relocations go in while the constants can still be written.
    for (Global global : program.globals()) {
      int segment = segmentOf(global);
      int base = (int) (addressOf(global.name()) - Memory.base(segment));
      for (Global.DataRelocation relocation : global.relocations()) {
        long value = addressOf(relocation.symbol()) + relocation.addend();
        for (int i = 0; i < 8; i++) {
          contents[segment][base + (int) relocation.offset() + i] = (byte) (value >>> (8 * i));
        }
      }
    }
    memory.place(Memory.CONSTANTS, contents[Memory.CONSTANTS]);
    for (Program.External external : program.externals()) {
      Long address = addresses.get(external.name());
      if (address != null) {
        memory.store(Type.PTR, address, CLibrary.streamHandle(external.name()));
      }
    }
  }

  private static boolean isStream(String name) {
    return CLibrary.streamHandle(name) != 0;
  }

  private static int segmentOf(Global global) {
    return global.readOnly() ? Memory.CONSTANTS : Memory.GLOBALS;
  }

  private static int size(long top) {
    if (top > 1 << 30) {
      throw new IllegalArgumentException("globals of " + top + " bytes are too large to interpret");
    }
    return (int) top;
  }

  /**
   * The address of a symbol. One that is defined nowhere has an address, too, but there is nothing
   * at it, and it cannot be called.
   */
  long addressOf(String symbol) {
    Long known = addresses.get(symbol);
    if (known != null) {
      return known;
    }
    int number = calleeNumber(symbol);
    long address =
        number < 0
            ? Memory.base(Memory.NOWHERE) + (long) CODE_STEP * addresses.size()
            : Memory.base(Memory.CODE) + (long) CODE_STEP * (number + 1);
    addresses.put(symbol, address);
    return address;
  }

  /** Whether there is anything at the address of a symbol. */
  boolean isDefined(String symbol) {
    return addressOf(symbol) < Memory.base(Memory.NOWHERE);
  }

  /** The dense number of a function or external, or -1. */
  int calleeNumber(String symbol) {
    Integer known = calleeNumbers.get(symbol);
    if (known != null) {
      return known;
    }
    Function function = program.function(symbol);
    Externals.External external = function == null ? externals.find(symbol) : null;
    int number = -1;
    if (function != null || external != null) {
      number = callees.size();
      callees.add(new Callee(symbol, function, external));
    }
    calleeNumbers.put(symbol, number);
    return number;
  }

  /** The dense number of what is at an address, or -1. */
  int calleeAt(long address) {
    long offset = address - Memory.base(Memory.CODE) - CODE_STEP;
    if (offset < 0 || offset % CODE_STEP != 0 || offset / CODE_STEP >= callees.size()) {
      return -1;
    }
    return (int) (offset / CODE_STEP);
  }

  Callee callee(int number) {
    return callees.get(number);
  }

  int calleeCount() {
    return callees.size();
  }
}
