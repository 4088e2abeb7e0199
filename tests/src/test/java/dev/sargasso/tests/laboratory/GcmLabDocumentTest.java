package dev.sargasso.tests.laboratory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.lab.compare.Comparison;
import dev.sargasso.lab.compare.Contestant;
import dev.sargasso.lab.compare.Measure;
import dev.sargasso.lab.compare.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policies that docs/gcm-lab.md prints compile, run, and are as short as it says. */
final class GcmLabDocumentTest {
  private static final int MOST_LINES = 30;

  @TempDir private Path folder;

  @Test
  void thePoliciesOfTheDocumentCompileAndRun() throws Exception {
    String document = Files.readString(Path.of("../docs/gcm-lab.md"));
    List<String> sources =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(document)
            .results()
            .map((MatchResult result) -> result.group(1))
            .toList();
    assertTrue(sources.size() >= 2, "two policies are printed");
    for (int i = 0; i < sources.size(); i++) {
      String source = sources.get(i);
      assertTrue(source.lines().count() <= MOST_LINES, source);
      String name = source.replaceAll("(?s).*class (\\w+) .*", "$1");
      Path file = Files.writeString(folder.resolve(name + ".java"), source);
      Comparison.Settings settings =
          new Comparison.Settings("", List.of("1000"), 1_000_000, 0, 10_000);
      Report report =
          new Comparison(
                  CompilerOptions.DEFAULT.withVerify(true),
                  Contestant.all(List.of("late", file.toString()), List.of("pressure"), 5),
                  settings,
                  warning -> {})
              .run(Path.of("../examples/sieve.c"), "-O2");
      assertEquals(List.of("late", name), report.contestants());
      assertTrue(
          report.total().get(1).get(Measure.EXECUTED_NODES)
              < report.total().get(0).get(Measure.EXECUTED_NODES),
          name + " takes something out of the loops of the sieve");
    }
  }
}
