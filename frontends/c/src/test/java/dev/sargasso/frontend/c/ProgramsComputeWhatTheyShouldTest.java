package dev.sargasso.frontend.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.frontend.c.source.SourceText;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole programs print in the interpreter of the sea what the system's compiler had them print. */
final class ProgramsComputeWhatTheyShouldTest {
  private static final long STEPS = 200_000_000L;

  private static String resource(final String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ProgramsComputeWhatTheyShouldTest.class.getResourceAsStream("programs/" + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What a program prints, and a last line with its exit status. */
  private static String run(final Program program, final List<String> arguments) {
    program.functions().forEach(GraphVerifier::verify);
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final SeaInterpreter interpreter =
        new SeaInterpreter(program, new CLibrary(out), Limits.DEFAULT.withSteps(STEPS));
    final long vector = interpreter.memory().allocate(8L * (arguments.size() + 2));
    for (int index = 0; index <= arguments.size(); index++) {
      final String argument = index == 0 ? "program" : arguments.get(index - 1);
      final byte[] bytes = (argument + "\0").getBytes(StandardCharsets.UTF_8);
      final long text = interpreter.memory().allocate(bytes.length);
      interpreter.memory().write(text, bytes);
      interpreter.memory().store(Type.I64, vector + 8L * index, text);
    }
    final int parameters =
        Objects.requireNonNull(program.function("main")).signature().parameters().size();
    final Outcome outcome =
        parameters == 0
            ? interpreter.run("main")
            : interpreter.run("main", arguments.size() + 1, vector);
    final String status =
        switch (outcome) {
          case Outcome.Returned returned -> "exit " + (returned.value() & 0xFF);
          case Outcome.Exited exited -> "exit " + (exited.status() & 0xFF);
          case Outcome.Trapped trapped -> trapped.toString();
        };
    return out.toString(StandardCharsets.UTF_8) + status + "\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "integers",
        "floats",
        "control",
        "structs",
        "bitfields",
        "pointers",
        "storage",
        "promoted",
        "variadic"
      })
  void printsWhatIsExpected(final String name) throws IOException, CompilationFailed {
    final Program program =
        CFrontEnd.compile(
            new SourceText(name + ".c", resource(name + ".c")),
            CFrontEndOptions.DEFAULT,
            () -> Simplifier.NONE);
    assertEquals(resource(name + ".expected"), run(program, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "hello, '', 'Hello from the sea of nodes.\nexit 0\n'",
    "fib, 20, 'fib(20) = 6765\nexit 0\n'",
    "fib, 91, 'fib: N has to be from 0 to 90\nexit 1\n'",
    "sieve, 1000, '168 primes below 1000\nexit 0\n'",
    "queens, 6, '6 queens: 4 ways\nexit 0\n'",
    "words, '', 'exit 0\n'",
    "nbody, 100, 'energy -105.961803, after 100 steps -105.961803\nexit 0\n'",
  })
  void examplesWork(final String name, final String argument, final String expected)
      throws CompilationFailed {
    final Path file = Path.of("../../examples", name + ".c");
    final Program program =
        CFrontEnd.compile(file, CFrontEndOptions.DEFAULT, () -> Simplifier.NONE);
    assertEquals(expected, run(program, argument.isEmpty() ? List.of() : List.of(argument)));
  }

  @Test
  void includesAndDefinesReachTheProgram(@TempDir final Path folder)
      throws IOException, CompilationFailed {
    final Path headers = Files.createDirectory(folder.resolve("include"));
    Files.writeString(headers.resolve("answer.h"), "#pragma once\nint answer(void);\n");
    Files.writeString(folder.resolve("near.h"), "#define NEAR 2\n");
    final Path main = folder.resolve("main.c");
    Files.writeString(
        main,
        """
        #include <answer.h>
        #include <answer.h>
        #include "near.h"
        int answer(void) { return WIDTH * NEAR + __LINE__; }
        int main(void) { return answer(); }
        """);
    final CFrontEndOptions options = CFrontEndOptions.of(List.of(headers), Map.of("WIDTH", "10"));
    assertEquals(
        "exit 24\n", run(CFrontEnd.compile(main, options, () -> Simplifier.NONE), List.of()));
  }
}
