package dev.sargasso.bench.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.testsupport.RequiresTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramGeneratorTest {
  private static final int PROGRAMS = 12;

  @TempDir private Path folder;

  @Test
  void aSeedAlwaysGivesTheSameProgram() {
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      assertEquals(program(seed), program(seed));
    }
    assertNotEquals(program(1), program(2));
  }

  private static String program(long seed) {
    return ProgramGenerator.generate(seed, GeneratorOptions.ofSize(60)).text();
  }

  @Test
  void sizeSaysAboutHowManyStatements() {
    for (int size : new int[] {20, 100, 400}) {
      int sum = 0;
      for (long seed = 1; seed <= PROGRAMS; seed++) {
        sum += ProgramGenerator.generate(seed, GeneratorOptions.ofSize(size)).statements();
      }
      int mean = sum / PROGRAMS;
      assertTrue(mean > size / 2 && mean < size * 2, mean + " statements for size " + size);
    }
  }

  @Test
  void manyProgramsTogetherContainAllThatIsPromised() {
    String all = "";
    for (long seed = 1; seed <= 30; seed++) {
      all += program(seed);
    }
    List<String> missing = new ArrayList<>();
    for (String feature :
        List.of(
            "goto again",
            "goto skip",
            "goto into",
            "switch (",
            "default:",
            "do {",
            "while (",
            "for (",
            "continue;",
            "break;",
            "return ",
            "->",
            "typedef struct",
            "memset(",
            "memcpy(",
            "*p",
            "= &",
            "(uint8_t *)&",
            "static const",
            "(*const table",
            "float ",
            "double ",
            "_Bool ",
            "int8_t ",
            "uint16_t ",
            " / ",
            " % ",
            " << ",
            " >> ",
            " ? ",
            " && ",
            " || ")) {
      if (!all.contains(feature)) {
        missing.add(feature);
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void optionsLeaveThingsOut() {
    GeneratorOptions bare = new GeneratorOptions(100, false, false, false, false);
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      String text = ProgramGenerator.generate(seed, bare).text();
      for (String feature : List.of("float", "double", "struct", "goto", "*p", " &g")) {
        assertTrue(!text.contains(feature), feature + " in seed " + seed);
      }
    }
  }

  @Test
  void whatIsLeftOutTakesNothingElseAlong() {
    GeneratorOptions options = GeneratorOptions.ofSize(60);
    ProgramGenerator.Generated whole = ProgramGenerator.generate(3, options);
    ProgramGenerator.Generated none = ProgramGenerator.generate(3, options, n -> false);
    assertEquals(whole.statements(), none.statements());
    List<String> kept = whole.text().lines().collect(Collectors.toList());
    for (String line : none.text().lines().toList()) {
      assertTrue(kept.remove(line), line);
    }
    assertTrue(kept.size() > 60);
  }

  @Test
  @RequiresTool("gcc")
  void programsHaveNoUndefinedBehaviour() throws Exception {
    // A few of the many that have been tried; building with sanitizers takes its time.
    for (long seed = 1; seed <= 4; seed++) {
      Path source = Files.writeString(folder.resolve(seed + ".c"), program(seed));
      Path binary = folder.resolve(seed + ".out");
      run(
          "gcc",
          "-w",
          "-O1",
          "-fsanitize=undefined,address,float-cast-overflow",
          "-fno-sanitize-recover=all",
          source.toString(),
          "-o",
          binary.toString());
      String output = run(binary.toString());
      assertTrue(output.length() > 100, output);
    }
  }

  @Test
  @RequiresTool("gcc")
  void programsWithoutAnyStatementStillCompile() throws Exception {
    String text = ProgramGenerator.generate(5, GeneratorOptions.ofSize(60), n -> n % 3 == 0).text();
    Path source = Files.writeString(folder.resolve("part.c"), text);
    run("gcc", "-w", "-std=c11", "-fsyntax-only", source.toString());
  }

  private String run(String... command) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();
    String text = Files.readString(output);
    assertEquals(0, status, text);
    return text;
  }
}
