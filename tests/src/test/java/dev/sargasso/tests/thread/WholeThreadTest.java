package dev.sargasso.tests.thread;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.LoadedProgram;
import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ForkedRun;
import dev.sargasso.driver.process.ShellCommand;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Program;
import dev.sargasso.testsupport.RequiresTool;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * From C source to a result, every way there is: both interpreters, native code at every level,
 * under every placement policy and with every choice at random, and the system's compiler all
 * agree.
 */
final class WholeThreadTest {
  private static final long[] INPUTS = {0, 1, 7, 12345, -3, 987654L};

  @TempDir Path folder;

  private static Path source(String name) {
    return Path.of("src/test/resources/programs", name + ".c");
  }

  /** Every option that must not change a result, by a name for messages. */
  private static Map<String, CompilerOptions> variants() {
    CompilerOptions checked = CompilerOptions.DEFAULT.withVerify(true);
    Map<String, CompilerOptions> variants = new TreeMap<>();
    for (String level : new String[] {"0", "1", "2", "3", "s"}) {
      variants.put("level " + level, checked.withLevel(level));
    }
    for (String policy : new String[] {"early", "late", "click"}) {
      variants.put("policy " + policy, checked.withPlacement(policy));
    }
    variants.put("order source", checked.withOrder("source"));
    for (long seed = 1; seed <= 5; seed++) {
      variants.put("chaos " + seed, checked.withChaos(seed));
    }
    return variants;
  }

  @ParameterizedTest
  @ValueSource(strings = {"aggregates", "arithmetic", "control", "memory", "pressure"})
  void everyWayGivesTheSame(String name) throws Exception {
    long[] expected = interpretSea(name, CompilerOptions.DEFAULT.withLevel("0"));
    for (Map.Entry<String, CompilerOptions> variant : variants().entrySet()) {
      String what = name + ", " + variant.getKey();
      assertArrayEquals(expected, interpretSea(name, variant.getValue()), what + ", sea");
      assertArrayEquals(expected, interpretSchedule(name, variant.getValue()), what + ", schedule");
      Compiler compiler = new Compiler(variant.getValue());
      CompiledProgram compiled = compiler.compileForThisMachine(compiler.read(source(name)));
      try (LoadedProgram loaded = compiled.load()) {
        for (int i = 0; i < INPUTS.length; i++) {
          ForkedRun.Outcome outcome =
              loaded.callIsolated("check", new long[] {INPUTS[i]}, new long[0], 60_000);
          assertTrue(outcome.returned(), what + ", native: " + outcome.status());
          assertEquals(expected[i], outcome.result(), what + ", native, check(" + INPUTS[i] + ")");
        }
      }
    }
  }

  private static long[] interpretSea(String name, CompilerOptions options) throws Exception {
    Compiler compiler = new Compiler(options);
    long[] results = new long[INPUTS.length];
    Program program = compiler.read(source(name));
    compiler.optimise(program);
    for (int i = 0; i < INPUTS.length; i++) {
      SeaInterpreter interpreter =
          new SeaInterpreter(
              program, new CLibrary(OutputStream.nullOutputStream()), Limits.DEFAULT);
      results[i] = value(interpreter.run("check", INPUTS[i]));
    }
    return results;
  }

  private static long[] interpretSchedule(String name, CompilerOptions options) throws Exception {
    Compiler compiler = new Compiler(options);
    long[] results = new long[INPUTS.length];
    Program program = compiler.read(source(name));
    compiler.optimise(program);
    for (int i = 0; i < INPUTS.length; i++) {
      ScheduleInterpreter interpreter =
          new ScheduleInterpreter(
              program,
              compiler::schedule,
              new CLibrary(OutputStream.nullOutputStream()),
              Limits.DEFAULT);
      results[i] = value(interpreter.run("check", INPUTS[i]));
    }
    return results;
  }

  private static long value(Outcome outcome) {
    return assertInstanceOf(Outcome.Returned.class, outcome).value();
  }

  @ParameterizedTest
  @RequiresTool("cc")
  @ValueSource(strings = {"aggregates", "arithmetic", "control", "memory", "pressure"})
  void theSystemsCompilerAgreesWithObjectAndAssembly(String name) throws Exception {
    StringBuilder driver =
        new StringBuilder("long check(long);int printf(const char*,...);int main(void){");
    for (long input : INPUTS) {
      driver.append("printf(\"%ld\\n\",check(").append(input).append("l));");
    }
    Path main = folder.resolve("main.c");
    Files.writeString(main, driver.append("return 0;}"));
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withVerify(true));
    Path object = folder.resolve("ours.o");
    Files.write(object, compiler.compile(compiler.read(source(name))).object());
    Path assembly = folder.resolve("ours.s");
    Files.writeString(assembly, compiler.assembly(compiler.read(source(name))));
    String reference = output("cc -w -O1 " + source(name).toAbsolutePath() + " " + main);
    assertEquals(reference, output("cc " + object + " " + main));
    assertEquals(reference, output("cc " + assembly + " " + main));
  }

  private String output(String compile) throws Exception {
    Path binary = folder.resolve("program");
    ExitStatus built =
        ShellCommand.run(
            compile + " -o " + binary, folder.resolve("log"), folder.resolve("errors"), 60_000);
    assertTrue(built.isSuccess(), Files.readString(folder.resolve("errors")));
    ExitStatus run =
        ShellCommand.run(
            binary.toString(), folder.resolve("out"), folder.resolve("errors"), 60_000);
    assertTrue(run.isSuccess(), run.toString());
    return Files.readString(folder.resolve("out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aggregates", "arithmetic", "control", "memory", "pressure"})
  void theBytesDoNotDependOnThreadsOrRuns(String name) throws Exception {
    byte[] first = null;
    for (int threads : new int[] {1, 4, 4}) {
      Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withThreads(threads));
      byte[] bytes = compiler.compile(compiler.read(source(name))).object();
      if (first != null) {
        assertArrayEquals(first, bytes);
      }
      first = bytes;
    }
  }
}
