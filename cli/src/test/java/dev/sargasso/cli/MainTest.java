package dev.sargasso.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
}
