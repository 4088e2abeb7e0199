package dev.sargasso.passes.duplicate;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import java.util.Arrays;

/**
 * A loop with one way in and one way round: its nodes, and where control leaves it.
 *
 * <p>The nodes stand behind their inputs, phis and regions aside. Arms that leave the loop are not
 * among them.
 */
public final class LoopBody {
  private final LoopBodies bodies;
  private final int loop;
  private final Node[] members;
  private final Node[] exits;
  private final int[] exitBlocks;
  private final Node header;
  private final Node[] phis;

  LoopBody(LoopBodies bodies, int loop, Node[] members, Node[] exits, int[] exitBlocks) {
    this.bodies = bodies;
    this.loop = loop;
    this.members = members;
    this.exits = exits;
    this.exitBlocks = exitBlocks;
    header = bodies.controlFlow().head(bodies.controlFlow().loops().header(loop));
    phis = LoopForm.phis(header);
  }

  LoopBodies bodies() {
    return bodies;
  }

  /** The number of the loop in its tree. */
  public int loop() {
    return loop;
  }

  /** The region that heads the loop: input 0 enters, input 1 comes round. */
  public Node header() {
    return header;
  }

  /** The phis of the header: input 1 is the first value, input 2 the next one. */
  public Node[] phis() {
    return phis.clone();
  }

  /** Number of nodes, header and phis included. */
  public int size() {
    return members.length;
  }

  /** Node number {@code i}. */
  public Node member(int i) {
    return members[i];
  }

  /** Whether the node belongs to the loop. */
  public boolean contains(Node node) {
    return bodies.isIn(loop, node);
  }

  /** Number of arms by which control leaves. */
  public int exitCount() {
    return exits.length;
  }

  /** The control projection by which control leaves. */
  public Node exit(int i) {
    return exits[i];
  }

  int exitBlock(int i) {
    return exitBlocks[i];
  }

  /** Whether the loop can be copied: control leaves it, and not by a way that is never taken. */
  public boolean canBeCopied() {
    for (Node exit : exits) {
      if (exit.input(0).op() == Op.NEVER) {
        return false;
      }
    }
    return exits.length > 0 && exits.length <= ExitValues.MAX_EXITS;
  }

  /**
   * Lets nodes whose value is wanted only behind the loop belong to what is behind it, if control
   * leaves the loop in one place. Linear in the body.
   */
  public LoopBody withoutAfterthoughts() {
    if (exits.length != 1) {
      return this;
    }
    int kept = members.length;
    for (int i = members.length - 1; i >= 0; i--) {
      Node node = members[i];
      if (LoopBodies.isMovable(node) && !isUsedInside(node)) {
        bodies.setEarly(node, exitBlocks[0]);
        kept--;
      }
    }
    if (kept == members.length) {
      return this;
    }
    Node[] rest = new Node[kept];
    int count = 0;
    for (Node member : members) {
      if (bodies.isIn(loop, member)) {
        rest[count++] = member;
      }
    }
    return new LoopBody(bodies, loop, Arrays.copyOf(rest, count), exits, exitBlocks);
  }

  private boolean isUsedInside(Node node) {
    for (int i = 0; i < node.useCount(); i++) {
      if (bodies.isIn(loop, node.user(i))) {
        return true;
      }
    }
    return false;
  }
}
