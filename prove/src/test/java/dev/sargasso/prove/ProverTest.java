package dev.sargasso.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.decision.Decisions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Right passes are proven, and what a wrong rewrite does to a program is found. */
class ProverTest {
  private static final String ARITHMETIC =
      """
      func $f(%a, %b: i32) -> (i32) {
          %s = add %a, %b
          %m = mul %s, 8
          %d = sub %m, %b
          %q = udiv %d, 16
          return %q
      }
      """;

  private static final String LOOP =
      """
      func $f(%p: ptr, %n: i32) -> (i32) {
          goto @head(0, 0)

        @head(%i, %sum: i32):
          %more = cmp.lt %i, %n
          goto %more { 1 -> @body, 0 -> @done }

        @body:
          %w: i64 = sign_extend %i
          %o = shl %w, 2
          %a = offset %p, %o
          %v: i32 = load %a
          %sum2 = add %sum, %v
          %i2 = add %i, 1
          goto @head(%i2, %sum2)

        @done:
          %r = xor %sum, 5
          return %r
      }
      """;

  private static final String MEMORY =
      """
      func $f(%p, %q: ptr, %x: i32) -> (i32) {
          store %p, %x
          store %q, 7: i32
          %v: i32 = load %p
          return %v
      }
      """;

  /** It takes a tenth of a second, but the machine may be busy. */
  private static final ProofOptions PATIENT =
      new ProofOptions(Optional.empty(), Optional.empty(), 60_000, 2);

  private static List<Finding> prove(String text, Decisions decisions) throws SourceException {
    CompilerOptions options = CompilerOptions.DEFAULT.withDecisions(decisions);
    List<Finding> findings = new ArrayList<>();
    new Prover(options, PATIENT, compiler -> compiler.parseSsa("test", text)).prove(findings::add);
    return findings;
  }

  private static void assertProven(List<Finding> findings) {
    assertFalse(findings.isEmpty());
    for (Finding finding : findings) {
      assertTrue(
          finding.verdict() instanceof Verdict.Same
              || finding.verdict() instanceof Verdict.Proven
              || finding.verdict() instanceof Verdict.ProvenTo,
          finding.toString());
    }
  }

  @Test
  void rightPassesAreProven() throws SourceException {
    assertProven(prove(ARITHMETIC, Decisions.ALL));
    assertProven(prove(LOOP, Decisions.ALL));
    assertProven(prove(MEMORY, Decisions.ALL));
  }

  @Test
  void aWrongShiftIsFound() throws SourceException {
    Finding finding = onlyWrong(ARITHMETIC, ProverTest::shiftTooFar);
    Verdict.Wrong wrong = (Verdict.Wrong) finding.verdict();
    assertFalse(wrong.before().equals(wrong.after()), wrong.text());
    assertTrue(wrong.call().startsWith("f("), wrong.call());
  }

  @Test
  void aWrongLoopIsFound() throws SourceException {
    onlyWrong(LOOP, ProverTest::lessOrEqual);
  }

  @Test
  void aLoadBeyondAStoreIsFound() throws SourceException {
    Finding finding = onlyWrong(MEMORY, ProverTest::loadTooEarly);
    assertInstanceOf(Verdict.Wrong.class, finding.verdict());
  }

  @Test
  void loopsBeyondTheBoundAreNotCalledProvenForAll() throws SourceException {
    List<Finding> findings = prove(LOOP, Decisions.ALL);
    assertTrue(findings.stream().noneMatch(f -> f.verdict() instanceof Verdict.Proven));
  }

  /** Proves a text with one wrong rewrite, and expects that the pass that made it is named. */
  private static Finding onlyWrong(String text, Rewriting rewriting) throws SourceException {
    Once once = new Once(rewriting);
    List<Finding> findings = prove(text, once);
    List<Finding> wrong =
        findings.stream()
            .filter(
                f ->
                    f.verdict() instanceof Verdict.Wrong
                        || f.verdict() instanceof Verdict.Unconfirmed)
            .toList();
    assertEquals(1, wrong.size(), findings.toString());
    assertEquals(once.guilty, wrong.getFirst().pass());
    return wrong.getFirst();
  }

  /** A rewrite that keeps no meaning. */
  private interface Rewriting {
    @Nullable Node apply(Graph graph, Node node);
  }

  /** Applies a rewrite in the first pass that meets an occasion. */
  private static final class Once implements Decisions {
    private final Rewriting rewriting;
    private @Nullable String guilty;

    Once(Rewriting rewriting) {
      this.rewriting = rewriting;
    }

    @Override
    public @Nullable Node substitute(
        String pass, @Nullable Function function, Graph graph, Node node) {
      if (guilty != null && !guilty.equals(pass)) {
        return null;
      }
      Node replacement = rewriting.apply(graph, node);
      if (replacement != null) {
        guilty = pass;
      }
      return replacement;
    }
  }

  private static @Nullable Node shiftTooFar(Graph graph, Node node) {
    return node.op() == Op.SHL && node.value(1).isConstant(3)
        ? graph.make(Op.SHL, node.type(), 0, null, node.value(0), graph.constant(node.type(), 4))
        : null;
  }

  private static @Nullable Node lessOrEqual(Graph graph, Node node) {
    return node.op() == Op.LT
        ? graph.make(Op.LE, Type.I1, 0, null, node.value(0), node.value(1))
        : null;
  }

  private static @Nullable Node loadTooEarly(Graph graph, Node node) {
    if (node.op() == Op.LOAD
        && node.memory().op() == Op.STORE
        && node.memory().value(0) != node.value(0)) {
      return graph.make(
          Op.LOAD,
          node.type(),
          Access.of(Access.aliasClass(node.immediate())),
          null,
          null,
          node.memory().memory(),
          node.value(0));
    }
    return null;
  }
}
