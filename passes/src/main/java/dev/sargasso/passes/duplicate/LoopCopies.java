package dev.sargasso.passes.duplicate;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Copies of one loop. Each runs once through the body, or round and round if it has a header of its
 * own; control leaves it where it leaves the loop.
 *
 * <p>The graph must retain nodes without use ({@link Graph#setRetaining}), and its simplifier must
 * not count uses, while copies are made; a copy may have no use yet. Afterwards regions with one
 * way in, and what is not needed, are left for a clean-up. A copy takes time linear in the body.
 */
public final class LoopCopies {
  private final LoopBody body;
  private final LoopBodies bodies;
  private final Graph graph;
  private final ExitValues exitValues;
  private final Node[] phis;

  /** Where control of the body itself comes round, and with which values. */
  private final Node round;

  private final Node[] next;

  /** What stands for each member in the last copy, by position in the body. */
  private final Node[] copy;

  /** Prepares a loop; from now on its values go through phis where control leaves it. */
  public LoopCopies(LoopBody body) {
    this.body = body;
    bodies = body.bodies();
    graph = bodies.controlFlow().graph();
    exitValues = new ExitValues(body);
    exitValues.separate();
    copy = new Node[body.size()];
    for (int i = 0; i < body.size(); i++) {
      bodies.setPlace(body.member(i), i);
    }
    phis = body.phis();
    round = body.header().input(1);
    next = new Node[phis.length];
    for (int i = 0; i < phis.length; i++) {
      next[i] = phis[i].input(2);
    }
  }

  /** Puts a copy of the body in front of the loop: the first iteration, or the one after that. */
  public void peel() {
    Node header = body.header();
    Node[] first = new Node[phis.length];
    for (int i = 0; i < phis.length; i++) {
      first[i] = phis[i].input(1);
    }
    copyBody(header.input(0), first);
    graph.setInput(header, 0, image(round));
    for (int i = 0; i < phis.length; i++) {
      graph.setInput(phis[i], 1, image(next[i]));
    }
  }

  /** Puts a copy of the body at the end of the loop, so that it does one iteration more at once. */
  public void extend() {
    Node header = body.header();
    Node[] first = new Node[phis.length];
    for (int i = 0; i < phis.length; i++) {
      first[i] = phis[i].input(2);
    }
    copyBody(header.input(1), first);
    graph.setInput(header, 1, image(round));
    for (int i = 0; i < phis.length; i++) {
      graph.setInput(phis[i], 2, image(next[i]));
    }
  }

  /**
   * Makes a second loop beside this one, entered from {@code control} with the same values.
   *
   * @return its header
   */
  public Node twin(Node control) {
    Node header = graph.makeRaw(body.header().op(), Type.CTRL, 0, null, control);
    bodies.setEarly(header, bodies.early(body.header()));
    Node[] own = new Node[phis.length];
    for (int i = 0; i < phis.length; i++) {
      Node phi = phis[i];
      graph.setPosition(phi.position());
      own[i] = graph.makeRaw(Op.PHI, phi.type(), phi.immediate(), null, header, phi.input(1));
      own[i].setStamp(phi.stamp());
      bodies.setEarly(own[i], bodies.early(phi));
    }
    copyBody(header, own);
    graph.addInput(header, image(round));
    for (int i = 0; i < phis.length; i++) {
      graph.addInput(own[i], image(next[i]));
    }
    return header;
  }

  /** What stands for a node of the loop in the last copy; the node itself if it is outside. */
  public Node image(Node node) {
    int place = body.contains(node) ? bodies.place(node) : -1;
    return place >= 0 && body.member(place) == node ? graph.resolve(copy[place]) : node;
  }

  private @Nullable Node imageOrNull(@Nullable Node node) {
    return node == null ? null : image(node);
  }

  private void copyBody(Node control, Node[] first) {
    copy[bodies.place(body.header())] = control;
    for (int i = 0; i < phis.length; i++) {
      if (body.contains(phis[i])) {
        copy[bodies.place(phis[i])] = first[i];
      }
    }
    for (int i = 0; i < body.size(); i++) {
      Node member = body.member(i);
      if (member == body.header() || (member.op() == Op.PHI && member.input(0) == body.header())) {
        continue;
      }
      graph.setPosition(member.position());
      copy[i] = copyOf(member);
    }
    graph.setPosition(0);
    completeMeetings();
    for (int i = 0; i < body.exitCount(); i++) {
      Node exit = body.exit(i);
      Node arm = graph.make(Op.PROJECTION, Type.CTRL, exit.immediate(), null, image(exit.input(0)));
      bodies.setEarly(arm, bodies.early(exit));
      graph.addInput(exitValues.exitRegion(i), arm);
    }
    for (int i = 0; i < exitValues.exitPhiCount(); i++) {
      graph.addInput(exitValues.exitPhi(i), image(exitValues.exitPhiValue(i)));
    }
  }

  private Node copyOf(Node member) {
    int from = graph.idLimit();
    Node made;
    if (member.op().isRegion()) {
      made = graph.makeRaw(member.op(), Type.CTRL, 0, null);
    } else if (member.op() == Op.PHI) {
      Node region = image(member.input(0));
      made = graph.makeRaw(Op.PHI, member.type(), member.immediate(), null, region);
      made.setStamp(member.stamp());
    } else {
      @Nullable Node[] inputs = new Node[member.inputCount()];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = imageOrNull(member.inputOrNull(i));
      }
      made = graph.make(member.op(), member.type(), member.immediate(), member.attribute(), inputs);
    }
    for (int id = from; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null) {
        bodies.setEarly(node, bodies.early(member));
      }
    }
    return made;
  }

  /** Gives the copies of inner regions and phis their inputs, now that all of them exist. */
  private void completeMeetings() {
    for (int i = 0; i < body.size(); i++) {
      Node member = body.member(i);
      boolean region = member.op().isRegion() && member != body.header();
      if (!region && (member.op() != Op.PHI || member.input(0) == body.header())) {
        continue;
      }
      for (int k = region ? 0 : 1; k < member.inputCount(); k++) {
        graph.addInput(copy[i], image(member.input(k)));
      }
    }
  }
}
