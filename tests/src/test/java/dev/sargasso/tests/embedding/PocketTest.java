package dev.sargasso.tests.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.LoadException;
import dev.sargasso.driver.LoadedProgram;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The language of docs/embedding.md compiles, runs, and is the one that is printed there. */
final class PocketTest {
  private static final Path HERE =
      Path.of("src/test/java/dev/sargasso/tests/embedding/Pocket.java");

  private static LoadedProgram load(String source) throws LoadException {
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withVerify(true));
    return compiler.load(Pocket.parse(compiler, source));
  }

  @Test
  void loopsBranchesAndCallsWork() throws Throwable {
    String source =
        """
        fn gcd(a, b) { while b != 0 { t = a % b; a = b; b = t; } return a; }
        fn fib(n) { if n < 2 { return n; } return fib(n - 1) + fib(n - 2); }
        fn sum(n) { s = 0; i = 0; while i < n { s = s + i * i - i / 2; i = i + 1; } return s; }
        fn none() { x = 1; }
        """;
    try (LoadedProgram loaded = load(source)) {
      MethodHandle gcd = loaded.function("gcd");
      assertEquals(21L, (long) gcd.invokeExact(1071L, 462L));
      assertEquals(832040L, (long) loaded.function("fib").invokeExact(30L));
      long expected = 0;
      for (long i = 0; i < 1000; i++) {
        expected += i * i - i / 2;
      }
      assertEquals(expected, (long) loaded.function("sum").invokeExact(1000L));
      assertEquals(0L, (long) loaded.function("none").invokeExact());
    }
  }

  @Test
  void theDocumentShowsThisVerySource() throws IOException {
    String source = Files.readString(HERE);
    String shown = source.substring(source.indexOf("/** A whole language"));
    String document = Files.readString(Path.of("../docs/embedding.md"));
    assertTrue(document.contains(shown.strip()), "docs/embedding.md must quote Pocket.java");
    assertTrue(shown.lines().count() <= 150, "a language in at most 150 lines");
  }
}
