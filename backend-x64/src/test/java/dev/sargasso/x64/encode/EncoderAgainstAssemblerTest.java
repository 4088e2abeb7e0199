package dev.sargasso.x64.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.Commands;
import dev.sargasso.x64.ElfSections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every form of every instruction, with every register pair and all sizes of displacement and
 * immediate, has the bytes that the GNU assembler gives the instruction's text, in both syntaxes.
 */
@RequiresTool("as")
@TestInstance(Lifecycle.PER_CLASS)
final class EncoderAgainstAssemblerTest {
  private final Map<Instruction, MachineCode> ours = new EnumMap<>(Instruction.class);
  private Map<String, byte[]> att = Map.of();
  private Map<String, byte[]> intel = Map.of();

  @BeforeAll
  void assembleAll(@TempDir final Path directory) throws IOException, InterruptedException {
    final Assembler assembler = new Assembler(true);
    for (final Instruction instruction : Instruction.values()) {
      FormExamples.emit(assembler, instruction);
      ours.put(instruction, assembler.finish());
    }
    att = assemble(directory, Syntax.ATT);
    intel = assemble(directory, Syntax.INTEL);
  }

  private Map<String, byte[]> assemble(final Path directory, final Syntax syntax)
      throws IOException, InterruptedException {
    final StringBuilder text = new StringBuilder(1 << 24);
    if (syntax == Syntax.INTEL) {
      text.append(".intel_syntax noprefix\n");
    }
    ours.forEach(
        (instruction, code) -> {
          text.append("\t.section .text.").append(instruction).append(",\"ax\"\n");
          Listing.append(code, syntax, ".L" + instruction.ordinal() + "_", text);
        });
    Files.writeString(directory.resolve("all.s"), text);
    Commands.check(directory, "as", "-o", "all.o", "all.s");
    return ElfSections.read(Files.readAllBytes(directory.resolve("all.o")));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Instruction.class)
  void hasTheAssemblersBytes(final Instruction instruction) {
    compare(instruction, att, Syntax.ATT);
    compare(instruction, intel, Syntax.INTEL);
  }

  private void compare(
      final Instruction instruction, final Map<String, byte[]> theirs, final Syntax syntax) {
    final MachineCode code = ours.get(instruction);
    final byte[] expected = theirs.get(".text." + instruction);
    final int mismatch = Arrays.mismatch(code.bytes(), expected);
    if (mismatch < 0) {
      return;
    }
    final InstructionTrace trace = code.trace();
    int entry = trace.count() - 1;
    while (trace.offset(entry) > mismatch) {
      entry--;
    }
    final int start = trace.offset(entry);
    final StringBuilder text = new StringBuilder();
    new InstructionPrinter(syntax, trace, ".L", text).instruction(entry);
    assertEquals(bytes(expected, start), bytes(code.bytes(), start), text::toString);
  }

  private static String bytes(final byte[] code, final int start) {
    return HexFormat.ofDelimiter(" ").formatHex(code, start, Math.min(code.length, start + 15));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Instruction.class)
  void hasExamplesForEveryForm(final Instruction instruction) {
    final InstructionTrace trace = ours.get(instruction).trace();
    final boolean[] seen = new boolean[FormTable.formCount()];
    for (int i = 0; i < trace.count(); i++) {
      if (trace.kind(i) == InstructionTrace.INSTRUCTION) {
        seen[trace.column(i, 2)] = true;
      }
    }
    for (int i = 0; i < seen.length; i++) {
      final Form form = FormTable.form(i);
      if (form.instruction() == instruction && !form.toString().contains("rel")) {
        assertTrue(seen[i], "no example of " + form);
      }
    }
  }
}
