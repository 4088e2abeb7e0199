package dev.sargasso.x64.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.SamplePrograms;
import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.Register;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machine code in this process computes, calls the C library, and sees its data. */
final class LoadedCodeTest {
  private static LoadedCode load(final boolean constantsApart) {
    final CodeImage image = new CodeImage();
    new SamplePrograms(constantsApart).define(image);
    return image.load();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void computes(final boolean constantsApart) throws Throwable {
    try (LoadedCode code = load(constantsApart);
        Arena arena = Arena.ofConfined()) {
      assertEquals(5, (int) code.call("add", 2, 3));
      final var scale =
          code.function(
              "scale", FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE));
      assertEquals(11.0, (double) scale.invokeExact(4.0));
      assertEquals(5, code.call("length", arena.allocateFrom("hello").address()));
      assertEquals(20, code.call("choose", 1));
      assertEquals(-1, code.call("choose", 3));
      assertEquals(42, code.call("count"));
      assertEquals(43, code.call("count"));
      assertEquals(43, code.segment("counter").get(ValueLayout.JAVA_LONG, 0));
      final MemorySegment name = MemorySegment.ofAddress(code.call("name", 1)).reinterpret(10);
      assertEquals("green", name.getString(0));
      assertEquals(0, code.segment("zeros").get(ValueLayout.JAVA_INT, 99_996));
      assertEquals(0, code.segment("zeros").address() % 32);
    }
  }

  @Test
  void printsToALibraryStream(@TempDir final Path directory) throws Throwable {
    final Path file = directory.resolve("out");
    try (Arena arena = Arena.ofConfined()) {
      final var open =
          Linker.nativeLinker()
              .downcallHandle(
                  Linker.nativeLinker().defaultLookup().findOrThrow("fopen"),
                  FunctionDescriptor.of(
                      ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
      // The test's own standard output belongs to the test runner.
      final MemorySegment stream = arena.allocate(ValueLayout.ADDRESS);
      stream.set(
          ValueLayout.ADDRESS,
          0,
          (MemorySegment)
              open.invokeExact(arena.allocateFrom(file.toString()), arena.allocateFrom("w")));
      final CodeImage image =
          new CodeImage(symbol -> symbol.equals("stdout") ? Optional.of(stream) : Optional.empty());
      new SamplePrograms(false).define(image);
      try (LoadedCode code = image.load()) {
        assertEquals(0, (int) code.call("main"));
        LoadedCode.flushOutput();
      }
    }
    assertEquals("green is 20\n", Files.readString(file));
  }

  @Test
  void seesTheLibrarysVariables() {
    final Assembler assembler = new Assembler();
    assembler.rm(Instruction.MOV, 64, Register.RAX, new Address().setGotSlot("stdout"));
    assembler.op(Instruction.RET);
    final CodeImage image = new CodeImage();
    image.function("f", Linkage.GLOBAL, assembler.finish());
    try (LoadedCode code = image.load()) {
      assertEquals(
          Linker.nativeLinker().defaultLookup().findOrThrow("stdout").address(), code.call("f"));
    }
  }

  @Test
  void noPageIsWritableAndExecutable() throws IOException {
    try (LoadedCode code = load(true)) {
      assertEquals("r-xp", protection(code.address("main")));
      assertEquals("r--p", protection(code.address("names")));
      assertEquals("r--p", protection(code.address(".LC.scale")));
      assertEquals("rw-p", protection(code.address("counter")));
      assertEquals("rw-p", protection(code.address("zeros")));
    }
  }

  private static String protection(final long address) throws IOException {
    for (final String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      final int dash = line.indexOf('-');
      final int space = line.indexOf(' ');
      final long start = Long.parseUnsignedLong(line.substring(0, dash), 16);
      final long end = Long.parseUnsignedLong(line.substring(dash + 1, space), 16);
      if (start <= address && address < end) {
        return line.substring(space + 1, space + 5);
      }
    }
    return "unmapped";
  }

  @Test
  void addressesHaveNames() {
    try (LoadedCode code = load(false)) {
      final long start = code.address("choose");
      assertEquals(Optional.of("choose"), code.functionAt(start));
      assertEquals(
          Optional.of("choose"), code.functionAt(start + code.segment("choose").byteSize() - 1));
      assertEquals(Optional.empty(), code.functionAt(0));
      assertEquals(Optional.empty(), code.functionAt(code.address("counter")));
      final FunctionTable functions = code.functions();
      for (int i = 1; i < functions.count(); i++) {
        assertTrue(functions.start(i - 1) + functions.size(i - 1) <= functions.start(i));
      }
    }
  }

  @Test
  void closingGivesThePagesBack() throws IOException {
    final LoadedCode code = load(false);
    final long address = code.address("main");
    code.close();
    code.close();
    assertFalse(protection(address).startsWith("r-x"));
    assertThrows(IllegalStateException.class, () -> code.call("add", 1, 2));
  }

  @Test
  void callsGoToFunctionsThatAreFarAway() {
    final Assembler assembler = new Assembler();
    assembler.jump("far");
    final CodeImage image =
        new CodeImage(
            symbol ->
                symbol.equals("far")
                    ? Optional.of(MemorySegment.ofAddress(0x10))
                    : Optional.empty());
    image.function("f", Linkage.GLOBAL, assembler.finish());
    try (LoadedCode code = image.load()) {
      final int distance = code.segment("f").get(ValueLayout.JAVA_INT_UNALIGNED, 1);
      final long stub = code.address("f") + 5 + distance;
      assertEquals(Optional.of("far@plt"), code.functionAt(stub));
      final MemorySegment bytes = MemorySegment.ofAddress(stub).reinterpret(8);
      assertEquals(0x25ff, bytes.get(ValueLayout.JAVA_SHORT, 0) & 0xffff);
      final long slot = stub + 6 + bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 2);
      assertEquals(
          0x10, MemorySegment.ofAddress(slot).reinterpret(8).get(ValueLayout.JAVA_LONG, 0));
    }
  }

  @Test
  void dataOutOfReachMustBeTakenFromTheTable() {
    final Assembler assembler = new Assembler();
    assembler.rm(Instruction.LEA, 64, Register.RAX, new Address().setSymbol("far", 0));
    final CodeImage image = new CodeImage(symbol -> Optional.of(MemorySegment.ofAddress(0x10)));
    image.function("f", Linkage.GLOBAL, assembler.finish());
    final CodeMemoryException failure = assertThrows(CodeMemoryException.class, image::load);
    assertEquals(
        "'far' is too far away from 'f', which must take its address from the address table",
        failure.getMessage());
  }

  @Test
  void atexitIsThereThoughTheSharedLibraryLacksIt() {
    final Assembler assembler = new Assembler();
    assembler.rm(Instruction.LEA, 64, Register.RAX, new Address().setSymbol("atexit", 0));
    assembler.op(Instruction.RET);
    final CodeImage image = new CodeImage();
    image.function("f", Linkage.GLOBAL, assembler.finish());
    try (LoadedCode code = image.load()) {
      assertEquals(code.address("atexit"), code.call("f"));
    }
  }

  @Test
  void missingSymbolsAreNamedAllAtOnce() {
    final Assembler assembler = new Assembler();
    assembler.call("no_such_function");
    assembler.rm(Instruction.MOV, 64, Register.RAX, new Address().setGotSlot("no_such_variable"));
    final CodeImage image = new CodeImage();
    image.function("f", Linkage.GLOBAL, assembler.finish());
    assertEquals(
        "'no_such_function' is used by 'f' but defined nowhere; "
            + "'no_such_variable' is used by 'f' but defined nowhere",
        assertThrows(CodeMemoryException.class, image::load).getMessage());
  }

  @Test
  void aProgramLargerThanTwoGibibytesIsRefused() {
    final CodeImage image = new CodeImage();
    image.global(new Global("huge", 1L << 31, 16, new byte[0], List.of(), false, Linkage.GLOBAL));
    assertThrows(CodeMemoryException.class, image::load);
  }

  @Test
  void symbolsAreDefinedOnce() {
    final CodeImage image = new CodeImage();
    image.global(new Global("g", 8, 8, new byte[0], List.of(), false, Linkage.GLOBAL));
    assertThrows(
        IllegalArgumentException.class,
        () -> image.global(new Global("g", 8, 8, new byte[0], List.of(), false, Linkage.LOCAL)));
    try (LoadedCode code = image.load()) {
      assertThrows(NoSuchElementException.class, () -> code.address("h"));
    }
  }
}
