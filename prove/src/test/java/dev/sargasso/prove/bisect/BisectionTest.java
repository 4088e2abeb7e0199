package dev.sargasso.prove.bisect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.decision.Decisions;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A wrong rewrite that is smuggled in is found by experiments alone. */
class BisectionTest {
  private static final String PROGRAM =
      """
      func $main() -> (i32) {
          %a = call $good(3)
          %b = call $bad(%a)
          %c = call $good(%b)
          %r = add %b, %c
          return %r
      }

      func $good(%x: i32) -> (i32) {
          %y = mul %x, 8
          %z = add %y, 5
          %w = xor %z, %x
          return %w
      }

      func $bad(%x: i32) -> (i32) {
          %d = mul %x, 4
          %y = mul %x, 12
          %e = add %d, %y
          %f = rem %e, 7
          %s = sub %f, %x
          return %s
      }
      """;

  /** Makes x % 7 to x - (x / 7) * 8, where the decisions asked first allow it. */
  private static Decisions sabotage(Decisions inner) {
    return new Decisions() {
      @Override
      public boolean mayRun(String pass, Function function) {
        return inner.mayRun(pass, function);
      }

      @Override
      public boolean mayChange(String pass, @Nullable Function function, String change, Node node) {
        return inner.mayChange(pass, function, change, node);
      }

      @Override
      public @Nullable Node substitute(
          String pass, @Nullable Function function, Graph graph, Node node) {
        if (node.op() != Op.REM
            || !node.value(1).isConstant(7)
            || !inner.mayChange(pass, function, "WRONG_REMAINDER", node)) {
          return null;
        }
        Node quotient =
            graph.make(Op.DIV, node.type(), 0, null, null, node.value(0), node.value(1));
        Node product =
            graph.make(Op.MUL, node.type(), 0, null, quotient, graph.constant(node.type(), 8));
        return graph.make(Op.SUB, node.type(), 0, null, node.value(0), product);
      }
    };
  }

  private static Outcome run(Decisions decisions) {
    try {
      Compiler compiler =
          new Compiler(CompilerOptions.DEFAULT.withThreads(1).withDecisions(decisions));
      Program program = compiler.parseSsa("test", PROGRAM);
      compiler.optimise(program);
      return new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT).run("main");
    } catch (SourceException e) {
      throw new IllegalStateException(String.join("\n", e.messages()), e);
    }
  }

  @Test
  void findsAnInjectedRewrite() {
    Outcome right = run(Decisions.ALL);
    Experiment experiment = decisions -> run(sabotage(decisions)).equals(right);
    Bisection bisection = new Bisection(experiment, Decisions.ALL, step -> {});
    Bisection.Result result = bisection.run(List.of("main", "good", "bad"));
    Bisection.Result.GuiltySites guilty =
        assertInstanceOf(Bisection.Result.GuiltySites.class, result, result.toString());
    assertEquals(1, guilty.sites().size(), guilty.toString());
    Site site = guilty.sites().getFirst();
    assertEquals("WRONG_REMAINDER", site.change());
    assertEquals(20, Position.line(site.position()), site.text());
    assertTrue(bisection.experiments() < 60, bisection.experiments() + " experiments");
  }

  @Test
  void saysThatAProgramIsRight() {
    Outcome right = run(Decisions.ALL);
    Bisection bisection =
        new Bisection(decisions -> run(decisions).equals(right), Decisions.ALL, step -> {});
    assertInstanceOf(Bisection.Result.Right.class, bisection.run(List.of("main")));
  }

  @Test
  void saysThatNoPassIsGuilty() {
    Bisection bisection = new Bisection(decisions -> false, Decisions.ALL, step -> {});
    assertInstanceOf(Bisection.Result.NoPass.class, bisection.run(List.of("main")));
  }

  @Test
  void findsSeveralDecisiveElements() {
    List<Integer> items = IntStream.range(0, 100).boxed().toList();
    assertEquals(List.of(17), DeltaDebugging.minimise(items, part -> part.contains(17)));
    assertEquals(
        List.of(3, 64, 98),
        DeltaDebugging.minimise(items, part -> part.containsAll(List.of(3, 64, 98))));
  }
}
