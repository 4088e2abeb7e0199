package dev.sargasso.bench.speed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.testsupport.RequiresTool;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileSpeedTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return CompileSpeed.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  @RequiresTool("gcc")
  void bothCompileAndTheGateDecides() throws Exception {
    Path file = Files.writeString(folder.resolve("two.c"), "int f(void) { return 1; }\nint g;\n");
    assertEquals(
        1, run("-n", "2", "--warm-up", "0", "--gate", "1e9", file.toString()), err.toString());
    assertTrue(out.toString().contains("| two.c | 1 |"), out.toString());
    assertTrue(out.toString().contains("ratio "), out.toString());
  }

  @Test
  void aCompilerThatFailsIsNoFastOne() throws Exception {
    Path file = Files.writeString(folder.resolve("one.c"), "int f(void) { return 1; }\n");
    assertEquals(1, run("-n", "1", "--warm-up", "0", "--other", "false", file.toString()));
    assertTrue(err.toString().contains("false"), err.toString());
  }
}
