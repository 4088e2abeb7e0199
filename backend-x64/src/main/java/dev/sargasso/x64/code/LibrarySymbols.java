package dev.sargasso.x64.code;

import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Register;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The symbols of the C library, functions and data, mathematical functions included. A few
 * functions exist only in the part of the library that is linked statically into every program; for
 * these there is code of ours.
 */
final class LibrarySymbols {
  private final SymbolLookup first;
  private final SymbolLookup system = Linker.nativeLinker().defaultLookup();

  /**
   * @param first is asked before the C library
   */
  LibrarySymbols(final SymbolLookup first) {
    this.first = first;
  }

  /** The address of {@code symbol}, or zero. */
  long find(final String symbol) {
    final Optional<MemorySegment> own = first.find(symbol);
    return (own.isPresent() ? own : system.find(symbol)).map(MemorySegment::address).orElse(0L);
  }

  /** Code for a function that the shared library lacks, or null. */
  static @Nullable MachineCode substitute(final String symbol) {
    return switch (symbol) {
      // int atexit(void (*function)(void)): the registered function gets an argument that it
      // ignores.
      case "atexit" -> passOn("__cxa_atexit");
      case "at_quick_exit" -> passOn("__cxa_at_quick_exit");
      default -> null;
    };
  }

  /** Calls {@code function} with the first argument as it is, and null as the second and third. */
  private static MachineCode passOn(final String function) {
    final Assembler assembler = new Assembler();
    assembler.rr(Instruction.XOR, 32, Register.RSI, Register.RSI);
    assembler.rr(Instruction.XOR, 32, Register.RDX, Register.RDX);
    assembler.jump(function);
    return assembler.finish();
  }
}
