package dev.sargasso.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.lab.policy.PolicyException;
import dev.sargasso.lab.report.CsvReport;
import dev.sargasso.lab.report.HtmlReport;
import dev.sargasso.lab.report.JsonReport;
import dev.sargasso.lab.report.TableReport;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.order.OrderPriorities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose invariant product tells policies apart. */
final class ComparisonTest {
  private static final String SOURCE =
      """
      #include <stdio.h>
      int f(int *p, int n, int k) {
        int s = 0;
        for (int i = 0; i < n; i++) s += p[i] ^ (k * k + 7 * k);
        return s;
      }
      int a[100];
      int main(int argc, char **argv) {
        volatile int k = argc;
        for (int i = 0; i < 100; i++) a[i] = i;
        printf("%d\\n", f(a, 100, k));
        return 3;
      }
      """;

  @TempDir private Path folder;

  private Report compare(Comparison.Settings settings, List<Contestant> contestants)
      throws IOException, SourceException, ComparisonException {
    Path file = Files.writeString(folder.resolve("program.c"), SOURCE);
    CompilerOptions options = CompilerOptions.DEFAULT.withVerify(true);
    return new Comparison(options, contestants, settings, warning -> {}).run(file, "-O2");
  }

  private static Comparison.Settings settings(String function, int runs) {
    return new Comparison.Settings(function, List.of("x"), 1_000_000, runs, 10_000);
  }

  @Test
  void lateRepeatsInALoopWhatOthersTakeOutOfIt()
      throws IOException, SourceException, ComparisonException, PolicyException {
    Report report =
        compare(
            settings("", 2),
            Contestant.all(List.of("late", "early", "click"), List.of("pressure"), 5));
    List<Figures> total = report.total();
    assertTrue(
        total.get(0).get(Measure.EXECUTED_NODES) > total.get(2).get(Measure.EXECUTED_NODES) + 90,
        () -> TableReport.of(report));
    assertEquals(0, total.get(0).get(Measure.HOISTED));
    assertEquals(0, total.get(1).get(Measure.SUNK));
    assertTrue(total.get(2).get(Measure.LEVELS_OUT) >= 2);
    assertTrue(total.get(2).get(Measure.BYTES) > 0);
    assertTrue(total.get(2).get(Measure.PRESSURE) >= 4);
    assertEquals(3, report.times().size());
    assertEquals(2, report.times().getFirst().seconds().size());
    assertTrue(report.profile().contains("whole run"), report.profile());
    assertFalse(report.functions().getFirst().moved().isEmpty());
    String csv = CsvReport.of(report);
    int lines = report.functions().size() * Measure.values().length * 3 + 6 + 1;
    assertEquals(lines, csv.lines().count());
    assertTrue(csv.contains(",code_bytes,") || csv.contains(",bytes,click,"), csv);
    assertTrue(JsonReport.of(report).contains("\"contestants\":[\"late\",\"early\",\"click\"]"));
    String page = HtmlReport.of(report);
    assertTrue(page.contains("<svg class=\"flow\""), page);
    assertTrue(page.contains("<circle "), "moved nodes are drawn");
    assertFalse(page.contains("http"), "the page needs nothing else");
    String table = TableReport.of(report);
    assertTrue(table.contains("instructions executed"), table);
    assertTrue(table.contains("95 % interval"), table);
  }

  @Test
  void estimatesDoWhereNothingIsRun()
      throws IOException, SourceException, ComparisonException, PolicyException {
    Comparison.Settings still = new Comparison.Settings("main", List.of(), 0, 0, 1000);
    Report report =
        compare(still, Contestant.all(List.of("click"), List.of("pressure", "source"), 5));
    assertEquals(List.of("click/pressure", "click/source"), report.contestants());
    assertEquals(1, report.functions().size());
    assertTrue(report.profile().contains("estimates"), report.profile());
    assertTrue(report.total().getFirst().get(Measure.EXECUTED) > 0);
    assertTrue(report.times().isEmpty());
  }

  @Test
  void wrongPoliciesAndFunctionsAreTold() throws PolicyException {
    PlacementPolicy illegal = (node, candidates) -> candidates.late() + 1000;
    List<Contestant> wrong = List.of(new Contestant("wrong", illegal, OrderPriorities.SOURCE));
    String message =
        assertThrows(ComparisonException.class, () -> compare(settings("", 0), wrong)).getMessage();
    assertTrue(String.valueOf(message).contains("placement policy wrong"), message);
    assertTrue(String.valueOf(message).contains("not legal"), message);
    List<Contestant> click = Contestant.all(List.of("click"), List.of("pressure"), 5);
    message =
        assertThrows(ComparisonException.class, () -> compare(settings("no", 0), click))
            .getMessage();
    assertTrue(String.valueOf(message).contains("does not define 'no'"), message);
  }

  @Test
  void intervalsHoldWhatIsThere() {
    double[] base = {1, 1.1, 0.9, 1, 1.05};
    double[] twice = {2, 2.2, 1.8, 2, 2.1};
    assertTrue(Timing.of(twice, base).isDifferent());
    assertEquals(2, Timing.of(twice, base).ratio(), 1e-9);
    assertFalse(Timing.of(base, base).isDifferent());
  }
}
