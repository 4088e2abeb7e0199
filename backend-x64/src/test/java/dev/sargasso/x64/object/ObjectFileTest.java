package dev.sargasso.x64.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.Commands;
import dev.sargasso.x64.ElfSections;
import dev.sargasso.x64.SamplePrograms;
import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.Register;
import dev.sargasso.x64.encode.Syntax;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Objects link with the system's linker and run, and assembly text assembles to the same sections.
 */
final class ObjectFileTest {
  private static byte[] object(final boolean constantsApart) {
    final ObjectFile object = new ObjectFile("sample.c");
    new SamplePrograms(constantsApart).define(object);
    return object.toBytes();
  }

  @ParameterizedTest
  @CsvSource({"-pie, true", "-pie, false", "-no-pie, true", "-no-pie, false"})
  @RequiresTool("cc")
  void linksAndRuns(
      final String option, final boolean constantsApart, @TempDir final Path directory)
      throws Exception {
    Files.write(directory.resolve("sample.o"), object(constantsApart));
    final String output =
        Commands.check(directory, "cc", option, "-Wl,--fatal-warnings", "-o", "sample", "sample.o");
    assertEquals("", output);
    assertEquals("green is 20\n", Commands.check(directory, directory + "/sample"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @RequiresTool("readelf")
  void isWellFormed(final boolean constantsApart, @TempDir final Path directory) throws Exception {
    Files.write(directory.resolve("sample.o"), object(constantsApart));
    final String output = Commands.check(directory, "readelf", "-aW", "sample.o");
    assertFalse(output.contains("arning"), output);
    assertFalse(output.contains("rror"), output);
    assertTrue(output.contains("R_X86_64_REX_GOTPCRELX"), output);
    assertTrue(output.contains("sample.c"), output);
  }

  @ParameterizedTest
  @EnumSource(Syntax.class)
  @RequiresTool("as")
  void assemblyTextGivesTheSameSections(final Syntax syntax, @TempDir final Path directory)
      throws Exception {
    for (final boolean constantsApart : new boolean[] {true, false}) {
      final AssemblyFile text = new AssemblyFile("sample.c", syntax);
      new SamplePrograms(constantsApart).define(text);
      compare(text.text(), object(constantsApart), directory);
    }
  }

  private static void compare(final String text, final byte[] ours, final Path directory)
      throws Exception {
    Files.writeString(directory.resolve("sample.s"), text);
    Commands.check(directory, "as", "-o", "sample.o", "sample.s");
    final byte[] theirs = Files.readAllBytes(directory.resolve("sample.o"));
    final Map<String, byte[]> expected = ElfSections.read(theirs);
    final Map<String, byte[]> actual = ElfSections.read(ours);
    final Map<String, String> expectedAttributes = ElfSections.attributes(theirs);
    final Map<String, String> actualAttributes = ElfSections.attributes(ours);
    for (final String section :
        List.of(".text", ".rodata", ".data", ".data.rel.ro", ".bss", ".eh_frame")) {
      if (actual.containsKey(section)) {
        assertArrayEquals(expected.get(section), actual.get(section), section);
        assertEquals(expectedAttributes.get(section), actualAttributes.get(section), section);
      } else {
        assertEquals(0, expected.getOrDefault(section, new byte[0]).length, section);
      }
    }
    assertEquals(
        ElfSections.relocations(theirs).stream().sorted().toList(),
        ElfSections.relocations(ours).stream().sorted().toList());
  }

  @Test
  @RequiresTool("as")
  void dataOfAllKindsIsWrittenExactly(@TempDir final Path directory) throws Exception {
    final byte[] bytes = new byte[600];
    for (int i = 0; i < 300; i++) {
      bytes[i] = (byte) i;
    }
    final byte[] words =
        "He said \"no\\yes\"\n\0\0\0and a long text that takes more than one line of the file, 64 characters"
            .getBytes(StandardCharsets.UTF_8);
    final List<Global.DataRelocation> relocations =
        List.of(
            new Global.DataRelocation(8, "elsewhere", -8),
            new Global.DataRelocation(64, "words", 3),
            new Global.DataRelocation(632, "strange name", 0));
    final List<Global> globals =
        List.of(
            new Global("bytes", 640, 64, bytes, relocations, false, Linkage.GLOBAL),
            new Global("words", words.length, 1, words, List.of(), true, Linkage.LOCAL),
            new Global("strange name", 3, 1, new byte[] {1}, List.of(), false, Linkage.GLOBAL),
            new Global("constant", 640, 16, bytes, relocations, true, Linkage.LOCAL),
            new Global("zero", 5, 1, new byte[2], List.of(), false, Linkage.LOCAL),
            new Global("zeros", 1 << 20, 4096, new byte[0], List.of(), false, Linkage.GLOBAL));
    final ObjectFile object = new ObjectFile("data.c");
    final AssemblyFile text = new AssemblyFile("data.c", Syntax.ATT);
    globals.forEach(object::global);
    globals.forEach(text::global);
    compare(text.text(), object.toBytes(), directory);
  }

  /**
   * An object with a function that returns a constant kept under a local name that others use too.
   */
  private static byte[] constantFunction(final String name, final double value) {
    final Assembler assembler = new Assembler();
    final int label = assembler.constant(Double.doubleToRawLongBits(value), 8, 8);
    assembler.rm(Instruction.CVTTSD2SI, 32, Register.RAX, new Address().setLabel(label, 0));
    assembler.rm(Instruction.ADD, 32, Register.RAX, new Address().setSymbol("own", 0));
    assembler.op(Instruction.RET);
    final ObjectFile object = new ObjectFile(name + ".c");
    object.function(name, Linkage.GLOBAL, assembler.finish(".LC.constants"));
    object.global(
        new Global(
            "own", 4, 4, new byte[] {(byte) name.charAt(0)}, List.of(), false, Linkage.LOCAL));
    return object.toBytes();
  }

  @Test
  @RequiresTool("cc")
  void localNamesOfTwoObjectsDoNotMeet(@TempDir final Path directory) throws Exception {
    Files.write(directory.resolve("a.o"), constantFunction("a", 1000));
    Files.write(directory.resolve("b.o"), constantFunction("b", 20));
    Files.writeString(
        directory.resolve("main.c"),
        """
        #include <stdio.h>
        int a(void);
        int b(void);
        int main(void) { printf("%d %d\\n", a() - 'a', b() - 'b'); return 0; }
        """);
    Commands.check(directory, "cc", "-o", "both", "main.c", "a.o", "b.o");
    assertEquals("1000 20\n", Commands.check(directory, directory + "/both"));
  }

  @Test
  void theSameDefinitionsGiveTheSameBytes() {
    assertArrayEquals(object(true), object(true));
    final ObjectFile twice = new ObjectFile("sample.c");
    new SamplePrograms(false).define(twice);
    assertArrayEquals(twice.toBytes(), twice.toBytes());
  }

  @Test
  void anEmptyUnitIsAnObjectToo() {
    assertTrue(new ObjectFile("empty.c").toBytes().length > 64);
  }

  @Test
  void symbolsAreDefinedOnce() {
    final Global global = new Global("g", 8, 8, new byte[0], List.of(), false, Linkage.GLOBAL);
    final ObjectFile object = new ObjectFile("x.c");
    object.global(global);
    assertThrows(IllegalArgumentException.class, () -> object.global(global));
    final AssemblyFile text = new AssemblyFile("x.c", Syntax.ATT);
    text.global(global);
    assertThrows(IllegalArgumentException.class, () -> text.global(global));
  }
}
