package dev.sargasso.ir.graph;

import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One function's sea of nodes: creates, numbers, rewires and kills nodes.
 *
 * <p>{@code make} asks the value-numbering table first, then the {@link Simplifier}, so that a
 * graph is simplified and numbered while it is built. All methods take amortised constant time per
 * edge touched unless they say otherwise. A graph belongs to one thread.
 */
public final class Graph {
  private @Nullable Node[] nodes = new Node[64];
  private int idLimit;
  private int aliveCount;
  private final ValueTable table = new ValueTable();
  private final Node start;
  private final Node end;
  private Simplifier simplifier;
  private final PendingNodes pending = new PendingNodes();
  private int position;
  private boolean retaining;
  private int edits;

  /** What {@link #edits} was when only the live nodes had been retained. */
  private int editsWhenSwept = -1;

  /** Analyses of the graph as it was when there had been {@link #editsWhenAnalysed} edits. */
  private final @Nullable Object[] analyses = new Object[2];

  private int editsWhenAnalysed = -1;

  /**
   * A node that was taken back before anybody saw it, for the next one to be made of: so the nodes
   * of a graph lie close together, whatever was made on the way to them.
   */
  private @Nullable Node spare;

  /** The id of the node that the simplifier has last left for later. */
  private int postponed = -1;

  /** A graph with START and an END without inputs. */
  public Graph(Simplifier simplifier) {
    this.simplifier = simplifier;
    start = newNode(Op.START, Type.CTRL, 0, null);
    end = newNode(Op.END, Type.CTRL, 0, null);
  }

  /** The node where the function begins. */
  public Node start() {
    return start;
  }

  /** The node that holds every exit. */
  public Node end() {
    return end;
  }

  /** All ids are below this; the length for side tables. */
  public int idLimit() {
    return idLimit;
  }

  /** Number of nodes in the graph. */
  public int size() {
    return aliveCount;
  }

  /** The node with this id, or null if it has died. */
  public @Nullable Node node(int id) {
    return nodes[id];
  }

  /** What is called on each node as it is made. */
  public Simplifier simplifier() {
    return simplifier;
  }

  /** Replaces the simplifier from now on. */
  public void setSimplifier(Simplifier simplifier) {
    this.simplifier = simplifier;
  }

  /** The source position that new nodes get. */
  public int position() {
    return position;
  }

  /** Sets the source position that new nodes get; 0 for none. */
  public void setPosition(int position) {
    this.position = position;
  }

  /**
   * Whether nodes that lose their last use are kept, since somebody may still hold them. So it is
   * while a graph is being built; what is then left over falls to {@link #retain}.
   */
  public void setRetaining(boolean retaining) {
    this.retaining = retaining;
  }

  /**
   * What has been {@linkplain #remember remembered} under a number, unless the graph has been
   * edited since.
   */
  public @Nullable Object analysis(int number) {
    return edits == editsWhenAnalysed ? analyses[number] : null;
  }

  /**
   * Keeps the result of an analysis until the graph is edited.
   *
   * @param number 0 or 1: whose result it is
   */
  public void remember(int number, Object result) {
    if (edits != editsWhenAnalysed) {
      forget();
      editsWhenAnalysed = edits;
    }
    analyses[number] = result;
  }

  /** Lets the results of analyses go, for the sake of the memory that they take. */
  public void forget() {
    Arrays.fill(analyses, null);
  }

  /**
   * A number that differs from what it was if a node has been made, killed, or wired otherwise in
   * between.
   */
  public int edits() {
    return edits;
  }

  // ------------------------------------------------------------------ making

  /**
   * An integer or pointer constant; {@code value} is made canonical. Floats: raw bits. There are no
   * constants of vectors.
   */
  public Node constant(Type type, long value) {
    assert type != Type.V128 : "a constant cannot hold a vector";
    return make(Op.CONSTANT, type, type.canonical(value), null);
  }

  /** The value of {@code type}, vectors included, of which every bit is 0. */
  public Node zero(Type type) {
    return type == Type.V128
        ? make(Op.SPLAT, type, 0, null, constant(Type.I32, 0))
        : constant(type, 0);
  }

  /** An F64 constant. */
  public Node constant(double value) {
    return make(Op.CONSTANT, Type.F64, Double.doubleToRawLongBits(value), null);
  }

  /** An F32 constant. */
  public Node constant(float value) {
    return make(Op.CONSTANT, Type.F32, Float.floatToRawIntBits(value) & 0xFFFF_FFFFL, null);
  }

  /** A node without inputs. */
  public Node make(Op op, Type type, long immediate, @Nullable Object attribute) {
    return finish(op, type, immediate, attribute, null, null, null, null, 0);
  }

  /** A node with one input. */
  public Node make(Op op, Type type, long immediate, @Nullable Object attribute, Node a) {
    return finish(op, type, immediate, attribute, a, null, null, null, 1);
  }

  /** A node with two inputs; {@code a} may be null where it is an optional control input. */
  public Node make(
      Op op, Type type, long immediate, @Nullable Object attribute, @Nullable Node a, Node b) {
    return finish(op, type, immediate, attribute, a, b, null, null, 2);
  }

  /** A node with three inputs; {@code a} may be null where it is an optional control input. */
  public Node make(
      Op op,
      Type type,
      long immediate,
      @Nullable Object attribute,
      @Nullable Node a,
      Node b,
      Node c) {
    return finish(op, type, immediate, attribute, a, b, c, null, 3);
  }

  /** A node with four inputs. */
  public Node make(
      Op op,
      Type type,
      long immediate,
      @Nullable Object attribute,
      Node a,
      Node b,
      Node c,
      Node d) {
    return finish(op, type, immediate, attribute, a, b, c, d, 4);
  }

  /** A node with any number of inputs. */
  public Node make(
      Op op, Type type, long immediate, @Nullable Object attribute, @Nullable Node[] inputs) {
    @Nullable Node[] live = new Node[inputs.length];
    for (int i = 0; i < inputs.length; i++) {
      live[i] = resolveOrNull(inputs[i]);
    }
    boolean number = op.isNumbered();
    int hash = 0;
    if (number) {
      hash = ValueTable.hash(op, type, immediate, attribute, live);
      Node known = table.find(hash, op, type, immediate, attribute, live);
      if (known != null) {
        return known;
      }
    }
    Node node = newNode(op, type, immediate, attribute);
    node.reserveInputs(live.length);
    for (Node input : live) {
      node.appendInput(input);
    }
    return settle(node, hash, number);
  }

  private Node finish(
      Op op,
      Type type,
      long immediate,
      @Nullable Object attribute,
      @Nullable Node a,
      @Nullable Node b,
      @Nullable Node c,
      @Nullable Node d,
      int count) {
    a = resolveOrNull(a);
    b = resolveOrNull(b);
    c = resolveOrNull(c);
    d = resolveOrNull(d);
    boolean number = op.isNumbered();
    int hash = 0;
    if (number) {
      hash = ValueTable.hash(op, type, immediate, attribute, a, b, c, d);
      Node known = table.find(hash, op, type, immediate, attribute, a, b, c, d, count);
      if (known != null) {
        return known;
      }
    }
    Node node = newNode(op, type, immediate, attribute);
    if (count > 0) {
      node.appendInput(a);
    }
    if (count > 1) {
      node.appendInput(b);
    }
    if (count > 2) {
      node.appendInput(c);
    }
    if (count > 3) {
      node.appendInput(d);
    }
    return settle(node, hash, number);
  }

  private Node settle(Node node, int hash, boolean number) {
    Node better = simplifier.simplify(this, node);
    if (better != node) {
      if (node.isAlive() && node.useCount() == 0) {
        discard(node);
      }
      return better;
    }
    // The simplifier may have made an equal node meanwhile.
    if (number) {
      Node known = table.findEqual(hash, node);
      if (known != null) {
        discard(node);
        return known;
      }
      table.add(hash, node);
    }
    node.unsettled = 0;
    if (isPostponed(node) || simplifier.equals(Simplifier.NONE)) {
      unsettle(node, Node.POSTPONED);
    }
    return node;
  }

  /** Makes a node that is neither simplified nor numbered, such as a phi yet without inputs. */
  public Node makeRaw(
      Op op, Type type, long immediate, @Nullable Object attribute, @Nullable Node... inputs) {
    Node node = newNode(op, type, immediate, attribute);
    node.reserveInputs(inputs.length);
    for (Node input : inputs) {
      node.appendInput(resolveOrNull(input));
    }
    unsettle(node, Node.POSTPONED);
    return node;
  }

  private Node newNode(Op op, Type type, long immediate, @Nullable Object attribute) {
    if (idLimit == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * idLimit);
    }
    Node node = spare;
    if (node == null) {
      node = new Node(idLimit, op, type, immediate, attribute, position);
    } else {
      spare = null;
      node.becomeNew(idLimit, op, type, immediate, attribute, position);
    }
    nodes[idLimit++] = node;
    aliveCount++;
    edits++;
    return node;
  }

  /**
   * The live node that stands for {@code node}: itself, or what it was replaced by.
   *
   * @throws IllegalStateException if it was killed without a replacement
   */
  public Node resolve(Node node) {
    if (node.isAlive()) {
      return node;
    }
    Node at = node;
    while (!at.isAlive()) {
      if (at.inputCount() == 0) {
        throw new IllegalStateException(node + " has been killed");
      }
      at = at.input(0);
    }
    // Shorten the path for the next one who asks.
    while (node != at) {
      Node next = node.input(0);
      node.die(at);
      node = next.isAlive() ? at : next;
    }
    return at;
  }

  private @Nullable Node resolveOrNull(@Nullable Node node) {
    return node == null || node.isAlive() ? node : resolve(node);
  }

  /**
   * A node that value numbering has lost track of, because its inputs were changed behind the
   * table's back or because an equal one is in it too; null if there is none, as there should be.
   */
  public @Nullable Node misfiledNode() {
    return table.misfiled();
  }

  // ---------------------------------------------------------------- rewiring

  /** Makes {@code input} the input {@code slot} of {@code node}; kills what thereby has no use. */
  public void setInput(Node node, int slot, @Nullable Node input) {
    Node old = node.inputOrNull(slot);
    if (old == input) {
      return;
    }
    table.remove(node);
    node.replaceInput(slot, input);
    inputChanged(node);
    released(old);
  }

  /** Appends an input, as to a REGION, PHI or END. */
  public void addInput(Node node, Node input) {
    table.remove(node);
    node.appendInput(resolve(input));
    inputChanged(node);
  }

  /** Removes input {@code slot}, moving later ones down; kills what thereby has no use. */
  public void removeInput(Node node, int slot) {
    Node old = node.inputOrNull(slot);
    table.remove(node);
    node.removeInput(slot);
    inputChanged(node);
    released(old);
  }

  /**
   * Removes several inputs at once, in time linear in their number and that of the others, which
   * move down; kills what thereby has no use.
   *
   * @param removed by slot, as long as there are inputs at least
   */
  public void removeInputs(Node node, boolean[] removed) {
    @Nullable Node[] old = new Node[node.inputCount()];
    for (int i = 0; i < old.length; i++) {
      old[i] = removed[i] ? node.inputOrNull(i) : null;
    }
    table.remove(node);
    node.removeInputs(removed);
    inputChanged(node);
    for (Node input : old) {
      released(input);
    }
  }

  /**
   * Points every use of {@code old} at {@code replacement}, then kills {@code old}. Whoever still
   * holds {@code old} finds the replacement by {@link #resolve}.
   */
  public void replace(Node old, Node replacement) {
    if (old == replacement) {
      return;
    }
    while (old.useCount() > 0) {
      int last = old.useCount() - 1;
      Node user = old.user(last);
      table.remove(user);
      user.replaceInput(old.userSlot(last), replacement);
      inputChanged(user);
    }
    kill(old, replacement);
  }

  /**
   * Simplifies and numbers a node whose inputs may have changed since it was made.
   *
   * @return the node that stands for it from now on; {@code node} itself if nothing better is
   *     known. If it is another one, uses have been moved to it and {@code node} is dead.
   */
  public Node revisit(Node node) {
    Node better = simplifier.simplify(this, node);
    if (better == node && node.op().isNumbered() && !node.numbered) {
      int hash = ValueTable.hash(node);
      Node known = table.findEqual(hash, node);
      if (known == null) {
        table.add(hash, node);
      } else {
        better = known;
      }
    }
    if (better != node) {
      replace(node, better);
    } else {
      // If it is pending it stays so in name only, and is passed over.
      node.unsettled &= Node.PENDING;
      if (isPostponed(node)) {
        unsettle(node, Node.POSTPONED);
      }
    }
    return better;
  }

  // ---------------------------------------------------------- pending nodes

  /**
   * Whether nothing has happened to {@code node} since it was last simplified by which it might
   * become simpler: it has the same inputs, it is still used, and it is no raw node.
   */
  public boolean isSettled(Node node) {
    return (node.unsettled & ~Node.PENDING) == 0;
  }

  /**
   * Whether {@code node} has other inputs than when it was simplified, so that users may become
   * simpler, too.
   */
  public boolean hasChanged(Node node) {
    return (node.unsettled & Node.CHANGED) != 0;
  }

  /** States that {@code node}, just now looked at by the simplifier, must be looked at again. */
  public void postpone(Node node) {
    postponed = node.id();
  }

  /**
   * States that {@code node} may become simpler, since something that its rules look at changed.
   */
  public void lookAt(Node node) {
    unsettle(node, Node.POSTPONED);
  }

  /** States that more or less is known of {@code node} than when its users were simplified. */
  public void stampChanged(Node node) {
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (simplifier.asksWhatIsKnown(user)) {
        unsettle(user, Node.POSTPONED);
      }
    }
  }

  /** How many nodes are pending; some of them may have died, or been settled, since. */
  public int pendingCount() {
    return pending.count();
  }

  /**
   * Takes the pending node at a place out; those are pending that have been made raw, have another
   * input, or have lost what kept a rule from being applied, and have not been simplified since.
   * The node stays unsettled until it is {@linkplain #revisit revisited}.
   *
   * @param place less than {@link #pendingCount}; 0 is what has waited longest
   * @return null if that node has been settled meanwhile
   */
  public @Nullable Node takePending(int place) {
    int id = pending.take(place);
    Node node = id < idLimit ? nodes[id] : null;
    if (node == null || (node.unsettled & Node.PENDING) == 0) {
      return null;
    }
    node.unsettled &= ~Node.PENDING;
    if (node.unsettled == 0 || !simplifier.mayBecomeSimpler(node)) {
      node.unsettled = 0;
      return null;
    }
    return node;
  }

  /** Puts pending nodes in the order in which they were made. */
  public void sortPending() {
    pending.sort();
  }

  private boolean isPostponed(Node node) {
    boolean isIt = postponed == node.id();
    if (isIt) {
      postponed = -1;
    }
    return isIt;
  }

  private void unsettle(Node node, byte why) {
    if ((node.unsettled & Node.PENDING) == 0) {
      if (!simplifier.mayBecomeSimpler(node)) {
        return;
      }
      pending.add(node.id());
    }
    node.unsettled |= (byte) (why | Node.PENDING);
  }

  private void inputChanged(Node node) {
    edits++;
    unsettle(node, Node.CHANGED);
  }

  /** Some rules ask whether an input has no other use. */
  private void useRemoved(Node node) {
    edits++;
    if (node.useCount() == 1) {
      Node user = node.user(0);
      if (simplifier.asksForOnlyUse(user, node)) {
        unsettle(user, Node.POSTPONED);
      }
    }
  }

  /** Turns a REGION into a LOOP: input 0 enters, the others are back edges. */
  public void becomeLoop(Node region) {
    edits++;
    region.becomeLoop();
  }

  /** Turns a LOOP into a REGION. */
  public void becomeRegion(Node loop) {
    edits++;
    loop.becomeRegion();
  }

  /** Notes what is known of the callee of a CALL, see {@link CallFacts}. */
  public void setCallFacts(Node call, long facts) {
    if (call.op() != Op.CALL || !CallFacts.isValid(facts)) {
      throw new IllegalArgumentException("facts " + facts + " of " + call);
    }
    call.setImmediate(facts);
  }

  // ----------------------------------------------------------------- killing

  /** Kills a node without uses, and then all inputs that thereby have none. */
  public void kill(Node node) {
    kill(node, null);
  }

  private void kill(Node node, @Nullable Node replacement) {
    if (node.useCount() != 0) {
      throw new IllegalStateException(node + " still has uses");
    }
    ArrayDeque<Node> doomed = new ArrayDeque<>();
    retire(node, replacement, doomed);
    while (!doomed.isEmpty()) {
      Node next = doomed.pop();
      if (next.isAlive() && next.useCount() == 0) {
        retire(next, null, doomed);
      }
    }
  }

  private void retire(Node node, @Nullable Node replacement, ArrayDeque<Node> doomed) {
    table.remove(node);
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null) {
        node.replaceInput(i, null);
        if (input.useCount() > 0) {
          useRemoved(input);
        } else if (diesUnused(input)) {
          doomed.push(input);
        } else {
          unsettle(input, Node.POSTPONED);
        }
      }
    }
    node.unlinkAllInputs();
    node.die(replacement);
    nodes[node.id()] = null;
    aliveCount--;
    edits++;
  }

  /**
   * Kills every node that {@code live} does not mark, whatever uses it has among its like. What is
   * left counts as {@linkplain #mayHoldGarbage free of garbage}. Linear in the graph.
   *
   * @param live indexed by id; no live node may have an input that is not live
   */
  public void retain(boolean[] live) {
    for (int id = 0; id < idLimit; id++) {
      Node node = nodes[id];
      if (node == null || live[id]) {
        continue;
      }
      table.remove(node);
      for (int i = 0; i < node.inputCount(); i++) {
        Node input = node.inputOrNull(i);
        if (input != null) {
          node.replaceInput(i, null);
          if (live[input.id()] && input.useCount() > 0) {
            useRemoved(input);
          }
        }
      }
      // A later victim may still have this one as input: its edges go first.
      while (node.useCount() > 0) {
        int last = node.useCount() - 1;
        Node user = node.user(last);
        if (live[user.id()]) {
          throw new IllegalStateException("live " + user + " uses " + node + ", which is not live");
        }
        table.remove(user);
        user.replaceInput(node.userSlot(last), null);
      }
      node.unlinkAllInputs();
      node.die(null);
      nodes[id] = null;
      aliveCount--;
      edits++;
    }
    editsWhenSwept = edits;
  }

  /** Whether anything has been changed since the graph held only what END needs. */
  public boolean mayHoldGarbage() {
    return edits != editsWhenSwept;
  }

  private void released(@Nullable Node old) {
    if (old != null && old.isAlive()) {
      if (old.useCount() > 0) {
        useRemoved(old);
      } else if (diesUnused(old)) {
        kill(old, null);
      } else {
        unsettle(old, Node.POSTPONED);
      }
    }
  }

  /** Control, and what is tied to it by effects, is removed by passes that know why. */
  private boolean diesUnused(Node node) {
    return !retaining
        && switch (node.op()) {
          case PHI, PARAMETER, INITIAL_MEMORY, PROJECTION -> node.type() != Type.CTRL;
          default -> node.op().isFloating();
        };
  }

  /** Takes back a node just made that nobody has seen. */
  private void discard(Node node) {
    table.remove(node);
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      if (input != null) {
        node.replaceInput(i, null);
        // What was made instead may have seen it as one of two users.
        if (input.useCount() > 0) {
          useRemoved(input);
        }
      }
    }
    node.unlinkAllInputs();
    node.die(null);
    nodes[node.id()] = null;
    aliveCount--;
    if (node.id() == idLimit - 1) {
      idLimit--;
    }
    if (node.useCount() == 0) {
      spare = node;
    }
  }
}
