package dev.sargasso.passes.facts;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.constants.ConstantPropagation;
import dev.sargasso.passes.constants.Refinement;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Facts as values: in each arm of a branch, what its condition speaks of gets another name, a
 * <em>sigma</em> node, and all uses that the arm dominates use that. Constant propagation then
 * finds at once what is constant and which branches go one way, in loops as well, since the sigma
 * of a counter stops where its test does (C. S. Ananian, "The static single information form",
 * 1999; R. Bodik, R. Gupta and V. Sarkar, "ABCD", PLDI 2000). At the end all names are taken back.
 *
 * <p>Here a sigma is a phi with one input: it is pinned to the arm, as the fact is. A node that
 * floats uses a sigma if all that use the node lie in the arm. Comparisons that branches share are
 * copied for each branch.
 *
 * <p>Only constants and branches are written back. A stamp that rests on a sigma must not stay on a
 * node that floats without it.
 */
public final class SigmaNodes implements Refinement {
  /** How far a condition is taken apart, and a value traced back, as {@link Assumptions} do. */
  private static final int MOST_DEPTH = 4;

  /** Uses of one value that are looked at for one arm. */
  private static final int MOST_USES = 256;

  /** Sigmas of one value that are looked at for the one that holds in a block. */
  private static final int MOST_SIGMAS = 16;

  private final Graph graph;
  private final ControlFlow controlFlow;
  private final Dominators dominators;

  /** By id of a node that floats, the block that dominates its uses and is deepest; or -1. */
  private int[] late;

  /** By id of a value, its newest sigma, as an index; by id of a sigma, its index; else -1. */
  private int[] newest;

  private int[] indices;

  /** By id of a sigma, or of a copied comparison, the value that it is one of. */
  private @Nullable Node[] roots;

  // Sigmas by index: the node, where, which older one of the same value, what of, on which arm.
  private final List<Node> sigmas = new ArrayList<>();
  private int[] blocks = new int[32];
  private int[] older = new int[32];
  private final List<Node> subjects = new ArrayList<>();
  private final List<Node> arms = new ArrayList<>();

  private final List<Node> regions = new ArrayList<>();
  private final List<Node> copies = new ArrayList<>();

  /** What the condition of the arm in work speaks of, or is computed from. */
  private final List<Node> terms = new ArrayList<>();

  // Which sigmas depend on a node: lists by id.
  private int[] firstEntry = new int[0];
  private int[] entrySigma = new int[32];
  private int[] entryNext = new int[32];
  private int[] entryNode = new int[32];
  private int entryCount;

  /** By block that ends in a SWITCH. */
  private final @Nullable SwitchKeys[] keys;

  private @Nullable Facts facts;
  private @Nullable Assumptions assumptions;

  private SigmaNodes(Graph graph) {
    this.graph = graph;
    controlFlow = ControlFlow.of(graph);
    dominators = controlFlow.dominators();
    int limit = graph.idLimit() + 16;
    late = new int[limit];
    newest = new int[limit];
    indices = new int[limit];
    roots = new Node[limit];
    keys = new SwitchKeys[controlFlow.count()];
  }

  /**
   * What came of it.
   *
   * @param sigmas that were made, and removed again
   * @param found constants and branches
   */
  public record Counts(int sigmas, ConstantPropagation.Counts found) {}

  /**
   * Makes sigmas, propagates constants through them, and removes them. Linear in the graph, but for
   * values with many uses, of which a bounded number is looked at for each arm.
   *
   * @param chaosSeed 0, or the seed of a random order of visits
   * @param mayChange asked for each change that stays, with what it is and where
   * @return what was found; if sigmas were made, simplification of values and control should follow
   */
  public static Counts run(Function function, long chaosSeed, BiPredicate<String, Node> mayChange) {
    SigmaNodes sigmas = new SigmaNodes(function.graph());
    sigmas.insert();
    if (sigmas.sigmas.isEmpty()) {
      sigmas.remove();
      return new Counts(0, new ConstantPropagation.Counts(0, 0, 0, 0, 0));
    }
    ConstantPropagation.Counts found =
        ConstantPropagation.run(function, chaosSeed, mayChange, sigmas);
    sigmas.remove();
    return new Counts(sigmas.sigmas.size(), found);
  }

  // --------------------------------------------------------------- insertion

  private void insert() {
    Arrays.fill(late, -1);
    Arrays.fill(newest, -1);
    Arrays.fill(indices, -1);
    findLate();
    graph.setRetaining(true);
    // A block comes behind those that dominate it.
    for (int block = 0; block < controlFlow.count(); block++) {
      Node head = controlFlow.head(block);
      if (head.op() == Op.PROJECTION) {
        arm(block, head);
      }
      Node end = controlFlow.terminator(block);
      if (end != null && end.op() == Op.IF) {
        ownCondition(block, end);
      }
    }
    graph.setRetaining(false);
    graph.setPosition(0);
    facts = new Facts(graph);
    assumptions = new Assumptions(facts);
    firstEntry = new int[graph.idLimit()];
    Arrays.fill(firstEntry, -1);
    for (int i = 0; i < entryCount; i++) {
      entryNext[i] = firstEntry[entryNode[i]];
      firstEntry[entryNode[i]] = i;
    }
  }

  private void findLate() {
    NodeOrder order = NodeOrder.of(graph);
    for (int i = order.count() - 1; i >= 0; i--) {
      Node node = order.node(i);
      if (node.op().isPinned()) {
        continue;
      }
      int block = -1;
      for (int k = 0; k < node.useCount(); k++) {
        int use = useBlock(node.user(k), node.userSlot(k));
        if (use >= 0) {
          block = block < 0 ? use : dominators.commonDominator(block, use);
        }
      }
      late[node.id()] = block;
    }
  }

  /** Where a use takes place; -1 if it is none that is renamed. */
  private int useBlock(Node user, int slot) {
    if (isSigma(user)) {
      return -1;
    }
    if (!user.op().isPinned()) {
      return user.id() < late.length ? late[user.id()] : -1;
    }
    int block = controlFlow.blockOf(user);
    if (user.op() == Op.PHI && block >= 0) {
      return slot == 0 ? -1 : controlFlow.predecessor(block, slot - 1);
    }
    return block;
  }

  private boolean isSigma(Node node) {
    return node.id() < indices.length && indices[node.id()] >= 0;
  }

  private Node root(Node node) {
    Node root = node.id() < roots.length ? roots[node.id()] : null;
    return root == null ? node : root;
  }

  private void grow(Node made) {
    if (made.id() >= late.length) {
      int length = late.length;
      int longer = Math.max(2 * length, made.id() + 1);
      late = Arrays.copyOf(late, longer);
      newest = Arrays.copyOf(newest, longer);
      indices = Arrays.copyOf(indices, longer);
      roots = Arrays.copyOf(roots, longer);
      Arrays.fill(late, length, longer, -1);
      Arrays.fill(newest, length, longer, -1);
      Arrays.fill(indices, length, longer, -1);
    }
  }

  /** The name that a value has in a block. */
  private Node nameIn(int block, Node value) {
    Node root = root(value);
    int seen = 0;
    for (int i = newest[root.id()]; i >= 0 && seen < MOST_SIGMAS; i = older[i]) {
      seen++;
      if (dominators.dominates(blocks[i], block)) {
        return sigmas.get(i);
      }
    }
    return root;
  }

  /**
   * A comparison that is also used elsewhere gets a copy for this branch, if its operands have
   * other names here.
   */
  private void ownCondition(int block, Node branch) {
    Node condition = branch.value(0);
    if (!condition.op().isComparison() || late[condition.id()] == block) {
      return;
    }
    Node a = nameIn(block, condition.value(0));
    Node b = nameIn(block, condition.value(1));
    if (a == condition.value(0) && b == condition.value(1)) {
      return;
    }
    graph.setPosition(condition.position());
    Node copy = graph.makeRaw(condition.op(), condition.type(), condition.immediate(), null, a, b);
    grow(copy);
    late[copy.id()] = block;
    roots[copy.id()] = condition;
    copies.add(copy);
    graph.setInput(branch, 1, copy);
  }

  private void arm(int block, Node arm) {
    Node branch = arm.input(0);
    if ((branch.op() != Op.IF && branch.op() != Op.SWITCH) || branch.value(0).isConstant()) {
      return;
    }
    terms.clear();
    if (branch.op() == Op.IF) {
      condition(branch.value(0), arm.immediate() == 1, 0);
    } else {
      value(branch.value(0), 0);
    }
    int first = sigmas.size();
    Node region = null;
    for (Node term : terms) {
      Node name = nameIn(block, term);
      int[] uses = usesIn(block, name);
      if (uses.length == 0) {
        continue;
      }
      graph.setPosition(name.position());
      if (region == null) {
        region = regionBehind(arm);
      }
      add(block, arm, region, term, name, uses);
    }
    for (int i = first; i < sigmas.size(); i++) {
      for (Node term : terms) {
        depend(term, i);
      }
    }
  }

  /** Collects what a condition speaks of where it comes to {@code truth}. */
  private void condition(Node condition, boolean truth, int depth) {
    if (condition.isConstant()) {
      return;
    }
    addTerm(condition);
    if (depth == MOST_DEPTH) {
      return;
    }
    switch (condition.op()) {
      case AND, OR -> {
        if ((condition.op() == Op.AND) == truth) {
          condition(condition.value(0), truth, depth + 1);
          condition(condition.value(1), truth, depth + 1);
        }
      }
      case XOR -> {
        if (condition.value(1).isConstant(1)) {
          condition(condition.value(0), !truth, depth + 1);
        }
      }
      case EQ, NE, LT, LE, ULT, ULE -> {
        value(condition.value(0), 0);
        value(condition.value(1), 0);
      }
      default -> {}
    }
  }

  private void value(Node value, int depth) {
    if (value.isConstant() || (!value.type().isInteger() && value.type() != Type.PTR)) {
      return;
    }
    addTerm(value);
    if (depth == MOST_DEPTH) {
      return;
    }
    switch (value.op()) {
      case ADD, AND -> {
        if (value.value(1).isConstant()) {
          value(value.value(0), depth + 1);
        }
      }
      case SIGN_EXTEND, ZERO_EXTEND -> value(value.value(0), depth + 1);
      default -> {}
    }
  }

  private void addTerm(Node term) {
    if (!terms.contains(term)) {
      terms.add(term);
    }
  }

  /** Indices of those uses of a name that are to have another one. */
  private int[] usesIn(int block, Node name) {
    int limit = Math.min(name.useCount(), MOST_USES);
    int[] found = new int[limit];
    int count = 0;
    for (int i = 0; i < limit; i++) {
      int use = useBlock(name.user(i), name.userSlot(i));
      if (use >= 0 && dominators.dominates(block, use)) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private Node regionBehind(Node arm) {
    Node region = graph.makeRaw(Op.REGION, Type.CTRL, 0, null);
    while (arm.useCount() > 0) {
      int last = arm.useCount() - 1;
      graph.setInput(arm.user(last), arm.userSlot(last), region);
    }
    graph.addInput(region, arm);
    regions.add(region);
    return region;
  }

  private void add(int block, Node arm, Node region, Node term, Node name, int[] uses) {
    Node root = root(term);
    Node[] users = new Node[uses.length];
    int[] slots = new int[uses.length];
    for (int i = 0; i < uses.length; i++) {
      users[i] = name.user(uses[i]);
      slots[i] = name.userSlot(uses[i]);
    }
    Node sigma = graph.makeRaw(Op.PHI, name.type(), 0, null, region, name);
    grow(sigma);
    int index = sigmas.size();
    if (index == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * index);
      older = Arrays.copyOf(older, 2 * index);
    }
    sigmas.add(sigma);
    subjects.add(term);
    arms.add(arm);
    blocks[index] = block;
    older[index] = newest[root.id()];
    newest[root.id()] = index;
    indices[sigma.id()] = index;
    roots[sigma.id()] = root;
    for (int i = 0; i < users.length; i++) {
      graph.setInput(users[i], slots[i], sigma);
    }
  }

  private void depend(Node term, int sigma) {
    if (entryCount == entrySigma.length) {
      entrySigma = Arrays.copyOf(entrySigma, 2 * entryCount);
      entryNext = Arrays.copyOf(entryNext, 2 * entryCount);
      entryNode = Arrays.copyOf(entryNode, 2 * entryCount);
    }
    entrySigma[entryCount] = sigma;
    entryNode[entryCount++] = term.id();
  }

  // -------------------------------------------------------------- refinement

  @Override
  public boolean refines(Node phi) {
    return isSigma(phi);
  }

  @Override
  public @Nullable Stamp refined(Node phi, @Nullable Stamp stamp) {
    int index = indices[phi.id()];
    Facts stack = Objects.requireNonNull(facts);
    Assumptions rules = Objects.requireNonNull(assumptions);
    Node arm = arms.get(index);
    Node branch = arm.input(0);
    long mark = stack.enter();
    if (branch.op() == Op.IF) {
      rules.assume(branch.value(0), arm.immediate() == 1);
    } else {
      int block = controlFlow.blockOf(branch);
      SwitchKeys lists = keys[block];
      if (lists == null) {
        lists = SwitchKeys.of(branch);
        keys[block] = lists;
      }
      rules.assumeArm(branch, (int) arm.immediate(), lists.first(), lists.next());
    }
    Stamp known = stack.added(subjects.get(index));
    stack.leave(mark);
    return known == null ? stamp : stamp == null ? known : stamp.join(known);
  }

  @Override
  public int firstDependent(Node node) {
    return node.id() < firstEntry.length ? firstEntry[node.id()] : -1;
  }

  @Override
  public int nextDependent(int entry) {
    return entryNext[entry];
  }

  @Override
  public Node dependent(int entry) {
    return sigmas.get(entrySigma[entry]);
  }

  /** A phi that nobody tests is better off with a value that is there already. */
  @Override
  public void become(Node phi, Node constant) {
    for (int i = phi.useCount() - 1; i >= 0 && phi.isAlive(); i--) {
      Node user = phi.user(i);
      if (user.op() == Op.PHI
          && !isSigma(user)
          && user.type() != Type.I1
          && !ConditionalElimination.isTested(user, 0)) {
        graph.setInput(user, phi.userSlot(i), phi.input(1));
      }
    }
    if (phi.isAlive()) {
      graph.replace(phi, constant);
    }
  }

  // ----------------------------------------------------------------- removal

  /** Takes all names back; inner ones first. */
  private void remove() {
    for (int i = sigmas.size() - 1; i >= 0; i--) {
      Node sigma = sigmas.get(i);
      if (sigma.isAlive()) {
        graph.replace(sigma, sigma.input(1));
      }
    }
    for (Node copy : copies) {
      if (copy.isAlive()) {
        graph.replace(copy, graph.resolve(root(copy)));
      }
    }
    for (Node region : regions) {
      if (region.isAlive() && region.inputCount() == 1) {
        graph.replace(region, region.input(0));
      }
    }
  }
}
