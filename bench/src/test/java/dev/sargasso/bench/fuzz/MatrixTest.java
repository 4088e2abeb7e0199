package dev.sargasso.bench.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.testsupport.RequiresTool;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeProgram() throws Exception {
    Files.writeString(
        folder.resolve("argc.c"),
        """
        #include <stdio.h>
        int main(int argc, char **argv) {
          printf("%d %d\\n", argc, argv[argc] == 0 && argv[0] != 0);
          return 0;
        }
        """);
    Files.writeString(folder.resolve("argc.expected"), "1 1\n");
  }

  private int run(String... arguments) {
    return Matrix.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  @RequiresTool("cc")
  void everyExecutionAgrees() {
    int status = run(folder.toString(), "--chaos", "1", "-O", "0,2");
    assertEquals(0, status, out.toString());
    String row = out.toString().lines().filter(l -> l.startsWith("| argc")).findFirst().orElse("");
    assertTrue(
        row.matches("\\| argc \\| (\\d+) of \\1 \\| 2 of 2 \\| (\\d+) of \\2 \\| 2 of 2 \\|"), row);
  }

  @Test
  @RequiresTool("cc")
  void aDifferenceFails() throws Exception {
    Files.writeString(folder.resolve("argc.expected"), "2 1\n");
    assertEquals(1, run(folder.toString(), "--chaos", "0", "-O", "1", "--interpret", "1"));
    assertTrue(out.toString().contains("argc: sea-1: line 1 is '1 1', not '2 1'"), out.toString());
  }

  @Test
  void mistakesAreTold() {
    assertEquals(2, run(folder.toString(), "-O", "7"));
    assertEquals(2, run(folder.toString(), "--only", "nothing"));
  }
}
