package dev.sargasso.passes.unswitch;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.counted.CountedLoop;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopBody;
import dev.sargasso.passes.duplicate.LoopCopies;
import dev.sargasso.passes.duplicate.LoopForm;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.function.Predicate;

/**
 * Puts the first round in front of an innermost loop where a phi of the header goes on with what
 * the loop does not change, and decides something: a flag that says "for the first time", say. In
 * the rest of the loop the phi is that value, and tests of it are known or can leave the loop.
 */
public final class Peeling {
  /** A function may grow by its own size and this. */
  private static final int GROWTH = 1000;

  private final LoopBodies bodies;
  private final Predicate<Node> mayPeel;
  private int allowance;
  private int peeled;

  private Peeling(ControlFlow controlFlow, Predicate<Node> mayPeel) {
    bodies = LoopBodies.of(controlFlow);
    this.mayPeel = mayPeel;
    allowance = controlFlow.graph().size() / 2 + GROWTH;
  }

  /**
   * Peels what qualifies once; afterwards the graph wants a clean-up. Linear in the graph.
   *
   * @param largest how many nodes the body of a loop may have
   * @param mayPeel asked last, with the phi
   * @return how many loops have been peeled
   */
  public static int run(Function function, int largest, Predicate<Node> mayPeel) {
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
    Peeling pass = new Peeling(controlFlow, mayPeel);
    LoopTree loops = controlFlow.loops();
    for (int loop = 0; loop < loops.count(); loop++) {
      if (CountedLoop.isInnermost(controlFlow, loop) && pass.bodies.hasForm(loop)) {
        pass.peel(loop, largest);
      }
    }
    graph.setRetaining(false);
    graph.setSimplifier(before);
    if (pass.peeled > 0) {
      Cleanup.sweep(graph);
    }
    return pass.peeled;
  }

  private void peel(int loop, int largest) {
    int size = bodies.sizeOfLoop(loop);
    if (size > largest || size > allowance) {
      return;
    }
    LoopBody body = bodies.body(loop);
    if (!body.canBeCopied()) {
      return;
    }
    for (Node phi : body.phis()) {
      if (phi.type() != Type.MEM
          && !body.contains(phi.input(2))
          && decides(body, phi)
          && mayPeel.test(phi)) {
        new LoopCopies(body.withoutAfterthoughts()).peel();
        allowance -= size;
        peeled++;
        return;
      }
    }
  }

  /** Whether a branch of the loop asks for the value, at once or in a comparison. */
  private static boolean decides(LoopBody body, Node phi) {
    for (int i = 0; i < phi.useCount(); i++) {
      Node user = phi.user(i);
      if (isBranch(body, user)) {
        return true;
      }
      if (!user.op().isComparison() || !body.contains(user)) {
        continue;
      }
      Node other = user.value(0) == phi ? user.value(1) : user.value(0);
      for (int k = 0; k < user.useCount() && !body.contains(other); k++) {
        if (isBranch(body, user.user(k))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isBranch(LoopBody body, Node user) {
    return (user.op() == Op.IF || user.op() == Op.SWITCH) && body.contains(user);
  }
}
