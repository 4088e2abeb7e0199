package dev.sargasso.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options reach the commands, and wrong ones are refused. */
final class MainTest {
  @TempDir private Path folder;

  private String source(String text) throws IOException {
    return Files.writeString(folder.resolve("source.c"), text).toString();
  }

  @Test
  void withoutACommandThereIsHelp() {
    assertEquals(0, Main.execute());
    assertEquals(0, Main.execute("--help"));
    assertEquals(0, Main.execute("run", "--help"));
    assertEquals(0, Main.execute("compile", "--version"));
  }

  @Test
  void unknownCommandsAndOptionsAndMissingFilesAreRefused() throws IOException {
    String file = source("int main(void) { return 0; }");
    assertEquals(Main.FAILURE, Main.execute("frobnicate"));
    assertEquals(Main.FAILURE, Main.execute("run"));
    assertEquals(Main.FAILURE, Main.execute("run", "--frobnicate", file));
    assertEquals(Main.FAILURE, Main.execute("run", "--threads=few", file));
    assertEquals(Main.FAILURE, Main.execute("run", "--chaos=0", file));
    assertEquals(Main.FAILURE, Main.execute("run", "--timeout=-1", file));
    assertEquals(Main.FAILURE, Main.execute("run", "-O", "9", file));
    assertEquals(Main.FAILURE, Main.execute("compile"));
    assertEquals(Main.FAILURE, Main.execute("compile", "-c", "-S", file));
  }

  @Test
  void theProgramGetsItsArgumentsAndItsStatusComesBack() throws IOException {
    String file = source("int main(int argc, char **argv) { return argc + argv[1][1]; }");
    assertEquals(3 + 'x', Main.execute("run", "-O1", "--verify", file, "--", "-x", "more"));
    assertEquals(2 + 'y', Main.execute("run", "--in-process", "--threads", "1", file, "ay"));
  }

  @Test
  void macrosAreDefinedWithAndWithoutATextAndHeadersAreFound() throws IOException {
    Files.writeString(folder.resolve("seven.h"), "#define SEVEN 7\n");
    String file =
        source(
            """
            #include <seven.h>
            #if ONE != 1 || TEXT != SEVEN
            #error the macros are not there
            #endif
            int f(void) { return 0; }
            """);
    Path object = folder.resolve("source.o");
    String include = "-I" + folder;
    assertEquals(Main.FAILURE, Main.execute("compile", "-c", include, file, "-o", "" + object));
    assertFalse(Files.exists(object));
    assertEquals(
        0, Main.execute("compile", "-c", include, "-DONE", "-DTEXT=7", file, "-o", "" + object));
    assertTrue(Files.size(object) > 0);
  }

  /** What a command writes to standard output. */
  private static String printed(String... arguments) {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, UTF_8));
    try {
      assertEquals(0, Main.execute(arguments));
    } finally {
      System.setOut(before);
    }
    return bytes.toString(UTF_8);
  }

  @Test
  void aHyphenAsOutputIsStandardOutput() throws IOException {
    String file = source("int twice(int n) { return 2 * n; }");
    assertTrue(printed("compile", "-S", "-o", "-", file).contains("\ntwice:\n"));
    assertTrue(printed("compile", "--emit=schedule", "-o", "-", file).contains("twice"));
    assertTrue(printed("compile", "-c", "-o", "-", file).startsWith("\u007fELF"));
    assertEquals(Main.FAILURE, Main.execute("compile", "-o", "-", file));
    assertFalse(Files.exists(Path.of("-")));
  }

  @Test
  void aDeviceIsWrittenToAndNotReplaced() throws IOException {
    String file = source("int main(void) { return 0; }");
    // A link, so that a compiler which replaces its target replaces no device of the machine.
    Path device = Files.createSymbolicLink(folder.resolve("device"), Path.of("/dev/null"));
    assertEquals(0, Main.execute("compile", "-o", "" + device, file));
    assertEquals(0, Main.execute("compile", "-c", "-o", "" + device, file));
    assertEquals(0, Main.execute("view", "-o", "" + device, file));
    assertTrue(Files.isSymbolicLink(device));
    Path full = Files.createSymbolicLink(folder.resolve("full"), Path.of("/dev/full"));
    for (String[] how :
        new String[][] {{"compile"}, {"compile", "-c"}, {"compile", "--emit=sea"}, {"view"}}) {
      List<String> arguments = new ArrayList<>(List.of(how));
      arguments.addAll(List.of("-o", "" + full, file));
      assertEquals(Main.FAILURE, Main.execute(arguments.toArray(String[]::new)));
    }
    String dump = "--dump=igv:" + full;
    assertEquals(Main.FAILURE, Main.execute("compile", dump, "-o", "" + device, file));
    assertTrue(Files.isSymbolicLink(full));
  }

  @Test
  void objectFilesAndArchivesAreLinked() throws IOException {
    Path part = Files.writeString(folder.resolve("part.c"), "int part(int x) { return x * 3; }");
    Path object = folder.resolve("part.o");
    assertEquals(0, Main.execute("compile", "-c", "" + part, "-o", "" + object));
    String file = source("int part(int); int main(void) { return part(2) - 6; }");
    String program = "" + folder.resolve("program");
    String search = "-L" + folder;
    assertEquals(0, Main.execute("compile", file, "" + object, search, "-o", program));
    assertTrue(Files.isExecutable(Path.of(program)));
    assertEquals(Main.FAILURE, Main.execute("compile", "-c", file, "" + object));
    assertEquals(Main.FAILURE, Main.execute("compile", file, folder + "/no.o", "-o", program));
  }

  @Test
  void whatMakefilesSayToEveryCompilerIsTaken() throws IOException {
    String file = source("int main(void) { return 0; }");
    String[] usual = {
      "-O3", "-O1", "-std=gnu11", "-Wall", "-Wno-unused", "-w", "-pedantic", "-pipe", "-pthread"
    };
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(usual));
    arguments.add(file);
    assertEquals(0, Main.execute(arguments.toArray(String[]::new)));
    assertEquals(Main.FAILURE, Main.execute("run", "-std=c89", file));
  }

  @Test
  void argumentsOfACallHaveToFitTheirTypes() throws IOException {
    String file =
        source("int next(int x) { return x + 1; } int low(unsigned char x) { return x; }");
    assertEquals("0\n", printed("run", file, "--call=next(-1)"));
    assertEquals("0\n", printed("run", file, "--call=next(4294967295)"));
    assertEquals("255\n", printed("run", file, "--call=low(255)"));
    assertEquals(Main.FAILURE, Main.execute("run", file, "--call=next(4294967296)"));
    assertEquals(Main.FAILURE, Main.execute("run", file, "--call=next(-2147483649)"));
  }

  @Test
  void assemblyIsWrittenInTheSyntaxThatIsAskedFor() throws IOException {
    String file = source("int rax; int *where(void) { return &rax; }");
    assertTrue(printed("compile", "-S", "-masm=att", "-o", "-", file).contains("%rax"));
    assertEquals(Main.FAILURE, Main.execute("compile", "-S", "-masm=intel", "-o", "-", file));
    assertEquals(Main.FAILURE, Main.execute("compile", "-S", "-masm=masm", "-o", "-", file));
    file = source("int where; int get(void) { return where; }");
    assertTrue(
        printed("compile", "-S", "-masm=intel", "-o", "-", file).contains("intel_syntax noprefix"));
  }

  @Test
  void aListingShowsSourceLinesAndWhatIsLiveAndSpilled() throws IOException {
    String file =
        source(
            """
            int g(int);
            int f(int a, int b) {
              int sum = 0;
              while (a < b)
                sum += g(a++);
              return sum;
            }
            """);
    String plain = printed("compile", "-S", "-o", "-", file);
    assertTrue(plain.contains("# 5: sum += g(a++);"), plain);
    assertTrue(plain.contains("# live in: "), plain);
    String spilled = printed("compile", "-S", "--spill=everywhere", "-o", "-", file);
    assertTrue(spilled.contains("# spill of "), spilled);
    assertTrue(spilled.contains("# reload of slot "), spilled);
    assertFalse(plain.contains(".loc"), plain);
    String debug = printed("compile", "-S", "-g", "-O0", "-o", "-", file);
    assertTrue(debug.contains("\t.loc 1 5 "), debug);
    assertTrue(debug.contains(" prologue_end\n"), debug);
  }

  @Test
  void aPageIsOneFileThatNeedsNothingElse() throws IOException {
    String file =
        source(
            """
            /* </script><b>@DATA@ \u00e4 */
            int sum(int *p, int n, int k) {
              int s = 0;
              for (int i = 0; i < n; i++) s += p[i] * (k * 7);
              return s;
            }
            """);
    Path target = folder.resolve("page.html");
    assertEquals(0, Main.execute("view", file, "--function=sum", "-o", "" + target));
    String page = Files.readString(target);
    assertTrue(page.contains("\\u003c/script\\u003e\\u003cb\\u003e@DATA@ "), "hostile source");
    for (String part : new String[] {"motion", "select", "allocate"}) {
      assertTrue(page.contains("{\"phase\":\"" + part + "\""), part);
    }
    assertTrue(page.contains("\"places\":{\""), "no node had a choice");
    assertFalse(page.contains("src="), "something is loaded");
    assertEquals(Main.FAILURE, Main.execute("view", file, "--function=none", "-o", "" + target));
    assertEquals(Main.FAILURE, Main.execute("view", file, "-o", folder + "/none/page.html"));
    assertEquals(Main.FAILURE, Main.execute("view", file, "-o", "" + folder));
  }
}
