package dev.sargasso.x64.object;

import static dev.sargasso.x64.encode.Register.R9;
import static dev.sargasso.x64.encode.Register.RAX;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.Commands;
import dev.sargasso.x64.ElfSections;
import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Condition;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Syntax;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of reference to a symbol gets the field and the relocation that the system's assembler
 * gives it.
 */
final class ReferencesTest {
  private static final Instruction[] WITH_MEMORY = {
    Instruction.MOV,
    Instruction.ADD,
    Instruction.CMP,
    Instruction.XOR,
    Instruction.TEST,
    Instruction.IMUL
  };

  private final Assembler assembler = new Assembler(true);
  private final Address address = new Address();

  private MachineCode references(final String symbol) {
    for (final int width : new int[] {8, 16, 32, 64}) {
      for (final Instruction instruction : WITH_MEMORY) {
        if (width == 8 && instruction == Instruction.IMUL) {
          continue;
        }
        for (final int register : new int[] {RAX, R9}) {
          assembler.rm(instruction, width, register, address.setSymbol(symbol, 12));
          if (width > 8) {
            assembler.rm(instruction, width, register, address.setGotSlot(symbol));
          }
        }
      }
      for (final long immediate : new long[] {1, 127, 1000}) {
        if (width > 8 || immediate < 128) {
          assembler.mi(Instruction.CMP, width, address.setSymbol(symbol, -4), immediate);
          assembler.mi(Instruction.MOV, width, address.setSymbol(symbol, 0), immediate);
          assembler.mi(Instruction.TEST, width, address.setSymbol(symbol, 0), immediate);
        }
      }
      assembler.mi(Instruction.SHL, width, address.setSymbol(symbol, 0), 1);
      assembler.mi(Instruction.SHL, width, address.setSymbol(symbol, 0), 3);
    }
    assembler.rm(Instruction.LEA, 64, R9, address.setSymbol(symbol, 0));
    assembler.rm(Instruction.MOVSD, 64, 12, address.setSymbol(symbol, 8));
    assembler.rm(Instruction.MOVZX8, 32, R9, address.setSymbol(symbol, 8));
    assembler.rmi(Instruction.IMUL, 32, RAX, address.setSymbol(symbol, 8), 1000);
    assembler.rmi(Instruction.ROUNDSD, 64, 3, address.setSymbol(symbol, 8), 3);
    assembler.call(symbol);
    assembler.jumpIf(Condition.LESS, symbol);
    assembler.jump(symbol);
    assembler.m(Instruction.CALL, 64, address.setSymbol(symbol, 0));
    assembler.m(Instruction.CALL, 64, address.setGotSlot(symbol));
    assembler.m(Instruction.JMP, 64, address.setGotSlot(symbol));
    assembler.m(Instruction.PUSH, 64, address.setGotSlot(symbol));
    return assembler.finish();
  }

  private void define(final ObjectSink sink) {
    sink.function("uses_external", Linkage.GLOBAL, references("external"));
    for (final Linkage linkage : Linkage.values()) {
      for (final String symbol : List.of("function_", "variable_")) {
        sink.function("uses_" + symbol + linkage, Linkage.GLOBAL, references(symbol + linkage));
      }
    }
    for (final Linkage linkage : Linkage.values()) {
      assembler.op(Instruction.RET);
      sink.function("function_" + linkage, linkage, assembler.finish());
      sink.global(
          new Global("variable_" + linkage, 16, 8, new byte[] {1}, List.of(), false, linkage));
    }
  }

  @ParameterizedTest
  @EnumSource(Syntax.class)
  @RequiresTool("as")
  void areThoseOfTheAssembler(final Syntax syntax, @TempDir final Path directory) throws Exception {
    final ObjectFile object = new ObjectFile("x.c");
    define(object);
    final AssemblyFile text = new AssemblyFile("x.c", syntax);
    define(text);
    Files.writeString(directory.resolve("x.s"), text.text());
    Commands.check(directory, "as", "-o", "x.o", "x.s");
    final byte[] theirs = Files.readAllBytes(directory.resolve("x.o"));
    final byte[] ours = object.toBytes();
    final List<String> relocations = ElfSections.relocations(ours);
    assertTrue(relocations.size() > 100);
    // The assembler writes those of jumps last.
    assertEquals(
        ElfSections.relocations(theirs).stream().sorted().toList(),
        relocations.stream().sorted().toList());
    assertArrayEquals(ElfSections.read(theirs).get(".text"), ElfSections.read(ours).get(".text"));
  }
}
