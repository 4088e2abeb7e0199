package dev.sargasso.passes.counted;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopBody;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An innermost loop with one way in, one way round and one exit, of which it is known how often it
 * goes round. Each phi of its header is in exactly one of the four lists.
 *
 * @param body its nodes
 * @param rounds how often control comes round; what stands above the test runs once more than that
 * @param counters phis that change by the same each round
 * @param reductions phis that gather something, and are no counters
 * @param memories phis of memory, one for each alias class that the loop changes
 * @param others all other phis
 */
public record CountedLoop(
    LoopBody body,
    Rounds rounds,
    List<Counter> counters,
    List<Reduction> reductions,
    List<Node> memories,
    List<Node> others) {

  /**
   * Looks at a loop of a graph in {@link dev.sargasso.passes.duplicate.LoopForm}; null if it is not
   * innermost, has several exits, or goes round nobody knows how often. Linear in the body.
   */
  public static @Nullable CountedLoop of(LoopBodies bodies, int loop) {
    ControlFlow controlFlow = bodies.controlFlow();
    if (!isInnermost(controlFlow, loop) || !bodies.hasForm(loop)) {
      return null;
    }
    LoopBody whole = bodies.body(loop);
    if (whole.exitCount() != 1) {
      return null;
    }
    // What is wanted only behind the loop would otherwise be one more user of its values.
    LoopBody body = whole.withoutAfterthoughts();
    Rounds rounds = ExitTest.rounds(body, controlFlow, 0);
    if (rounds == null) {
      return null;
    }
    List<Counter> counters = new ArrayList<>();
    List<Reduction> reductions = new ArrayList<>();
    List<Node> memories = new ArrayList<>();
    List<Node> others = new ArrayList<>();
    for (Node phi : body.phis()) {
      Counter counter = Counter.of(body, phi);
      Reduction reduction = counter == null ? Reduction.of(body, phi) : null;
      if (phi.type() == Type.MEM) {
        memories.add(phi);
      } else if (counter != null) {
        counters.add(counter);
      } else if (reduction != null) {
        reductions.add(reduction);
      } else {
        others.add(phi);
      }
    }
    return new CountedLoop(
        body,
        rounds,
        List.copyOf(counters),
        List.copyOf(reductions),
        List.copyOf(memories),
        List.copyOf(others));
  }

  /** Whether no other loop is inside. */
  public static boolean isInnermost(ControlFlow controlFlow, int loop) {
    return loop + 1 == controlFlow.loops().count() || !controlFlow.loops().encloses(loop, loop + 1);
  }

  /**
   * Whether the loop is one block whose end is the test: then all of it runs {@link Rounds#make} +
   * 1 times.
   */
  public boolean isOneBlock() {
    Node round = body.header().input(1);
    return rounds.branch().control() == body.header()
        && round.op() == Op.PROJECTION
        && round.input(0) == rounds.branch();
  }
}
