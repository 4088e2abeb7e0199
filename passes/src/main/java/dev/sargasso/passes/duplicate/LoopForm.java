package dev.sargasso.passes.duplicate;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;

/**
 * Gives each reducible loop one way in, as input 0 of its header, and one way round, as input 1.
 * Irreducible loops are left alone. Linear in the edges into headers.
 */
public final class LoopForm {
  private final Graph graph;
  private int edits;

  private LoopForm(Graph graph) {
    this.graph = graph;
  }

  /**
   * Changes what does not have the form.
   *
   * @return the number of headers changed; if not 0, {@code controlFlow} does not hold any more
   */
  public static int run(ControlFlow controlFlow) {
    LoopForm form = new LoopForm(controlFlow.graph());
    // An input that changes places has no use in between.
    controlFlow.graph().setRetaining(true);
    LoopTree loops = controlFlow.loops();
    for (int loop = 0; loop < loops.count(); loop++) {
      if (!loops.isIrreducible(loop)) {
        form.bringIntoForm(controlFlow, loops.header(loop));
      }
    }
    controlFlow.graph().setRetaining(false);
    return form.edits;
  }

  private void bringIntoForm(ControlFlow controlFlow, int header) {
    Node region = controlFlow.head(header);
    int ways = region.inputCount();
    if (ways != controlFlow.predecessorCount(header)) {
      throw new IllegalStateException(region + " has changed since its predecessors were found");
    }
    int[] entries = new int[ways];
    int[] rounds = new int[ways];
    int entryCount = 0;
    int roundCount = 0;
    for (int i = 0; i < ways; i++) {
      if (controlFlow.predecessor(header, i) < header) {
        entries[entryCount++] = i;
      } else {
        rounds[roundCount++] = i;
      }
    }
    if (entryCount == 1 && roundCount == 1 && entries[0] == 0) {
      return;
    }
    if (entryCount == 0 || roundCount == 0) {
      throw new IllegalStateException(region + " does not head a loop that can be entered");
    }
    Node entry = meeting(region, entries, entryCount);
    Node round = meeting(region, rounds, roundCount);
    Node[] phis = phis(region);
    Node[] first = new Node[phis.length];
    Node[] next = new Node[phis.length];
    for (int p = 0; p < phis.length; p++) {
      first[p] = chosen(phis[p], entry, entries, entryCount);
      next[p] = chosen(phis[p], round, rounds, roundCount);
    }
    for (int p = 0; p < phis.length; p++) {
      graph.setInput(phis[p], 1, first[p]);
      graph.setInput(phis[p], 2, next[p]);
    }
    graph.setInput(region, 0, entry);
    graph.setInput(region, 1, round);
    if (ways > 2) {
      boolean[] dropped = new boolean[ways];
      Arrays.fill(dropped, 2, ways, true);
      Reachability.dropEdges(graph, region, dropped);
    }
    edits++;
  }

  private Node meeting(Node region, int[] ways, int count) {
    Node[] tokens = new Node[count];
    for (int i = 0; i < count; i++) {
      tokens[i] = region.input(ways[i]);
    }
    return count == 1 ? tokens[0] : graph.makeRaw(Op.REGION, Type.CTRL, 0, null, tokens);
  }

  private Node chosen(Node phi, Node meeting, int[] ways, int count) {
    Node value = phi.input(ways[0] + 1);
    boolean same = true;
    Node[] inputs = new Node[count + 1];
    inputs[0] = meeting;
    for (int i = 0; i < count; i++) {
      inputs[i + 1] = phi.input(ways[i] + 1);
      same &= inputs[i + 1] == value;
    }
    return same ? value : graph.makeRaw(Op.PHI, phi.type(), phi.immediate(), null, inputs);
  }

  /** The phis of a region. */
  static Node[] phis(Node region) {
    Node[] found = new Node[region.useCount()];
    int count = 0;
    for (int i = 0; i < region.useCount(); i++) {
      Node user = region.user(i);
      if (user.op() == Op.PHI && region.userSlot(i) == 0) {
        found[count++] = user;
      }
    }
    return Arrays.copyOf(found, count);
  }
}
