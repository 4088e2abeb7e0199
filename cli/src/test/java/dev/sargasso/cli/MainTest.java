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
