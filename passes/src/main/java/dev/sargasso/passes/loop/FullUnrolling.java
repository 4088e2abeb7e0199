package dev.sargasso.passes.loop;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopBody;
import dev.sargasso.passes.duplicate.LoopCopies;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lays out all iterations of short loops one after the other, and takes the back edge from loops
 * whose first iteration is the last.
 *
 * <p>Counters then are constants: comparisons and multiplications with them go, and so do the
 * branches of iterations that are special, and addresses into arrays become constant, which lets
 * those be promoted. Innermost loops only; call it again for what has become innermost.
 */
public final class FullUnrolling {
  /** A function may grow by its own size and this. */
  private static final int GROWTH = 2000;

  /** What is done once for each run of the program may grow by so many times less. */
  private static final int ONCE = 4;

  private final ControlFlow controlFlow;
  private final LoopBodies bodies;
  private final int largest;

  /** Whether the function is most likely run once. */
  private final boolean runsOnce;

  private final Predicate<Node> mayUnroll;
  private int allowance;
  private int unrolled;

  private FullUnrolling(
      ControlFlow controlFlow, int largest, boolean runsOnce, Predicate<Node> mayUnroll) {
    this.runsOnce = runsOnce;
    this.controlFlow = controlFlow;
    bodies = LoopBodies.of(controlFlow);
    this.largest = largest;
    this.mayUnroll = mayUnroll;
    allowance = controlFlow.graph().size() + GROWTH;
  }

  /**
   * Unrolls what qualifies; afterwards the graph wants a clean-up.
   *
   * @param largest roughly how many instructions all iterations of a loop may have together; 0 to
   *     take only the back edge of loops that run once
   * @param mayUnroll asked last, with the branch that ends the loop
   * @return how many loops are none any more
   */
  public static int run(Function function, int largest, Predicate<Node> mayUnroll) {
    Graph graph = function.graph();
    ControlFlow controlFlow = ControlFlow.of(graph);
    if (controlFlow.loops().count() == 0) {
      return 0;
    }
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(graph);
    }
    Simplifier before = graph.simplifier();
    graph.setSimplifier(Simplifications.whileBuilding(before));
    graph.setRetaining(true);
    FullUnrolling pass =
        new FullUnrolling(controlFlow, largest, function.name().equals("main"), mayUnroll);
    pass.unrollInnermost();
    graph.setRetaining(false);
    graph.setSimplifier(before);
    if (pass.unrolled > 0) {
      Cleanup.sweep(graph);
    }
    return pass.unrolled;
  }

  private void unrollInnermost() {
    LoopTree loops = controlFlow.loops();
    for (int loop = 0; loop < loops.count(); loop++) {
      boolean innermost = loop + 1 == loops.count() || !loops.encloses(loop, loop + 1);
      if (innermost && bodies.hasForm(loop) && bodies.sizeOfLoop(loop) <= 2 * allowance) {
        LoopBody body = bodies.body(loop);
        if (body.canBeCopied()) {
          unroll(body);
        }
      }
    }
  }

  private void unroll(LoopBody whole) {
    LoopBody body = whole.withoutAfterthoughts();
    int weight = weight(body);
    int header = controlFlow.loops().header(body.loop());
    double entries = controlFlow.frequencies().frequency(controlFlow.predecessor(header, 0));
    int most = runsOnce && entries <= 1 ? largest / ONCE : largest;
    int limit = Math.min(most, allowance) / weight - 1;
    Rehearsal.@Nullable Exit exit = Rehearsal.first(body, controlFlow, Math.max(limit, 0));
    if (exit == null || !mayUnroll.test(exit.branch())) {
      return;
    }
    if (exit.rounds() > 0) {
      LoopCopies copies = new LoopCopies(body);
      for (int i = 0; i < exit.rounds(); i++) {
        copies.peel();
      }
      allowance -= exit.rounds() * weight;
    }
    Graph graph = controlFlow.graph();
    graph.setInput(exit.branch(), 1, graph.constant(Type.I1, exit.arm()));
    unrolled++;
  }

  /** Roughly the instructions of one iteration, those that count iterations left aside. */
  static int weight(LoopBody body) {
    int weight = 1;
    for (int i = 0; i < body.size(); i++) {
      Node node = body.member(i);
      weight +=
          switch (node.op()) {
            case PHI, REGION, LOOP, PROJECTION, MEMORY_PART, MEMORY_MERGE -> 0;
            case CONSTANT, SYMBOL, STACK_SLOT, BITCAST, TRUNCATE -> 0;
            case CALL -> 4;
            default -> 1;
          };
    }
    return weight;
  }
}
