package dev.sargasso.bench.evidence;

import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program does to a simulated memory hierarchy, from valgrind's cachegrind.
 *
 * @param instructions executed
 * @param accesses to data
 * @param dataMisses of the first-level data cache
 * @param instructionMisses of the first-level instruction cache
 */
record CacheCounts(long instructions, long accesses, long dataMisses, long instructionMisses) {
  private static final long TIMEOUT_MILLIS = 600_000;

  /** Compiles and runs; nothing if a command fails. */
  static Optional<CacheCounts> of(String compile, Path scratch) throws IOException {
    Path program = scratch.resolve("cached");
    Path out = scratch.resolve("cached.out");
    Path err = scratch.resolve("cached.err");
    ExitStatus compiled =
        ShellCommand.run(compile.replace("{out}", program.toString()), out, err, TIMEOUT_MILLIS);
    if (!compiled.isSuccess()) {
      return Optional.empty();
    }
    ExitStatus status =
        ShellCommand.run(
            "valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null " + program,
            out,
            err,
            TIMEOUT_MILLIS);
    return status.isSuccess() ? parse(Files.readString(err)) : Optional.empty();
  }

  /** The counts in what cachegrind prints. */
  static Optional<CacheCounts> parse(String text) {
    long instructions = number(text, "I +refs");
    long accesses = number(text, "D +refs");
    long misses = number(text, "D1 +misses");
    return instructions < 0 || accesses < 0 || misses < 0
        ? Optional.empty()
        : Optional.of(new CacheCounts(instructions, accesses, misses, number(text, "I1 +misses")));
  }

  private static long number(String text, String what) {
    Matcher matcher = Pattern.compile(what + ": +([\\d,]+)").matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1).replace(",", "")) : -1;
  }
}
