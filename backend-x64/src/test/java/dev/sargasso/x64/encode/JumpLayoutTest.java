package dev.sargasso.x64.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.Commands;
import dev.sargasso.x64.ElfSections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jumps take the fewest bytes that reach, and labels, constants and marks move with the code. */
final class JumpLayoutTest {
  private final Assembler assembler = new Assembler(true);

  /** Jumps over {@code distance} bytes, forwards. */
  private int sizeOfJumpOver(final int distance) {
    final int target = assembler.label();
    assembler.jump(target);
    for (int i = 0; i < distance; i++) {
      assembler.op(Instruction.NOP);
    }
    assembler.bind(target);
    return assembler.finish().codeSize() - distance;
  }

  /** Jumps back so that the distance from the end of the short jump is {@code -distance}. */
  private int sizeOfJumpBack(final int distance) {
    final int target = assembler.label();
    assembler.bind(target);
    for (int i = 0; i < distance - 2; i++) {
      assembler.op(Instruction.NOP);
    }
    assembler.jumpIf(Condition.EQUAL, target);
    return assembler.finish().codeSize() - (distance - 2);
  }

  @Test
  void jumpsAreShortWhileTheyReach() {
    assertEquals(2, sizeOfJumpOver(0));
    assertEquals(2, sizeOfJumpOver(127));
    assertEquals(5, sizeOfJumpOver(128));
    assertEquals(2, sizeOfJumpBack(2));
    assertEquals(2, sizeOfJumpBack(128));
    assertEquals(6, sizeOfJumpBack(129));
  }

  @Test
  void growthOfOneJumpMakesTheNextOneGrow() {
    // Each jump spans the next one and just reaches its target as long as that one is short.
    final int count = 500;
    final int[] targets = new int[count];
    for (int i = 0; i < count; i++) {
      targets[i] = assembler.label();
    }
    for (int i = 0; i < count; i++) {
      assembler.jump(targets[i]);
      fill(62);
      if (i > 0) {
        assembler.bind(targets[i - 1]);
      }
    }
    fill(128); // the last one does not reach, and with it none does
    assembler.bind(targets[count - 1]);
    assertEquals(count * (5 + 62) + 128, assembler.finish().codeSize());
  }

  private void fill(final int bytes) {
    for (int i = 0; i < bytes; i++) {
      assembler.op(Instruction.NOP);
    }
  }

  /** Random code with jumps of all lengths, tables, constants and references. */
  private MachineCode random(final long seed, final int size, final boolean aligned) {
    final Random random = new Random(seed);
    final int[] labels = new int[size / 4 + 1];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = assembler.label();
    }
    int bound = 0;
    final Address address = new Address();
    for (int i = 0; i < size; i++) {
      final int near = Math.clamp(bound + random.nextInt(41) - 20, 0, labels.length - 1);
      switch (random.nextInt(aligned ? 9 : 8)) {
        case 0 -> assembler.jump(labels[near]);
        case 1, 2 -> assembler.jumpIf(Condition.of(random.nextInt(16)), labels[near]);
        case 3 ->
            assembler.rm(
                Instruction.ADDSD,
                64,
                random.nextInt(16),
                address.setLabel(assembler.constant(random.nextInt(50), 8, 8), 0));
        case 4 -> assembler.ri(Instruction.ADD, 64, random.nextInt(16), random.nextInt(-300, 300));
        case 5 -> assembler.rr(Instruction.MOV, 64, random.nextInt(16), random.nextInt(16));
        case 6 -> {
          if (bound < labels.length) {
            assembler.mark(bound);
            assembler.bind(labels[bound++]);
          }
        }
        case 7 ->
            assembler.rm(
                Instruction.LEA, 64, random.nextInt(16), address.setLabel(labels[near], 0));
        default -> assembler.align(1 << random.nextInt(1, 6), random.nextInt(3, 40));
      }
    }
    while (bound < labels.length) {
      assembler.bind(labels[bound++]);
    }
    final int table = assembler.jumpTable(labels, Math.min(labels.length, 17));
    assembler.rm(Instruction.LEA, 64, Register.RAX, address.setLabel(table, 0));
    assembler.rm(
        Instruction.MOVAPS, 128, 3, address.setLabel(assembler.constant128(-1L >>> 1, 7), 0));
    return assembler.finish();
  }

  private static void assertAssemblesTheSame(
      final Path directory, final MachineCode code, final Syntax syntax)
      throws IOException, InterruptedException {
    final StringBuilder text = new StringBuilder("\t.text\n");
    if (syntax == Syntax.INTEL) {
      text.insert(0, ".intel_syntax noprefix\n");
    }
    Listing.append(code, syntax, ".L", text);
    Files.writeString(directory.resolve("jumps.s"), text);
    Commands.check(directory, "as", "-o", "jumps.o", "jumps.s");
    final byte[] theirs =
        ElfSections.read(Files.readAllBytes(directory.resolve("jumps.o"))).get(".text");
    assertArrayEquals(theirs, code.bytes());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  @RequiresTool("as")
  void choosesAsTheAssemblerDoes(final long seed, @TempDir final Path directory) throws Exception {
    assertAssemblesTheSame(directory, random(seed, 2000, false), Syntax.ATT);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  @RequiresTool("as")
  void listsAlignedCodeUnambiguously(final long seed, @TempDir final Path directory)
      throws Exception {
    assertAssemblesTheSame(directory, random(seed, 2000, true), Syntax.ATT);
    assertAssemblesTheSame(directory, random(seed, 500, true), Syntax.INTEL);
  }

  @Test
  @RequiresTool("as")
  void settlesAHundredThousandJumps(@TempDir final Path directory) throws Exception {
    assertAssemblesTheSame(directory, random(11, 300_000, false), Syntax.ATT);
  }

  @Test
  void marksStayAtTheirInstructions() {
    final MachineCode code = random(5, 3000, true);
    assertTrue(code.markCount() > 100);
    for (int i = 0; i < code.markCount(); i++) {
      assertEquals(code.labelOffset(code.mark(i)), code.markOffset(i));
    }
  }

  @Test
  void theSameCallsGiveTheSameBytes() {
    assertArrayEquals(random(7, 3000, true).bytes(), random(7, 3000, true).bytes());
  }

  @Test
  void alignmentHoldsAfterJumpsHaveGrown() {
    final int[] labels = new int[100];
    final int far = assembler.label();
    for (int i = 0; i < labels.length; i++) {
      assembler.jumpIf(Condition.LESS, far);
      assembler.align(32);
      labels[i] = assembler.label();
      assembler.bind(labels[i]);
    }
    fill(200);
    assembler.bind(far);
    final MachineCode code = assembler.finish();
    assertEquals(32, code.alignment());
    for (final int label : labels) {
      assertEquals(0, code.labelOffset(label) % 32);
    }
  }

  @Test
  void constantsAreSharedAndAligned() {
    final int one = assembler.constant(1, 8, 8);
    final int single = assembler.constant(1, 4, 4);
    assertEquals(one, assembler.constant(1, 8, 8));
    assertTrue(one != single);
    final int mask = assembler.constant128(-1, -1);
    assembler.op(Instruction.RET);
    final MachineCode code = assembler.finish();
    assertEquals(0, code.labelOffset(mask) % 16);
    assertEquals(0, code.labelOffset(one) % 8);
    assertEquals(1, code.bytes()[code.labelOffset(one)]);
    assertEquals(-1, code.bytes()[code.labelOffset(mask) + 15]);
    assertEquals(16 + 16 + 8 + 4, code.bytes().length);
    assertEquals(1, code.codeSize());
  }

  @Test
  void constantsApartAreReachedByRelocations() {
    final Address address = new Address();
    final int one = assembler.constant(1, 8, 8);
    final int two = assembler.constant(2, 8, 8);
    assembler.rm(Instruction.MOVSD, 64, 1, address.setLabel(two, 0));
    assembler.call("f");
    assembler.mi(Instruction.CMP, 32, address.setLabel(one, 4), 1000);
    final MachineCode code = assembler.finish("pool");
    assertEquals(16, code.constants().length);
    assertEquals(2, code.constants()[8]);
    assertEquals(
        java.util.List.of(
            new Relocation(4, RelocationKind.PC32, "pool", 8 - 4),
            new Relocation(9, RelocationKind.PLT32, "f", -4),
            new Relocation(15, RelocationKind.PC32, "pool", 4 - 8)),
        code.relocations());
  }

  @Test
  void anUnboundLabelIsRefused() {
    final int label = assembler.label();
    assembler.jump(label);
    assertThrows(IllegalStateException.class, assembler::finish);
  }

  @Test
  void aLabelIsBoundOnce() {
    final int label = assembler.label();
    assembler.bind(label);
    assertThrows(IllegalStateException.class, () -> assembler.bind(label));
  }
}
