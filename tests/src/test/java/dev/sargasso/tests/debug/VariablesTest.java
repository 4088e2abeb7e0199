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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A debugger prints the variables of what was compiled for debuggers. */
@RequiresTool({"cc", "gdb"})
final class VariablesTest {
  private static final String SOURCE = "variables.c";

  /**
   * Lines where all compilers that we know stop: no jumps alone, and none where a variable has no
   * value yet.
   */
  private static final List<Integer> LINES =
      List.of(20, 22, 23, 28, 29, 38, 39, 40, 42, 43, 45, 46, 48, 50, 53, 56, 57, 59);

  @TempDir Path folder;

  private static String output(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  private static Path source() throws Exception {
    return Path.of(Objects.requireNonNull(VariablesTest.class.getResource(SOURCE)).toURI());
  }

  private Path ours(String level) throws Exception {
    Compiler compiler =
        new Compiler(CompilerOptions.DEFAULT.withLevel(level).withVerify(true).withDebugging());
    Path object = folder.resolve("ours.o");
    Files.write(object, compiler.compile(compiler.read(source())).objectForDebuggers(folder));
    Path program = folder.resolve("ours" + level);
    output(List.of("cc", "-o", program.toString(), object.toString()));
    return program;
  }

  private String session(Path program, List<String> commands) throws Exception {
    List<String> command = new ArrayList<>(List.of("gdb", "-q", "-nx", "-batch"));
    for (String each : commands) {
      command.add("-ex");
      command.add(each);
    }
    command.add(program.toString());
    return output(command);
  }

  @Test
  void itPrintsValuesOfAllKindsOfTypes() throws Exception {
    String said =
        session(
            ours("0"),
            List.of(
                "break variables.c:79",
                "run",
                "print p.y",
                "print p.next->flag",
                "print c",
                "print u",
                "print a",
                "print w",
                "print yes",
                "print greeting",
                "print counter",
                "print *op",
                "print argc",
                "whatis op",
                "ptype struct point"));
    for (String expected :
        List.of(
            "$1 = 2\n",
            "$2 = 3\n",
            "$3 = GREEN\n",
            "$4 = {i = 1069547520, f = 1.5}\n",
            "$5 = {1, 2, 3, 4}\n",
            "$6 = {v = {1, 2, 3, 4, 5}}\n",
            "$7 = true\n",
            "\"hello\"\n",
            "$9 = 12\n",
            "{int (int, int)} 0x",
            "$11 = 1\n",
            "type = int (*)(int, int)\n",
            "    struct point *next;\n    unsigned int flag : 3;\n}\n")) {
      assertTrue(said.contains(expected), () -> expected + " is not in\n" + said);
    }
  }

  @Test
  void itShowsParametersWhereAFunctionBegins() throws Exception {
    String said = session(ours("0"), List.of("break sum", "run", "backtrace"));
    assertTrue(said.contains("sum (w=..., c=120 'x', d=3) at "), said);
    assertTrue(said.contains(" in main (argc=1, argv=0x7ff"), said);
  }

  @Test
  void theInnermostOfSeveralVariablesOfOneNameIsMeant() throws Exception {
    String said =
        session(
            ours("0"), List.of("break variables.c:23", "run", "print i", "up", "print counter"));
    assertTrue(said.contains("$1 = 42\n"), said);
    assertTrue(said.contains("$2 = 7\n"), said);
  }

  @Test
  void whatIsSetGoesOnFromThere() throws Exception {
    String said =
        session(ours("0"), List.of("break variables.c:28", "run", "set var total = 5", "finish"));
    assertTrue(said.contains("Value returned is $1 = 8\n"), said);
  }

  /** Stops 250 times at lines of two functions, and prints all variables each time. */
  private String walk(Path program) throws Exception {
    StringBuilder script = new StringBuilder("set confirm off\n");
    for (int line : LINES) {
      script.append("break variables.c:").append(line).append('\n');
    }
    script.append("run\n");
    for (int stop = 0; stop < 250; stop++) {
      script.append("info args\ninfo locals\ncontinue\n");
    }
    Path commands = folder.resolve("walk.gdb");
    Files.writeString(commands, script.append("kill\n"));
    return session(program, List.of("source " + commands));
  }

  /** What a walk said of stops and of values. */
  private static String stops(String said) {
    StringBuilder result = new StringBuilder();
    said.lines()
        .filter(line -> line.matches("\\w+ = .*|Breakpoint \\d+, .*|\\d+\t.*"))
        .map(line -> line.replaceAll(" at .*", "").replaceAll("^Breakpoint \\d+, ", ""))
        .forEach(line -> result.append(line).append('\n'));
    return result.toString();
  }

  @Test
  void everyVariableIsAsAnotherCompilerHasItAtEveryStop() throws Exception {
    Path theirs = folder.resolve("theirs");
    output(List.of("cc", "-g", "-O0", "-o", theirs.toString(), source().toString()));
    String expected = stops(walk(theirs));
    assertTrue(expected.lines().count() > 1500, expected);
    assertEquals(expected, stops(walk(ours("0"))));
  }

  @RequiresTool("as")
  @ParameterizedTest
  @ValueSource(strings = {"att", "intel"})
  void assemblyTextTellsTheSame(String syntax) throws Exception {
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withLevel("0").withDebugging());
    String text =
        compiler.compileForListing(compiler.read(source())).assemblyForDebuggers(syntax, folder);
    Path assembly = Files.writeString(folder.resolve("listed.s"), text);
    Path listed = folder.resolve("listed");
    output(List.of("cc", "-o", listed.toString(), assembly.toString()));
    assertEquals(stops(walk(ours("0"))), stops(walk(listed)));
  }

  @Test
  void atOtherLevelsNothingWrongIsShown() throws Exception {
    String said =
        session(ours("2"), List.of("break printf", "run", "up", "info locals", "print p"));
    assertTrue(said.contains("result = <optimized out>"), said);
    assertTrue(said.contains("$1 = <optimized out>"), said);
  }
}
