package dev.sargasso.bench.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs single programs every way and compares.
 *
 * @param programs where they come from
 * @param reference whose ending is taken to be right
 * @param sanitised whose ending tells undefined behaviour; asked where there is a difference
 * @param executions what is compared with the reference
 * @param seconds of CPU time that each execution may take
 * @param patience seconds of CPU time that the reference may take; beyond that a program is skipped
 * @param reduce whether programs that show a difference are made small
 */
record Campaign(
    ProgramSource programs,
    Execution reference,
    Execution sanitised,
    List<Execution> executions,
    int seconds,
    int patience,
    boolean reduce) {
  private static final int SANITISED_SLOWDOWN = 20;
  private static final String SANITISER_COMPLAINS = "exit 1";

  /** What became of a program. */
  enum Verdict {
    /** All executions agree. */
    AGREES,
    /** There is none, or the reference takes too long. */
    SKIPPED,
    /** Executions differ, and may: its behaviour is undefined. */
    UNDEFINED,
    /** Executions differ. */
    DIFFERS
  }

  /**
   * A difference.
   *
   * @param execution which differs from the reference
   * @param text how
   */
  record Difference(String execution, String text) {}

  /**
   * What was found.
   *
   * @param text the program
   * @param small a smaller one that shows the first difference
   */
  record Finding(
      long seed,
      Verdict verdict,
      List<Difference> differences,
      String text,
      Optional<String> small) {}

  /** Tries one program in a scratch folder of its own. */
  Finding attempt(long seed) throws IOException {
    Path folder = Files.createTempDirectory("fuzz");
    try {
      Optional<String> text = programs.text(seed, folder);
      return text.isEmpty()
          ? new Finding(seed, Verdict.SKIPPED, List.of(), "", Optional.empty())
          : attempt(seed, text.get(), folder);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Finding attempt(long seed, String text, Path folder) throws IOException {
    Path source = Files.writeString(folder.resolve(seed + ".c"), text);
    Ending expected = reference.run(source, folder, patience);
    if (expected.how().equals(Ending.TIMEOUT)) {
      return new Finding(seed, Verdict.SKIPPED, List.of(), text, Optional.empty());
    }
    List<Difference> differences = new ArrayList<>();
    Optional<Execution> culprit = Optional.empty();
    if (!expected.isSuccess()) {
      differences.add(new Difference(reference.name(), expected.how()));
    } else {
      for (Execution execution : executions) {
        String difference = execution.run(source, folder, seconds).differenceFrom(expected);
        if (!difference.isEmpty()) {
          differences.add(new Difference(execution.name(), difference));
          culprit = culprit.or(() -> Optional.of(execution));
        }
      }
    }
    if (differences.isEmpty()) {
      return new Finding(seed, Verdict.AGREES, List.of(), text, Optional.empty());
    }
    Ending checked = sanitised.run(source, folder, patience * SANITISED_SLOWDOWN);
    if (expected.isSuccess() && checked.how().equals(SANITISER_COMPLAINS)) {
      return new Finding(seed, Verdict.UNDEFINED, differences, text, Optional.empty());
    }
    Optional<String> small = Optional.empty();
    if (reduce && culprit.isPresent()) {
      small = Optional.of(reduced(seed, text, culprit.get(), folder));
    }
    return new Finding(seed, Verdict.DIFFERS, differences, text, small);
  }

  /** The program with as little as shows a difference of the same sort. */
  private String reduced(long seed, String text, Execution execution, Path folder)
      throws IOException {
    Path source = Files.writeString(folder.resolve("small.c"), text);
    Ending first = execution.run(source, folder, seconds);
    return programs.reduced(
        seed,
        text,
        smaller -> {
          try {
            Files.writeString(source, smaller);
            Ending ending = execution.run(source, folder, seconds);
            if (!sort(first).equals(sort(ending))) {
              return false;
            }
            Ending expected = reference.run(source, folder, patience);
            return expected.isSuccess() && !ending.differenceFrom(expected).isEmpty();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** The ending without what varies from program to program: names and numbers. */
  private static String sort(Ending ending) {
    return ending.how().replaceAll("\\b[a-z]*\\d+\\b", "").replaceAll("[^A-Za-z]+", " ");
  }
}
