package dev.sargasso.tests.debug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.testsupport.RequiresTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session with the debugger: it stops at a line, shows where it is, and goes on line by line. */
@RequiresTool({"cc", "gdb"})
final class DebuggerSessionTest {
  @TempDir Path folder;

  private static String output(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  private String session(String... commands) throws Exception {
    Path source =
        Path.of(Objects.requireNonNull(DebuggerSessionTest.class.getResource("steps.c")).toURI());
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withLevel("0"));
    Path object = folder.resolve("steps.o");
    Files.write(object, compiler.compile(compiler.read(source)).objectForDebuggers(folder));
    Path program = folder.resolve("steps");
    output(List.of("cc", "-o", program.toString(), object.toString()));
    List<String> command = new ArrayList<>(List.of("gdb", "-q", "-nx", "-batch"));
    for (String each : commands) {
      command.add("-ex");
      command.add(each);
    }
    command.add(program.toString());
    return output(command);
  }

  @Test
  void itStopsAtALineAndShowsTheBacktrace() throws Exception {
    String said = session("break steps.c:6", "run", "backtrace");
    assertTrue(said.contains("printf(\"square %d\\n\", result);"), said);
    assertTrue(
        said.matches("(?s).*#0 +square \\(\\) at .*steps.c:6\n#1 .* in main .*:14\n.*"), said);
  }

  @Test
  void itGoesOnLineByLine() throws Exception {
    String said = session("break steps.c:6", "run", "next", "info source");
    assertTrue(said.contains("\n7\t    return result;\n"), said);
    assertTrue(said.contains("Compiled with DWARF 5"), said);
  }

  @Test
  void itKnowsTheFunctionsByName() throws Exception {
    String said = session("break square", "run", "finish", "info symbol $pc");
    assertTrue(said.contains("main + "), said);
  }
}
