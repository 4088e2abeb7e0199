package dev.sargasso.x64.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.Commands;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.ElfSections;
import dev.sargasso.x64.encode.Syntax;
import dev.sargasso.x64.object.AssemblyFile;
import dev.sargasso.x64.object.ObjectFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The listing of generated code assembles to the bytes that the object file holds. */
final class ListingTest {
  @RequiresTool("as")
  @ParameterizedTest
  @EnumSource(Syntax.class)
  void assemblesToTheSameBytes(Syntax syntax, @TempDir Path directory) throws Exception {
    List<CodeOptions> variants = NativeProgram.variants();
    for (int seed = 500; seed < 508; seed++) {
      Program program = RandomProgram.make(seed, NativeProgram.NONE);
      CodeOptions options = variants.get(seed % variants.size()).withListing(true);
      ObjectFile object = new ObjectFile("random.c");
      AssemblyFile text = new AssemblyFile("random.c", syntax);
      for (CompiledFunction function :
          NativeProgram.compile(program, options, GlobalCodeMotion.Options.DEFAULT)) {
        function.writeTo(object);
        function.writeTo(text);
      }
      for (Global global : program.globals()) {
        object.global(global);
        text.global(global);
      }
      Files.writeString(directory.resolve("random.s"), text.text());
      Commands.check(directory, "as", "-o", "random.o", "random.s");
      byte[] theirs = Files.readAllBytes(directory.resolve("random.o"));
      byte[] ours = object.toBytes();
      Map<String, byte[]> expected = ElfSections.read(theirs);
      Map<String, byte[]> actual = ElfSections.read(ours);
      for (String section : List.of(".text", ".data")) {
        assertArrayEquals(expected.get(section), actual.get(section), section + " of seed " + seed);
      }
      assertEquals(
          ElfSections.relocations(theirs).stream().sorted().toList(),
          ElfSections.relocations(ours).stream().sorted().toList(),
          "relocations of seed " + seed);
    }
  }
}
