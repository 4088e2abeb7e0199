package dev.sargasso.bench.ssa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConstructionsTest {
  @TempDir private Path folder;

  @Test
  void everyConstructionHasARow() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("loop.c"),
            "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { int t = i; s += t; } return s;"
                + " }");
    StringWriter out = new StringWriter();
    int status =
        Constructions.commandLine()
            .setOut(new PrintWriter(out))
            .execute("-n", "1", "--warm-up", "0", "--csv", file.toString());
    assertEquals(0, status);
    String text = out.toString();
    assertTrue(text.startsWith("file,construction,phis,removed,dead,left,redundant,ms\n"), text);
    for (String row : new String[] {"braun,", "minimal,", "semi-pruned,", "pruned,"}) {
      assertTrue(text.contains("loop.c," + row), text);
    }
  }

  @Test
  void anUnknownFileIsTold() {
    StringWriter err = new StringWriter();
    int status =
        Constructions.commandLine()
            .setErr(new PrintWriter(err))
            .execute("--warm-up", "0", folder.resolve("none.c").toString());
    assertEquals(1, status);
    assertTrue(err.toString().contains("does not exist"), err.toString());
  }
}
