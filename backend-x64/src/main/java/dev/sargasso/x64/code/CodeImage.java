package dev.sargasso.x64.code;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Relocation;
import dev.sargasso.x64.encode.RelocationKind;
import dev.sargasso.x64.object.ObjectSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program on its way into this process: functions and globals, with references among them and to
 * the C library.
 *
 * <p>Everything goes into one mapping, so that all parts reach one another with 32-bit distances:
 *
 * <pre>
 *   code        functions, then stubs for functions elsewhere     read, execute
 *   constants   address table, constants, read-only globals       read
 *   data        globals, those that are zero last                 read, write
 * </pre>
 *
 * <p>An image is used by one thread and loaded once.
 */
public final class CodeImage implements ObjectSink {
  private static final long LARGEST = Integer.MAX_VALUE - 0xffffL;
  private static final int STUB_SIZE = 8;
  private static final int SLOT_SIZE = 8;

  /** A run of bytes with its place in the image. */
  @SuppressWarnings("ArrayRecordComponent") // pieces are never compared
  private record Piece(
      String symbol,
      byte[] bytes,
      long size,
      int alignment,
      List<Relocation> relocations,
      long offset) {
    Piece at(final long place) {
      return new Piece(symbol, bytes, size, alignment, relocations, place);
    }
  }

  private final LibrarySymbols library;
  private final List<Piece> code = new ArrayList<>();
  private final List<Piece> constants = new ArrayList<>();
  private final List<Piece> data = new ArrayList<>();
  private final List<Piece> zeros = new ArrayList<>();

  /** The offset of everything that is defined; -1 before it is laid out. */
  private final Map<String, Long> defined = new HashMap<>();

  /** The number of each external symbol that is referred to through the address table. */
  private final Map<String, Integer> slots = new LinkedHashMap<>();

  private final Map<String, Integer> stubs = new LinkedHashMap<>();
  private final Map<String, Long> addresses = new HashMap<>();
  private long stubsStart;
  private long slotsStart;

  /** Makes an empty image whose undefined symbols are those of the C library. */
  public CodeImage() {
    this(symbol -> Optional.empty());
  }

  /**
   * Makes an empty image.
   *
   * @param externals is asked for undefined symbols before the C library
   */
  public CodeImage(final SymbolLookup externals) {
    this.library = new LibrarySymbols(externals);
  }

  private void define(final String symbol) {
    if (defined.putIfAbsent(symbol, -1L) != null) {
      throw new IllegalArgumentException("symbol '" + symbol + "' is defined twice");
    }
  }

  @Override
  public void function(
      final String symbol,
      final Linkage linkage,
      final MachineCode machineCode,
      final LineTable lines) {
    define(symbol);
    code.add(
        new Piece(
            symbol,
            machineCode.bytes(),
            machineCode.bytes().length,
            machineCode.alignment(),
            machineCode.relocations(),
            0));
    if (machineCode.constants().length > 0) {
      define(machineCode.constantsSymbol());
      constants.add(
          new Piece(
              machineCode.constantsSymbol(),
              machineCode.constants(),
              machineCode.constants().length,
              machineCode.constantsAlignment(),
              List.of(),
              0));
    }
  }

  @Override
  public void global(final Global global) {
    define(global.name());
    final List<Relocation> relocations = new ArrayList<>(global.relocations().size());
    for (final Global.DataRelocation relocation : global.relocations()) {
      relocations.add(
          new Relocation(
              Math.toIntExact(relocation.offset()),
              RelocationKind.ABSOLUTE64,
              relocation.symbol(),
              relocation.addend()));
    }
    final Piece piece =
        new Piece(
            global.name(), global.initialiser(), global.size(), global.alignment(), relocations, 0);
    if (global.readOnly()) {
      constants.add(piece);
    } else if (global.isZero()) {
      zeros.add(piece);
    } else {
      data.add(piece);
    }
  }

  /**
   * Brings the program into memory.
   *
   * @throws CodeMemoryException if symbols are missing, the program is larger than two gibibytes,
   *     or the system refuses
   */
  public LoadedCode load() {
    findExternals();
    long end = place(code, 0);
    stubsStart = NativeMemory.roundUp(end, STUB_SIZE);
    end = stubsStart + (long) STUB_SIZE * stubs.size();
    final long constantsStart = NativeMemory.roundUp(end, NativeMemory.PAGE);
    slotsStart = constantsStart;
    end = place(constants, slotsStart + (long) SLOT_SIZE * slots.size());
    final long dataStart = NativeMemory.roundUp(end, NativeMemory.PAGE);
    end = place(zeros, place(data, dataStart));
    final long size = NativeMemory.roundUp(Math.max(end, 1), NativeMemory.PAGE);
    if (size > LARGEST) {
      throw new CodeMemoryException(
          "code and data need "
              + size
              + " bytes, but must fit in two gibibytes; make the global arrays smaller");
    }
    final long base = NativeMemory.map(size);
    try {
      final ByteBuffer memory = NativeMemory.bytes(base, size);
      write(memory);
      relocate(memory, base);
      NativeMemory.protect(base, constantsStart, NativeMemory.READ | NativeMemory.EXECUTE);
      NativeMemory.protect(base + constantsStart, dataStart - constantsStart, NativeMemory.READ);
    } catch (final RuntimeException | Error failure) {
      NativeMemory.unmap(base, size);
      throw failure;
    }
    return new LoadedCode(base, size, functionTable(base), symbolTable(base));
  }

  /** Looks up what is not defined here, and counts the stubs and slots that this takes. */
  private void findExternals() {
    final Map<String, String> missing = new TreeMap<>();
    // Substitutes join the code while it is walked.
    for (int i = 0; i < code.size(); i++) {
      findExternals(code.get(i), missing);
    }
    for (final List<Piece> pieces : List.of(constants, data)) {
      for (final Piece piece : pieces) {
        findExternals(piece, missing);
      }
    }
    if (!missing.isEmpty()) {
      final StringBuilder message = new StringBuilder();
      missing.forEach(
          (symbol, user) ->
              message
                  .append(message.isEmpty() ? "" : "; ")
                  .append("'" + symbol + "' is used by '" + user + "' but defined nowhere"));
      throw new CodeMemoryException(message.toString());
    }
  }

  private void findExternals(final Piece piece, final Map<String, String> missing) {
    for (final Relocation relocation : piece.relocations()) {
      final String symbol = relocation.symbol();
      if (!defined.containsKey(symbol) && !addresses.containsKey(symbol)) {
        final long address = library.find(symbol);
        final MachineCode substitute = address == 0 ? LibrarySymbols.substitute(symbol) : null;
        if (substitute != null) {
          function(symbol, Linkage.LOCAL, substitute);
        } else if (address == 0) {
          missing.putIfAbsent(symbol, piece.symbol());
        }
        addresses.put(symbol, address);
      }
      if (relocation.kind().isGotSlot()) {
        slots.putIfAbsent(symbol, slots.size());
      } else if (relocation.kind() == RelocationKind.PLT32 && !defined.containsKey(symbol)) {
        slots.putIfAbsent(symbol, slots.size());
        stubs.putIfAbsent(symbol, stubs.size());
      }
    }
  }

  /** Places pieces one behind the other from {@code start} on and returns the end. */
  private long place(final List<Piece> pieces, final long start) {
    long end = start;
    for (int i = 0; i < pieces.size(); i++) {
      final Piece piece = pieces.get(i);
      final long offset = NativeMemory.roundUp(end, piece.alignment());
      pieces.set(i, piece.at(offset));
      defined.put(piece.symbol(), offset);
      end = offset + piece.size();
    }
    return end;
  }

  private void write(final ByteBuffer memory) {
    for (final List<Piece> pieces : List.of(code, constants, data)) {
      for (final Piece piece : pieces) {
        memory.put((int) piece.offset(), piece.bytes());
      }
    }
  }

  private long address(final String symbol, final long base) {
    final Long offset = defined.get(symbol);
    return offset != null ? base + offset : addresses.getOrDefault(symbol, 0L);
  }

  private void relocate(final ByteBuffer memory, final long base) {
    slots.forEach(
        (symbol, slot) ->
            memory.putLong((int) slotsStart + SLOT_SIZE * slot, address(symbol, base)));
    stubs.forEach(
        (symbol, stub) -> {
          // jmp *slot(%rip)
          final int at = (int) stubsStart + STUB_SIZE * stub;
          final int slot = (int) slotsStart + SLOT_SIZE * slots.getOrDefault(symbol, 0);
          memory.put(at, (byte) 0xff).put(at + 1, (byte) 0x25).putInt(at + 2, slot - (at + 6));
        });
    for (final List<Piece> pieces : List.of(code, constants, data)) {
      for (final Piece piece : pieces) {
        for (final Relocation relocation : piece.relocations()) {
          apply(relocation, piece, memory, base);
        }
      }
    }
  }

  private void apply(
      final Relocation relocation, final Piece piece, final ByteBuffer memory, final long base) {
    final long place = piece.offset() + relocation.offset();
    final String symbol = relocation.symbol();
    final long target =
        relocation.kind().isGotSlot()
            ? base + slotsStart + (long) SLOT_SIZE * slots.getOrDefault(symbol, 0)
            : address(symbol, base);
    if (relocation.kind() == RelocationKind.ABSOLUTE64) {
      memory.putLong((int) place, target + relocation.addend());
      return;
    }
    long distance = target + relocation.addend() - (base + place);
    final Integer stub = stubs.get(symbol);
    if (distance != (int) distance && relocation.kind() == RelocationKind.PLT32 && stub != null) {
      distance = stubsStart + (long) STUB_SIZE * stub + relocation.addend() - place;
    }
    if (distance != (int) distance) {
      throw new CodeMemoryException(
          "'"
              + symbol
              + "' is too far away from '"
              + piece.symbol()
              + "', which must take its address from the address table");
    }
    memory.putInt((int) place, (int) distance);
  }

  private FunctionTable functionTable(final long base) {
    final FunctionTable.Builder builder = new FunctionTable.Builder(code.size() + stubs.size());
    for (final Piece piece : code) {
      builder.add(base + piece.offset(), piece.size(), piece.symbol());
    }
    stubs.forEach(
        (symbol, stub) ->
            builder.add(base + stubsStart + (long) STUB_SIZE * stub, STUB_SIZE, symbol + "@plt"));
    return builder.build();
  }

  private Map<String, MemorySegment> symbolTable(final long base) {
    final Map<String, MemorySegment> symbols = new HashMap<>(2 * defined.size());
    for (final List<Piece> pieces : List.of(code, constants, data, zeros)) {
      for (final Piece piece : pieces) {
        symbols.put(piece.symbol(), NativeMemory.view(base + piece.offset(), piece.size()));
      }
    }
    return symbols;
  }
}
