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
import org.jspecify.annotations.Nullable;

/**
 * Takes branches out of innermost loops whose condition the loop does not change: the loop gets a
 * twin, a branch before both chooses between them, and in each the old branch has a constant
 * condition (F. Allen and J. Cocke, "A catalogue of optimizing transformations", 1971).
 *
 * <p>One branch of a loop at a time; call it again for the next. A branch that every round passes
 * goes first, since it costs most.
 */
public final class Unswitching {
  /** A function may grow by its own size and this. */
  private static final int GROWTH = 1000;

  private final ControlFlow controlFlow;
  private final LoopBodies bodies;
  private final Graph graph;
  private final int largest;
  private final Predicate<Node> mayUnswitch;
  private int allowance;
  private int unswitched;

  private Unswitching(ControlFlow controlFlow, int largest, Predicate<Node> mayUnswitch) {
    this.controlFlow = controlFlow;
    bodies = LoopBodies.of(controlFlow);
    graph = controlFlow.graph();
    this.largest = largest;
    this.mayUnswitch = mayUnswitch;
    allowance = graph.size() / 2 + GROWTH;
  }

  /**
   * Unswitches each innermost loop at most once; afterwards the graph wants a clean-up. Linear in
   * the graph.
   *
   * @param largest how many nodes the body of a loop may have
   * @param mayUnswitch asked last, with the branch
   * @return how many loops have got a twin
   */
  public static int run(Function function, int largest, Predicate<Node> mayUnswitch) {
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
    Unswitching pass = new Unswitching(controlFlow, largest, mayUnswitch);
    LoopTree loops = controlFlow.loops();
    for (int loop = 0; loop < loops.count(); loop++) {
      // One block has no branch but its last.
      if (loops.blockCount(loop) > 2
          && CountedLoop.isInnermost(controlFlow, loop)
          && pass.bodies.hasForm(loop)) {
        pass.unswitch(loop);
      }
    }
    graph.setRetaining(false);
    graph.setSimplifier(before);
    if (pass.unswitched > 0) {
      Cleanup.sweep(graph);
    }
    return pass.unswitched;
  }

  private void unswitch(int loop) {
    int size = bodies.sizeOfLoop(loop);
    if (size > largest || size > allowance) {
      return;
    }
    LoopBody whole = bodies.body(loop);
    Node branch = branch(whole);
    if (branch == null || !whole.canBeCopied() || !mayUnswitch.test(branch)) {
      return;
    }
    LoopBody body = whole.withoutAfterthoughts();
    LoopCopies copies = new LoopCopies(body);
    Node condition = branch.value(0);
    Node header = body.header();
    Node entry = header.input(0);
    graph.setPosition(branch.position());
    Node choice = graph.makeRaw(Op.IF, Type.TUPLE, 0, null, entry, condition);
    Node yes = graph.makeRaw(Op.PROJECTION, Type.CTRL, 1, null, choice);
    Node no = graph.makeRaw(Op.PROJECTION, Type.CTRL, 0, null, choice);
    graph.setPosition(0);
    graph.setInput(header, 0, yes);
    copies.twin(no);
    graph.setInput(copies.image(branch), 1, graph.constant(Type.I1, 0));
    graph.setInput(branch, 1, graph.constant(Type.I1, 1));
    allowance -= size;
    unswitched++;
  }

  /** The branch to take out, or null. */
  private @Nullable Node branch(LoopBody body) {
    int latch = controlFlow.predecessor(controlFlow.loops().header(body.loop()), 1);
    Node found = null;
    for (int i = 0; i < body.size(); i++) {
      Node node = body.member(i);
      if (node.op() != Op.IF
          || node.value(0).isConstant()
          || body.contains(node.value(0))
          || leaves(body, node)) {
        continue;
      }
      if (controlFlow.dominators().dominates(controlFlow.blockOf(node), latch)) {
        return node;
      }
      if (found == null) {
        found = node;
      }
    }
    return found;
  }

  /** Whether an arm leaves the loop: without it there might be no way out. */
  private static boolean leaves(LoopBody body, Node branch) {
    for (int i = 0; i < body.exitCount(); i++) {
      if (body.exit(i).input(0) == branch) {
        return true;
      }
    }
    return false;
  }
}
