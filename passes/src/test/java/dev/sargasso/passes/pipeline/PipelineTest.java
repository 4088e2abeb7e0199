package dev.sargasso.passes.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.simplify.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions go through all passes, verified after each, and everybody hears of it. */
class PipelineTest {
  private static final PipelineOptions CHECKED = PipelineOptions.DEFAULT.withVerify(true);

  @Test
  void randomProgramsStayWellFormedUnderAllPasses() {
    RandomShape[] shapes = {RandomShape.STRUCTURED, RandomShape.JUMPING, RandomShape.WILD};
    for (int seed = 0; seed < 240; seed++) {
      PipelineOptions options = CHECKED.withChaos(seed % 2 == 0 ? 0 : seed);
      Program program =
          RandomProgram.of(
              seed,
              shapes[seed % 3],
              seed % 4 < 2
                  ? Pipeline.simplifierFor(options)
                  : Pipeline.simplifierFor(options.withLevel(OptimizationLevel.O0)));
      Pipeline pipeline = new Pipeline(options, CompilationListener.NONE);
      for (Function function : program.functions()) {
        pipeline.optimize(function);
        pipeline.schedule(function, GlobalCodeMotion.Options.chaos(seed));
      }
    }
  }

  @Test
  void aSecondRunFindsLittle() {
    long first = 0;
    long second = 0;
    for (int seed = 0; seed < 60; seed++) {
      Program program = RandomProgram.of(seed, RandomShape.STRUCTURED);
      for (Function function : program.functions()) {
        Pipeline once = new Pipeline(CHECKED, CompilationListener.NONE);
        once.optimize(function);
        first += once.statistics().changes("simplify");
        Pipeline twice = new Pipeline(CHECKED, CompilationListener.NONE);
        twice.optimize(function);
        second += twice.statistics().changes("simplify");
      }
    }
    assertTrue(second * 50 < first, first + " changes, then " + second);
  }

  @Test
  void tellsTheListenerInOrder() {
    List<String> heard = new ArrayList<>();
    CompilationListener listener =
        new CompilationListener() {
          @Override
          public void beforePass(Function function, String pass) {
            heard.add("before " + pass);
          }

          @Override
          public void afterPass(Function function, String pass) {
            heard.add("after " + pass);
          }

          @Override
          public void dump(Function function, String pass) {
            heard.add("dump " + pass);
          }

          @Override
          public void scheduleReady(Function function, Schedule schedule) {
            heard.add("schedule");
          }
        };
    Function function =
        new ArrayList<>(RandomProgram.of(1, RandomShape.STRUCTURED).functions()).getFirst();
    PassFlags flags = PassFlags.parse(List.of("promote:dump,motion:dump", "simplify:off"));
    Pipeline pipeline = new Pipeline(CHECKED.withFlags(flags), listener);
    pipeline.optimize(function);
    pipeline.schedule(function, GlobalCodeMotion.Options.DEFAULT);
    List<String> expected = new ArrayList<>();
    for (Pass pass : PassTable.rows()) {
      if (!pass.name().equals("simplify") && CHECKED.level().includes(pass.from())) {
        expected.add("before " + pass.name());
        expected.add("after " + pass.name());
        if (pass.name().equals("promote")) {
          expected.add("dump promote");
        }
      }
    }
    expected.addAll(List.of("before motion", "after motion", "schedule", "dump motion"));
    assertEquals(expected, heard);
  }

  @Test
  void whatPassesCountAddsUp() {
    Pipeline pipeline = new Pipeline(CHECKED, CompilationListener.NONE);
    for (int seed = 0; seed < 12; seed++) {
      RandomProgram.of(seed, RandomShape.STRUCTURED).functions().forEach(pipeline::optimize);
    }
    PassStatistics sum = new PassStatistics();
    sum.add(pipeline.statistics());
    long parts =
        sum.count("constants: constants")
            + sum.count("constants: branches that go one way")
            + sum.count("constants: arms of switches")
            + sum.count("constants: stamps of phis");
    assertTrue(parts > 0);
    assertEquals(sum.changes("constants"), parts);
  }

  @Test
  void aFailureNamesPassFunctionAndNode() {
    Function function =
        new ArrayList<>(RandomProgram.of(2, RandomShape.STRUCTURED).functions()).getFirst();
    // A RETURN that takes its own memory state from nowhere: break the graph behind its back.
    var exit = function.graph().end().input(0);
    assertEquals(Op.RETURN, exit.op());
    function.graph().setInput(exit, 1, function.graph().start());
    Pipeline pipeline = new Pipeline(CHECKED, CompilationListener.NONE);
    PassFailure failure = assertThrows(PassFailure.class, () -> pipeline.optimize(function));
    assertEquals("construction", failure.pass());
    assertEquals("leaf", failure.function());
    assertEquals(exit.id(), failure.node());
    assertTrue(
        failure
            .getMessage()
            .startsWith("pass construction, function leaf, node v" + exit.id() + ": "),
        failure.getMessage());
  }

  @Test
  void addsUpWhatPassesRemoved() {
    PassStatistics sum = new PassStatistics();
    for (int seed = 0; seed < 8; seed++) {
      Pipeline pipeline =
          new Pipeline(
              PipelineOptions.DEFAULT.withFlags(PassFlags.parse(List.of("all:stats"))),
              CompilationListener.NONE);
      RandomProgram.of(seed, RandomShape.WILD).functions().forEach(pipeline::optimize);
      sum.add(pipeline.statistics());
    }
    long loads = 0;
    long branches = 0;
    for (Pass pass : PassTable.rows()) {
      loads += Math.max(0, sum.before(pass.name()).loads() - sum.after(pass.name()).loads());
      branches +=
          Math.max(0, sum.before(pass.name()).branches() - sum.after(pass.name()).branches());
    }
    assertTrue(loads > 0 && branches > 0, loads + " loads, " + branches + " branches");
    String table = sum.censusTable();
    assertTrue(table.contains("removed: " + loads + " loads, "), table);
    assertTrue(table.contains(" guards, " + branches + " branches; added: "), table);
    GraphCensus first = sum.before("simplify");
    GraphCensus last = sum.after("sweep");
    assertTrue(first.branches() > 0);
    String all = table.lines().filter(line -> line.startsWith("all ")).findFirst().orElse("");
    assertTrue(all.contains(" " + first.nodes() + ">" + last.nodes() + " "), table);
  }

  @Test
  void refusesFlagsThatMeanNothing() {
    assertMessage("promote", "lacks a colon");
    assertMessage("foo:off", "no pass is named 'foo'; there are all, simplify,");
    assertMessage("promote:fast", "no pass flag 'fast'; there are off, dump, time, stats, check");
    assertMessage("sweep:off", "pass 'sweep' is required and cannot be off");
    assertMessage("motion:off", "pass 'motion' is required and cannot be off");
    assertMessage("all:off", "not all passes can be off");
    PassFlags all = PassFlags.parse(List.of("all:time"));
    assertTrue(all.has("promote", PassFlags.Flag.TIME));
    assertFalse(all.has("promote", PassFlags.Flag.DUMP));
    assertTrue(all.hasAny(PassFlags.Flag.TIME));
  }

  private static void assertMessage(String flag, String part) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> PassFlags.parse(List.of(flag)));
    assertTrue(refused.getMessage().contains(part), refused.getMessage());
  }

  @Test
  void rowsStandWhereTheyMay() {
    List<Pass> rows = new ArrayList<>(PassTable.rows());
    java.util.Collections.swap(rows, 0, 1);
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> PassTable.check(rows));
    assertTrue(refused.getMessage().startsWith("promote must follow simplify: "));
    assertThrows(
        IllegalStateException.class, () -> PassTable.check(List.of(rows.get(1), rows.get(1))));
  }

  @Test
  void countsRulesAndAllocation() {
    PassFlags flags = PassFlags.parse(List.of("all:time"));
    Pipeline pipeline = new Pipeline(CHECKED.withFlags(flags), CompilationListener.NONE);
    RandomProgram.of(3, RandomShape.STRUCTURED).functions().forEach(pipeline::optimize);
    PassStatistics statistics = pipeline.statistics();
    assertTrue(statistics.hits(Rule.FOLD_CONSTANTS) + statistics.hits(Rule.SUB_CONSTANT) > 0);
    assertTrue(statistics.passTable().contains("simplify"));
    assertTrue(statistics.ruleTable().contains(Rule.SUB_CONSTANT.text()));
    PassStatistics twice = pipeline.statistics();
    twice.add(statistics);
    assertEquals(2 * statistics.changes("simplify"), twice.changes("simplify"));
  }

  @Test
  void atLevelZeroOnlyWhatIsNeeded() {
    Pipeline pipeline =
        new Pipeline(CHECKED.withLevel(OptimizationLevel.O0), CompilationListener.NONE);
    RandomProgram.of(4, RandomShape.STRUCTURED).functions().forEach(pipeline::optimize);
    assertEquals(0, pipeline.statistics().changes("simplify"));
    assertFalse(pipeline.statistics().passTable().contains("simplify"));
  }
}
