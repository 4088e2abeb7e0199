package dev.sargasso.tests.debug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sargasso.testsupport.RequiresTool;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debuggers and profilers know the code that we make in a Java process. */
final class JitTest {
  @TempDir Path folder;

  private static Path source() throws Exception {
    return Path.of(Objects.requireNonNull(JitTest.class.getResource("variables.c")).toURI());
  }

  private static List<String> program(String how) throws Exception {
    String path = System.getProperty("surefire.test.class.path", "");
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        path.isEmpty() ? System.getProperty("java.class.path") : path + File.pathSeparator,
        JitProgram.class.getName(),
        how,
        source().toString());
  }

  private String output(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @RequiresTool("gdb")
  @Test
  void theDebuggerStopsInCodeThatNoFileHoldsAndPrintsVariables() throws Exception {
    List<String> command = new ArrayList<>(List.of("gdb", "-q", "-nx", "-batch"));
    for (String each :
        List.of(
            "set breakpoint pending on",
            "set auto-load no",
            "handle SIGSEGV nostop noprint pass",
            "break variables.c:29",
            "run",
            "backtrace 2",
            "print total",
            "print w",
            "kill")) {
      command.add("-ex");
      command.add(each);
    }
    command.add("--args");
    command.addAll(program("gdb"));
    String said = output(command);
    assertTrue(said.contains("#0  sum (w=..., c=120 'x', d=3) at "), said);
    assertTrue(said.matches("(?s).*\n#1 .* in main \\(argc=1, argv=0x.*"), said);
    assertTrue(said.contains("$1 = 347\n"), said);
    assertTrue(said.contains("$2 = {v = {1, 2, 3, 4, 5}}\n"), said);
  }

  private boolean canRecord() throws Exception {
    Process process =
        new ProcessBuilder("perf", "record", "-e", "cpu-clock", "-o", "none.data", "true")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  @Test
  void theMapHasEveryFunctionAtItsAddress() throws Exception {
    Path map = Path.of(output(program("map")).lines().findFirst().orElse(""));
    List<String> lines = Files.readAllLines(map);
    Files.delete(map);
    long end = 0;
    List<String> names = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", 3);
      long start = Long.parseUnsignedLong(words[0], 16);
      assertTrue(start >= end, lines.toString());
      end = start + Long.parseUnsignedLong(words[1], 16);
      names.add(words[2]);
    }
    assertEquals(List.of("add", "sum", "walk", "main"), names.subList(0, 4));
  }

  @RequiresTool("perf")
  @Test
  void theProfilerMakesObjectFilesOfADump() throws Exception {
    assumeTrue(canRecord(), "perf must not record here");
    List<String> record =
        new ArrayList<>(
            List.of("perf", "record", "-q", "-k", "mono", "-e", "cpu-clock", "-o", "jit.data"));
    record.addAll(program("dump"));
    output(record);
    output(List.of("perf", "inject", "--jit", "-i", "jit.data", "-o", "injected.data"));
    try (var files = Files.list(folder)) {
      assertEquals(
          4, files.filter(file -> file.getFileName().toString().startsWith("jitted-")).count());
    }
  }
}
