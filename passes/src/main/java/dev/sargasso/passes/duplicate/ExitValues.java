package dev.sargasso.passes.duplicate;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.memory.MemoryStates;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes every use outside of a loop of a value from inside go through a phi at the place where
 * control left, so that the loop may get copies whose exits meet the old ones there.
 *
 * <p>Each exit arm gets a region of its own behind it, with one way in as yet. A use is given the
 * phi of the exit that dominates it; if none does, the phi of the place where control from several
 * exits has met, which is found by going to the dominance frontier of the exits, then to that of
 * what was found, and so on. At most one such place dominates a use: below one there is no exit,
 * and so no other. Only the part of the dominator tree that the exits alone lead to is walked.
 *
 * <p>A state of all memory cannot be the value of a phi; where one is used, it is put together anew
 * from its classes. What hangs on the control of the loop from outside (a load whose address is
 * checked in it) then hangs on the place where control left.
 */
final class ExitValues {
  /** More exits than this are not worth a copy. */
  static final int MAX_EXITS = 12;

  private final LoopBody body;
  private final LoopBodies bodies;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final Graph graph;

  /** Blocks whose phis stand for values of the loop: exits first, then where those meet. */
  private int[] marks;

  private int markCount;

  /** How many of the marks have had their frontier added. */
  private int expanded;

  /** By mark, the region at its start. */
  private Node[] regions;

  private final int header;
  private final int exits;

  /** By mark, the phi for the value in work. */
  private @Nullable Node[] phiAt;

  /** Phis at places where exits meet whose inputs are not there yet, by mark. */
  private int[] pending = new int[8];

  private int pendingCount;

  // What the phis of exits have as value, for whoever adds copies.
  private Node[] exitPhis = new Node[16];
  private Node[] exitPhiValues = new Node[16];
  private int exitPhiCount;

  ExitValues(LoopBody body) {
    this.body = body;
    bodies = body.bodies();
    controlFlow = bodies.controlFlow();
    dominators = controlFlow.dominators();
    graph = controlFlow.graph();
    header = controlFlow.loops().header(body.loop());
    exits = body.exitCount();
    marks = new int[Math.max(8, 2 * exits)];
    regions = new Node[marks.length];
    phiAt = new Node[marks.length];
  }

  /**
   * Makes regions behind the exits and lets all outer uses of the loop's values go through them.
   */
  void separate() {
    for (int i = 0; i < exits; i++) {
      addMark(body.exitBlock(i), regionBehind(body.exit(i)));
    }
    for (int i = 0; i < body.size(); i++) {
      if (body.member(i).op() == Op.MEMORY_MERGE) {
        putTogetherOutside(body.member(i));
      }
    }
    for (int i = 0; i < body.size(); i++) {
      if (body.member(i).op() == Op.MEMORY_PART) {
        addToWholes(body.member(i));
      }
    }
    for (int i = 0; i < body.size(); i++) {
      Node member = body.member(i);
      if (member.type() != Type.TUPLE && member.op() != Op.MEMORY_MERGE) {
        redirect(member);
      }
    }
    graph.setPosition(0);
  }

  private Node regionBehind(Node exit) {
    Node region = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
    while (exit.useCount() > 0) {
      int last = exit.useCount() - 1;
      graph.setInput(exit.user(last), exit.userSlot(last), region);
    }
    graph.addInput(region, exit);
    return region;
  }

  /** Number of phis behind exits. */
  int exitPhiCount() {
    return exitPhiCount;
  }

  /** A phi behind an exit, to which each copy adds an input. */
  Node exitPhi(int i) {
    return exitPhis[i];
  }

  /** The value of the loop that the phi has for the exit of the loop itself. */
  Node exitPhiValue(int i) {
    return exitPhiValues[i];
  }

  /** The region behind an exit. */
  Node exitRegion(int exit) {
    return regions[exit];
  }

  // -------------------------------------------------------------------- uses

  /** The block in which a use takes place if that is outside of the loop, else -1. */
  private int outerBlock(Node user, int slot) {
    int block = bodies.early(user);
    if (block < 0 || bodies.isIn(body.loop(), user)) {
      return -1;
    }
    return user.op() == Op.PHI && slot > 0 ? controlFlow.predecessor(block, slot - 1) : block;
  }

  private void putTogetherOutside(Node merge) {
    int uses = merge.useCount();
    Node[] users = new Node[uses];
    int[] slots = new int[uses];
    for (int i = 0; i < uses; i++) {
      users[i] = merge.user(i);
      slots[i] = merge.userSlot(i);
    }
    Node[] parts = new Node[merge.inputCount()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = merge.input(i);
    }
    for (int i = 0; i < uses; i++) {
      int block = outerBlock(users[i], slots[i]);
      if (block >= 0) {
        Node outside = graph.makeRaw(Op.MEMORY_MERGE, Type.MEM, 0, null, parts);
        bodies.setEarly(outside, block);
        graph.setInput(users[i], slots[i], outside);
      }
    }
  }

  /**
   * If a part of the state after a call is used outside, it is going to have a phi there; then
   * whoever takes that state as a whole outside must be told to take the part from the phi.
   */
  private void addToWholes(Node part) {
    boolean outside = false;
    for (int i = 0; i < part.useCount() && !outside; i++) {
      outside = outerBlock(part.user(i), part.userSlot(i)) >= 0;
    }
    if (!outside) {
      return;
    }
    Node whole = part.input(0);
    int uses = whole.useCount();
    Node[] users = new Node[uses];
    int[] slots = new int[uses];
    for (int i = 0; i < uses; i++) {
      users[i] = whole.user(i);
      slots[i] = whole.userSlot(i);
    }
    for (int i = 0; i < uses; i++) {
      int block = outerBlock(users[i], slots[i]);
      if (block < 0) {
        continue;
      }
      switch (users[i].op()) {
        case MEMORY_MERGE -> {
          if (!merges(users[i], part.immediate())) {
            graph.addInput(users[i], part);
          }
        }
        case CALL, RETURN, TRAP, UNREACHABLE -> {
          Node merge = graph.makeRaw(Op.MEMORY_MERGE, Type.MEM, 0, null, whole, part);
          bodies.setEarly(merge, block);
          graph.setInput(users[i], slots[i], merge);
        }
        default -> {}
      }
    }
  }

  private static boolean merges(Node merge, long aliasClass) {
    for (int i = 1; i < merge.inputCount(); i++) {
      if (MemoryStates.aliasClassOf(merge.input(i)) == aliasClass) {
        return true;
      }
    }
    return false;
  }

  private void redirect(Node value) {
    int uses = value.useCount();
    int outer = 0;
    for (int i = 0; i < uses; i++) {
      outer += outerBlock(value.user(i), value.userSlot(i)) >= 0 ? 1 : 0;
    }
    if (outer == 0) {
      return;
    }
    Node[] users = new Node[outer];
    int[] slots = new int[outer];
    outer = 0;
    for (int i = 0; i < uses; i++) {
      if (outerBlock(value.user(i), value.userSlot(i)) >= 0) {
        users[outer] = value.user(i);
        slots[outer++] = value.userSlot(i);
      }
    }
    graph.setPosition(value.position());
    Arrays.fill(phiAt, null);
    for (int i = 0; i < outer; i++) {
      int mark = markAbove(outerBlock(users[i], slots[i]));
      graph.setInput(users[i], slots[i], at(mark, value));
    }
    while (pendingCount > 0) {
      int mark = pending[--pendingCount];
      Node phi = Objects.requireNonNull(phiAt[mark]);
      for (int i = 0; i < regions[mark].inputCount(); i++) {
        int above = markAbove(controlFlow.predecessor(marks[mark], i));
        graph.addInput(phi, at(above, value));
      }
    }
  }

  /** What stands for {@code value} at a mark: for control the region there, else its phi. */
  private Node at(int mark, Node value) {
    if (value.type() == Type.CTRL) {
      return regions[mark];
    }
    Node phi = phiAt[mark];
    if (phi != null) {
      return phi;
    }
    long aliasClass = value.type() == Type.MEM ? MemoryStates.aliasClassOf(value) : 0;
    if (mark < exits) {
      phi = graph.makeRaw(Op.PHI, value.type(), aliasClass, null, regions[mark], value);
      noteExitPhi(phi, value);
    } else {
      phi = graph.makeRaw(Op.PHI, value.type(), aliasClass, null, regions[mark]);
      if (pendingCount == pending.length) {
        pending = Arrays.copyOf(pending, 2 * pendingCount);
      }
      pending[pendingCount++] = mark;
    }
    phi.setStamp(value.stamp());
    bodies.setEarly(phi, marks[mark]);
    phiAt[mark] = phi;
    return phi;
  }

  private void noteExitPhi(Node phi, Node value) {
    if (exitPhiCount == exitPhis.length) {
      exitPhis = Arrays.copyOf(exitPhis, 2 * exitPhiCount);
      exitPhiValues = Arrays.copyOf(exitPhiValues, 2 * exitPhiCount);
    }
    exitPhis[exitPhiCount] = phi;
    exitPhiValues[exitPhiCount++] = value;
  }

  // ------------------------------------------------------------------- marks

  private int markAbove(int block) {
    while (true) {
      for (int i = 0; i < markCount; i++) {
        if (dominators.dominates(marks[i], block)) {
          return i;
        }
      }
      if (expanded == markCount) {
        throw new IllegalStateException(
            controlFlow.head(block) + " is not reached from the exits of " + body.header());
      }
      int end = markCount;
      while (expanded < end) {
        addFrontier(marks[expanded++]);
      }
    }
  }

  private void addMark(int block, Node region) {
    if (markCount == marks.length) {
      marks = Arrays.copyOf(marks, 2 * markCount);
      regions = Arrays.copyOf(regions, 2 * markCount);
      phiAt = Arrays.copyOf(phiAt, 2 * markCount);
    }
    marks[markCount] = block;
    regions[markCount++] = region;
  }

  private void addFrontier(int root) {
    int[] stack = new int[16];
    int depth = 0;
    stack[depth++] = root;
    while (depth > 0) {
      int at = stack[--depth];
      for (int i = 0; i < controlFlow.successorCount(at); i++) {
        int target = controlFlow.successor(at, i);
        boolean below = target != root && dominators.dominates(root, target);
        if (!below && target != header && dominators.dominates(header, target)) {
          addMeeting(target);
        }
      }
      int children = dominators.childCount(at);
      if (depth + children > stack.length) {
        stack = Arrays.copyOf(stack, 2 * (depth + children));
      }
      for (int i = 0; i < children; i++) {
        stack[depth++] = dominators.child(at, i);
      }
    }
  }

  private void addMeeting(int block) {
    for (int i = 0; i < markCount; i++) {
      if (marks[i] == block) {
        return;
      }
    }
    addMark(block, controlFlow.head(block));
  }
}
