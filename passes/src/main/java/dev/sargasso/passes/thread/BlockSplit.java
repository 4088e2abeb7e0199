package dev.sargasso.passes.thread;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.DominanceFrontiers;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eclipse.collections.impl.map.mutable.primitive.LongObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives a block copies for groups of the edges that lead to it. The block does nothing but choose:
 * it holds phis, what floats, and a branch or a jump. A copy whose choice is known goes straight
 * on.
 *
 * <p>Afterwards the block does not dominate any more what it used to. So each value that could
 * stand in it at the earliest now has several definitions, one for each copy, and its uses further
 * down get what reaches them: phis at the iterated dominance frontier of the copies, made where
 * they are asked for. What is cheap is computed again from such phis instead, comparisons above
 * all, for a branch wants to see its comparison. Linear in the graph.
 */
final class BlockSplit {
  private final Function function;
  private final Graph graph;
  private final ControlFlow before;
  private final EarlyBlocks early;
  private final int block;
  private final Node head;
  private final @Nullable Node terminator;

  /** What has several definitions now: the phis first, then what floats, inputs before users. */
  private final Node[] values;

  private final int phiCount;

  /** By id, the place in {@link #values}, or -1. */
  private final int[] places;

  private final int groups;
  private final Node[] copies;

  /** By group and place: what stands for the value in the copy. */
  private final @Nullable Node[][] inGroup;

  /** By arm, the region that took over what hung on it. */
  private @Nullable Node[] meetings = new Node[0];

  // The flow after the split. Zone -1 is above the block, 0 the block, then groups, then frontier.
  private int[] zones = new int[0];
  private Node[] zoneHeads = new Node[0];
  private final LongObjectHashMap<Node> inZone = new LongObjectHashMap<>();
  private final List<Node> openPhis = new ArrayList<>();
  private int[] openValues = new int[8];

  BlockSplit(Function function, ControlFlow before, EarlyBlocks early, int block, int groups) {
    this.function = function;
    graph = function.graph();
    this.before = before;
    this.early = early;
    this.block = block;
    this.groups = groups;
    head = before.head(block);
    terminator = before.terminator(block);
    places = new int[graph.idLimit()];
    Arrays.fill(places, -1);
    List<Node> found = new ArrayList<>();
    for (int i = 0; i < head.useCount(); i++) {
      if (head.user(i).op() == Op.PHI && head.userSlot(i) == 0) {
        found.add(head.user(i));
      }
    }
    phiCount = found.size();
    for (int i = 0; i < early.count(block); i++) {
      found.add(early.node(block, i));
    }
    values = found.toArray(new Node[0]);
    for (int i = 0; i < values.length; i++) {
      places[values[i].id()] = i;
    }
    copies = new Node[groups];
    inGroup = new Node[groups][values.length];
  }

  /**
   * Splits.
   *
   * @param groupOf by edge, the group it goes to, or -1 if it stays
   * @param armOf by group, the arm that its copy takes, or -1 if it has to choose itself
   */
  void run(int[] groupOf, int[] armOf) {
    graph.setRetaining(true);
    makeCopies(groupOf);
    Node[] tokens = copies.clone();
    int staying = 0;
    for (int group : groupOf) {
      staying += group < 0 ? 1 : 0;
    }
    if (staying == 0) {
      tokens[0] = keepReachable();
    }
    boolean[] leaves = new boolean[groupOf.length];
    for (int edge = 0; edge < leaves.length; edge++) {
      leaves[edge] = groupOf[edge] >= 0 && (staying > 0 || edge > 0);
    }
    Reachability.dropEdges(graph, head, leaves);
    goOn(tokens, armOf);
    repair();
    graph.setRetaining(false);
    new Reachability(graph, function.aliasClassCount()).complete();
  }

  private int placeOf(Node node) {
    return node.id() < places.length ? places[node.id()] : -1;
  }

  // ------------------------------------------------------------------ copies

  private void makeCopies(int[] groupOf) {
    for (int g = 0; g < groups; g++) {
      copies[g] = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
      for (int edge = 0; edge < groupOf.length; edge++) {
        if (groupOf[edge] == g) {
          graph.addInput(copies[g], head.input(edge));
        }
      }
      for (int p = 0; p < phiCount; p++) {
        inGroup[g][p] = copyOfPhi(values[p], g, groupOf);
      }
    }
  }

  private Node copyOfPhi(Node phi, int group, int[] groupOf) {
    Node same = null;
    boolean all = true;
    for (int edge = 0; edge < groupOf.length; edge++) {
      if (groupOf[edge] == group) {
        Node input = phi.input(edge + 1);
        all &= (same == null || same == input) && placeOf(input) < 0;
        same = input;
      }
    }
    if (all && same != null) {
      return same;
    }
    Node copy = graph.makeRaw(Op.PHI, phi.type(), phi.immediate(), null, copies[group]);
    for (int edge = 0; edge < groupOf.length; edge++) {
      if (groupOf[edge] == group) {
        graph.addInput(copy, phi.input(edge + 1));
      }
    }
    copy.setStamp(phi.stamp());
    return copy;
  }

  /**
   * All edges go elsewhere. The block stays for now, behind a branch that is never taken, so that
   * everything below it can still be reached while SSA form is repaired.
   */
  private Node keepReachable() {
    Node branch = graph.makeRaw(Op.IF, Type.TUPLE, 0, null, copies[0], graph.constant(Type.I1, 1));
    Node never = graph.make(Op.PROJECTION, Type.CTRL, 0, null, branch);
    Node token = graph.make(Op.PROJECTION, Type.CTRL, 1, null, branch);
    graph.setInput(head, 0, never);
    for (int p = 0; p < phiCount; p++) {
      graph.setInput(values[p], 1, Objects.requireNonNull(inGroup[0][p]));
    }
    return token;
  }

  /** What stands for {@code node} in the copy for a group. */
  private Node inGroup(Node node, int group) {
    int place = placeOf(node);
    if (place < 0) {
      return node;
    }
    Node known = inGroup[group][place];
    if (known != null) {
      return known;
    }
    @Nullable Node[] inputs = new Node[node.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      Node input = node.inputOrNull(i);
      inputs[i] = input == null ? null : input == head ? copies[group] : inGroup(input, group);
    }
    graph.setPosition(node.position());
    Node made = graph.make(node.op(), node.type(), node.immediate(), node.attribute(), inputs);
    graph.setPosition(0);
    inGroup[group][place] = made;
    return made;
  }

  // -------------------------------------------------------------- going on

  private void goOn(Node[] tokens, int[] armOf) {
    Node branch = terminator;
    if (branch == null) {
      Node next = before.head(before.successor(block, 0));
      int edge = edgeFrom(next, head);
      for (int g = 0; g < groups; g++) {
        append(next, edge, tokens[g], g);
      }
      return;
    }
    int arms = before.successorCount(block);
    meetings = new Node[arms];
    for (int g = 0; g < groups; g++) {
      if (armOf[g] >= 0) {
        connect(Objects.requireNonNull(branch.projection(armOf[g])), tokens[g], g);
        continue;
      }
      graph.setPosition(branch.position());
      Node copy =
          graph.makeRaw(
              branch.op(),
              Type.TUPLE,
              branch.immediate(),
              branch.attribute(),
              tokens[g],
              inGroup(branch.value(0), g));
      for (int arm = 0; arm < arms; arm++) {
        Node token = graph.make(Op.PROJECTION, Type.CTRL, arm, null, copy);
        connect(Objects.requireNonNull(branch.projection(arm)), token, g);
      }
      graph.setPosition(0);
    }
  }

  private static int edgeFrom(Node region, Node token) {
    for (int i = 0; i < token.useCount(); i++) {
      if (token.user(i) == region) {
        return token.userSlot(i);
      }
    }
    throw new IllegalStateException(token + " does not lead to " + region);
  }

  /** The way of a group comes to where {@code arm} leads. */
  private void connect(Node arm, Node token, int group) {
    int number = (int) arm.immediate();
    Node meeting = meetings[number];
    if (meeting == null) {
      if (arm.useCount() == 1 && arm.user(0).op().isRegion() && arm.user(0) != head) {
        append(arm.user(0), arm.userSlot(0), token, group);
        return;
      }
      meeting = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
      while (arm.useCount() > 0) {
        int last = arm.useCount() - 1;
        graph.setInput(arm.user(last), arm.userSlot(last), meeting);
      }
      graph.addInput(meeting, arm);
      meetings[number] = meeting;
    }
    graph.addInput(meeting, token);
  }

  /** One more way into a region, on which its phis get what they get by {@code edge}. */
  private void append(Node region, int edge, Node token, int group) {
    if (region.op() == Op.LOOP) {
      graph.becomeRegion(region);
    }
    List<Node> phis = new ArrayList<>();
    for (int i = 0; i < region.useCount(); i++) {
      if (region.user(i).op() == Op.PHI && region.userSlot(i) == 0) {
        phis.add(region.user(i));
      }
    }
    graph.addInput(region, token);
    for (Node phi : phis) {
      graph.addInput(phi, inGroup(phi.input(edge + 1), group));
    }
  }

  // ------------------------------------------------------------------ repair

  private void repair() {
    ControlFlow flow = ControlFlow.of(graph);
    findZones(flow);
    for (int place = 0; place < values.length; place++) {
      Node value = values[place];
      int uses = value.useCount();
      Node[] users = new Node[uses];
      int[] slots = new int[uses];
      for (int i = 0; i < uses; i++) {
        users[i] = value.user(i);
        slots[i] = value.userSlot(i);
      }
      for (int i = 0; i < uses; i++) {
        int zone = zoneOfUse(flow, users[i], slots[i]);
        if (zone > 0) {
          graph.setInput(users[i], slots[i], reaching(place, zone));
        }
      }
    }
    // Whatever floats below because of the block's own control.
    moveControl(flow);
    while (!openPhis.isEmpty()) {
      Node phi = openPhis.removeLast();
      int place = openValues[openPhis.size()];
      int at = flow.blockOf(phi.input(0));
      for (int i = 0; i < flow.predecessorCount(at); i++) {
        graph.setInput(phi, i + 1, reaching(place, zones[flow.predecessor(at, i)]));
      }
    }
  }

  private void findZones(ControlFlow flow) {
    int[] definitions = new int[groups + 1];
    definitions[0] = flow.blockOf(head);
    for (int g = 0; g < groups; g++) {
      definitions[g + 1] = flow.blockOf(copies[g]);
    }
    int[] frontier =
        new DominanceFrontiers.Iterated(flow, flow.dominators())
            .frontier(definitions, definitions.length);
    zones = new int[flow.count()];
    Arrays.fill(zones, -1);
    zoneHeads = new Node[definitions.length + frontier.length];
    for (int i = 0; i < frontier.length; i++) {
      int zone = definitions.length + i;
      zones[frontier[i]] = zone;
      zoneHeads[zone] = flow.head(frontier[i]);
    }
    // A definition stands behind the phi that its own block might need.
    for (int i = 0; i < definitions.length; i++) {
      zones[definitions[i]] = i;
      zoneHeads[i] = flow.head(definitions[i]);
    }
    Dominators dominators = flow.dominators();
    for (int i = 0; i < flow.count(); i++) {
      int at = dominators.preorder(i);
      if (zones[at] < 0 && at > 0) {
        zones[at] = zones[dominators.immediateDominator(at)];
      }
    }
  }

  /** Where a use takes place; 0 or less if it may stay as it is. */
  private int zoneOfUse(ControlFlow flow, Node user, int slot) {
    if (placeOf(user) >= 0 && placeOf(user) >= phiCount) {
      return 0;
    }
    if (user.op() == Op.PHI) {
      int at = slot == 0 ? -1 : flow.blockOf(user.input(0).input(slot - 1));
      return at < 0 ? 0 : zones[at];
    }
    if (user.op().isPinned()) {
      int at = flow.blockOf(user);
      return at < 0 ? 0 : zones[at];
    }
    int old = early.of(user);
    return old < 0 ? 0 : zones[blockNow(flow, old)];
  }

  /** The block after the split in which what stood in {@code old} stands. */
  private int blockNow(ControlFlow flow, int old) {
    Node oldHead = before.head(old);
    if (oldHead.op() == Op.PROJECTION && oldHead.input(0) == terminator) {
      Node meeting = meetings[(int) oldHead.immediate()];
      if (meeting != null) {
        return flow.blockOf(meeting);
      }
    }
    return flow.blockOf(oldHead);
  }

  /** What floats and hangs on control of the block without being one of its values. */
  private void moveControl(ControlFlow flow) {
    for (int i = head.useCount() - 1; i >= 0; i--) {
      Node user = head.user(i);
      if (user.op().isFloating() && placeOf(user) < 0) {
        int old = early.of(user);
        int zone = old < 0 ? 0 : zones[blockNow(flow, old)];
        if (zone > 0) {
          graph.setInput(user, head.userSlot(i), zoneHeads[zone]);
        }
      }
    }
  }

  private Node reaching(int place, int zone) {
    if (zone == 0) {
      return values[place];
    }
    if (zone < 0) {
      throw new IllegalStateException(values[place] + " is used where it is not defined");
    }
    if (zone <= groups) {
      return inGroup(values[place], zone - 1);
    }
    long key = (long) place * zoneHeads.length + zone;
    Node known = inZone.get(key);
    if (known != null) {
      return known;
    }
    Node value = values[place];
    Node made = place >= phiCount && isCheap(value) ? again(value, zone) : phiFor(place, zone);
    inZone.put(key, made);
    return made;
  }

  private Node again(Node value, int zone) {
    @Nullable Node[] inputs = new Node[value.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      Node input = value.inputOrNull(i);
      int place = input == null ? -1 : placeOf(input);
      inputs[i] = place < 0 ? input : reaching(place, zone);
    }
    // Phis that are not complete yet must not be looked into.
    return graph.makeRaw(value.op(), value.type(), value.immediate(), value.attribute(), inputs);
  }

  private Node phiFor(int place, int zone) {
    Node region = zoneHeads[zone];
    @Nullable Node[] inputs = new Node[1 + region.inputCount()];
    inputs[0] = region;
    Node value = values[place];
    long aliasClass = value.type() == Type.MEM ? value.immediate() : 0;
    Node phi = graph.makeRaw(Op.PHI, value.type(), aliasClass, null, inputs);
    phi.setStamp(value.op() == Op.PHI ? value.stamp() : null);
    if (openPhis.size() == openValues.length) {
      openValues = Arrays.copyOf(openValues, 2 * openValues.length);
    }
    openValues[openPhis.size()] = place;
    openPhis.add(phi);
    return phi;
  }

  /** Whether to compute a value anew rather than to carry it. */
  private static boolean isCheap(Node value) {
    return switch (value.op()) {
      case EQ, NE, LT, LE, ULT, ULE, FEQ, FNE, FLT, FLE -> true;
      case MEMORY_MERGE, MEMORY_PART -> true;
      case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, BITCAST, OFFSET -> true;
      case ADD, SUB, AND, OR, XOR, SHL, SHR, SAR ->
          value.type() == Type.I1 || value.value(1).isConstant();
      default -> false;
    };
  }
}
