package dev.sargasso.bench.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures are those of programs for which they are known. */
class EvidenceTest {
  private static final String PROGRAM =
      """
      int table[100];
      int f(int n, int a, int b) {
        int sum = 0;
        for (int i = 0; i < n; i++) { table[i % 100] = sum; sum += a * b + table[7]; }
        return sum;
      }
      int main(void) { return f(5, 2, 3) & 1; }
      """;

  @TempDir private Path folder;

  private List<StaticFigures.Source> sources() throws IOException {
    return List.of(StaticFigures.file(Files.writeString(folder.resolve("p.c"), PROGRAM)));
  }

  @Test
  void countsWhatCompilationsDid() throws IOException, SourceException {
    StaticFigures figures = StaticFigures.of(CompilerOptions.DEFAULT, sources());
    assertTrue(figures.functions() >= 1 && figures.codeBytes() > 0);
    assertTrue(figures.last("nodes") > figures.last("free"), figures.toString());
    assertTrue(figures.sum("visits") >= figures.sum("visits_that_changed"));
    assertTrue(figures.sum("visits") > 0);
  }

  @Test
  void countsWhereNodesGo() throws IOException, SourceException {
    MotionCounts counts = new MotionCounts();
    StaticFigures.of(CompilerOptions.DEFAULT.withPlacement(counts), sources());
    assertTrue(counts.others.free >= counts.others.sunk);
    // a * b does not change in the loop.
    assertTrue(counts.others.outOfLoops > 0, "out of loops: " + counts.others.outOfLoops);
  }

  @Test
  void wrongMemoryEdgesAreFound() throws IOException, SourceException {
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withThreads(1));
    MemoryMutations mutations = MemoryMutations.of(compiler, sources(), 30);
    assertTrue(mutations.made() > 5, mutations.toString());
    assertTrue(mutations.byGraph() + mutations.bySchedule() > 0, mutations.toString());
  }

  @Test
  void nothingDeadIsLeft() throws IOException, SourceException {
    DeadNodes dead = new DeadNodes();
    Compiler compiler = new Compiler(CompilerOptions.DEFAULT.withThreads(1), warning -> {}, dead);
    for (StaticFigures.Source source : sources()) {
      compiler.optimise(source.read(compiler));
    }
    assertTrue(dead.states() > 10);
    assertEquals(0, dead.atTheEnd());
  }

  @Test
  void cachegrindIsUnderstood() {
    CacheCounts counts =
        CacheCounts.parse(
                """
                ==7== I   refs:      1,234,567
                ==7== I1  misses:        1,011
                ==7== D   refs:        530,000  (350,000 rd   + 180,000 wr)
                ==7== D1  misses:       14,001  ( 12,000 rd   +   2,001 wr)
                """)
            .orElseThrow();
    assertEquals(new CacheCounts(1_234_567, 530_000, 14_001, 1_011), counts);
    assertTrue(CacheCounts.parse("nothing").isEmpty());
  }

  @Test
  void wrongArgumentsAreRefused() {
    StringWriter err = new StringWriter();
    int status =
        Evidence.commandLine()
            .setErr(new PrintWriter(err))
            .execute("-k", folder.resolve("none").toString());
    assertEquals(2, status);
    assertTrue(err.toString().contains("cannot be read"), err.toString());
  }
}
