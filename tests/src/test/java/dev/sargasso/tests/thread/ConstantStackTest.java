package dev.sargasso.tests.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.LoadedProgram;
import dev.sargasso.driver.process.ForkedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls at the ends of functions take no stack: ten million of them would need gigabytes. */
final class ConstantStackTest {
  private static final String SOURCE =
      """
      static long odd(unsigned n, long *seen) __attribute__((noinline));
      static long even(unsigned n, long *seen) __attribute__((noinline));
      static long even(unsigned n, long *seen) { ++*seen; return n == 0 ? 1 : odd(n - 1, seen); }
      static long odd(unsigned n, long *seen) { ++*seen; return n == 0 ? 0 : even(n - 1, seen); }
      typedef long (*step)(long, long, double);
      static long add(long, long, double), flip(long, long, double), keep(long, long, double);
      static step table[3] = { add, flip, keep };
      static long add(long n, long sum, double x) {
        return n <= 0 ? sum + (long) x : table[n % 3](n - 1, sum + n, x + 1);
      }
      static long flip(long n, long sum, double x) {
        return n <= 0 ? sum * 2 : table[n % 3](n - 1, sum ^ n, x);
      }
      static long keep(long n, long sum, double x) {
        if (n <= 0) return sum * 3;
        if (sum > 1000000) sum -= 7;
        return table[(n + 1) % 3](n - 1, sum - 1, x / 2);
      }
      long check(long n) {
        long seen = 0;
        long last = even((unsigned) n, &seen);
        return table[n % 3](n, last, 0.5) ^ seen;
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"2", "3", "s"})
  void tenMillionCalls(String level) throws Exception {
    Path source = Files.writeString(folder.resolve("calls.c"), SOURCE);
    Compiler plain = new Compiler(CompilerOptions.DEFAULT.withLevel("0"));
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withVerify(true).withLevel(level));
    CompiledProgram compiled = compiler.compileForThisMachine(compiler.read(source));
    CompiledProgram reference = plain.compileForThisMachine(plain.read(source));
    try (LoadedProgram loaded = compiled.load();
        LoadedProgram expected = reference.load()) {
      assertEquals(call(expected, 1000), call(loaded, 1000));
      call(loaded, 10_000_000);
    }
  }

  private static long call(LoadedProgram program, long n) throws Exception {
    ForkedRun.Outcome outcome = program.callIsolated("check", new long[] {n}, new long[0], 60_000);
    assertTrue(outcome.returned(), "check(" + n + "): " + outcome.status());
    return outcome.result();
  }
}
