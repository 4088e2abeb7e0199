package dev.sargasso.measure.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.measure.report.HtmlReport;
import dev.sargasso.measure.report.JsonReport;
import dev.sargasso.measure.report.TextReport;
import dev.sargasso.measure.sample.Comparison;
import dev.sargasso.measure.sample.RatioOfMedians;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.sample.Verdict;
import dev.sargasso.measure.shape.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfilerTest {
  private static SampleTable measured() throws SourceException {
    List<BenchInput> inputs =
        List.of(
            new BenchInput.Generated(Subject.named("diamonds"), 400),
            new BenchInput.Generated(Subject.named("diamonds"), 1_600));
    Profiler profiler = new Profiler(CompilerOptions.DEFAULT, inputs, "-O2");
    return profiler.measure(0, 3, text -> {});
  }

  @Test
  void everyPhaseIsThereAndTheyAddUp() throws SourceException {
    SampleTable table = measured();
    for (String phase :
        List.of("read", "simplify", "motion", "selection", "allocation", "emission", "write")) {
      assertTrue(table.phases().contains(phase), phase + " in " + table.phases());
      assertTrue(RatioOfMedians.median(table.bytes(phase)) > 0, phase);
    }
    double sum = 0;
    for (String phase : table.phases()) {
      sum += table.nanos(phase)[0];
    }
    assertEquals(table.nanos()[0], sum, 1);
    assertEquals(List.of("diamonds"), table.growing());
  }

  @Test
  void reportsSpeakOfAllOfIt() throws SourceException {
    SampleTable table = measured();
    String text = TextReport.phases(table);
    assertTrue(text.contains("motion"), text);
    assertTrue(text.contains("exponent"), text);
    List<Verdict> verdicts = Comparison.of(table, table);
    assertTrue(TextReport.verdicts(verdicts).contains("too few samples"));
    String page = HtmlReport.of(table, verdicts);
    assertTrue(page.contains("<svg") && page.endsWith("</html>\n"));
    String json = JsonReport.of(table, verdicts);
    assertEquals(
        json.chars().filter(c -> c == '{').count(), json.chars().filter(c -> c == '}').count());
    assertTrue(json.contains("\"phase\": \"motion\""));
  }

  @Test
  void moreWorkInOnePhaseIsMoreOfItsTime() throws SourceException {
    // The clock itself, driven by hand: what is done in a phase is counted there.
    PhaseClock clock = new PhaseClock();
    clock.start("idle");
    clock.enter("work");
    byte[] block = new byte[1 << 20];
    clock.enter("idle");
    assertEquals(1 << 20, block.length);
    clock.stop();
    assertEquals(List.of("idle", "work"), clock.phases());
    assertTrue(clock.bytes(1) >= 1 << 20);
    assertTrue(clock.bytes(0) < 1 << 20);
  }
}
