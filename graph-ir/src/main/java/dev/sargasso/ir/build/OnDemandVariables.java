package dev.sargasso.ir.build;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The current value of each variable at the end of each block, and the phis that this takes (Braun
 * et al. 2013, sections 2 and 3.1), with explicit stacks instead of recursion.
 */
final class OnDemandVariables implements Variables {
  private final Graph graph;
  private final Blocks blocks;
  private final DefinitionTable definitions = new DefinitionTable();
  private final VariableTypes types = new VariableTypes();

  /** Phis without inputs in unsealed blocks, chained per block. */
  private int[] incompleteHead = new int[0];

  private @Nullable Node[] incompletePhi = new Node[16];
  private int[] incompleteVariable = new int[16];
  private int[] incompleteNext = new int[16];
  private int incompleteCount;

  /** Phis in sealed blocks whose inputs are to be looked up: triples in parallel arrays. */
  private final ArrayDeque<Node> pendingPhis = new ArrayDeque<>();

  private int[] pendingBlocks = new int[16];
  private int[] pendingVariables = new int[16];

  private long phis;
  private long removed;

  OnDemandVariables(Graph graph, Blocks blocks) {
    this.graph = graph;
    this.blocks = blocks;
  }

  @Override
  public int declare(Type type) {
    return types.declare(type);
  }

  @Override
  public void writeMemory(int aliasClass, int block, Node token) {
    write(types.memory(aliasClass), block, token);
  }

  @Override
  public Node readMemory(int aliasClass, int block) {
    return read(types.memory(aliasClass), block);
  }

  private static long key(int block, int variable) {
    return ((long) block << 32) | variable;
  }

  @Override
  public void write(int variable, int block, Node value) {
    definitions.put(key(block, variable), value);
  }

  private @Nullable Node known(int variable, int block) {
    Node value = definitions.get(key(block, variable));
    if (value != null && !value.isAlive()) {
      value = graph.resolve(value);
      definitions.put(key(block, variable), value);
    }
    return value;
  }

  @Override
  public Node read(int variable, int block) {
    Node value = known(variable, block);
    if (value == null) {
      value = lookUp(variable, block);
      completePending();
      value = graph.resolve(value);
    }
    return value;
  }

  /** Finds or makes the value at the end of {@code block}; phis made on the way become pending. */
  private Node lookUp(int variable, int block) {
    int at = block;
    Node value;
    for (int steps = 0; ; steps++) {
      value = known(variable, at);
      if (value != null) {
        break;
      }
      if (!blocks.isSealed(at)) {
        value = emptyPhi(variable, at);
        addIncomplete(at, variable, value);
        write(variable, at, value);
        break;
      }
      int predecessors = blocks.predecessorCount(at);
      // More steps than blocks: a cycle that cannot be reached.
      if (predecessors == 0 || steps > blocks.count()) {
        value = types.undefined(graph, variable);
        write(variable, at, value);
        break;
      }
      if (predecessors > 1) {
        value = emptyPhi(variable, at);
        write(variable, at, value);
        addPending(value, at, variable);
        break;
      }
      at = blocks.predecessor(at, 0);
    }
    // Remember it in every block that was passed.
    for (int b = block; b != at; b = blocks.predecessor(b, 0)) {
      write(variable, b, value);
    }
    return value;
  }

  private Node emptyPhi(int variable, int block) {
    Node head = blocks.headOrNull(block);
    if (head == null || !head.op().isRegion()) {
      throw new IllegalStateException("block " + block + " has several predecessors but no region");
    }
    phis++;
    return types.emptyPhi(graph, variable, head);
  }

  private void addIncomplete(int block, int variable, Node phi) {
    if (block >= incompleteHead.length) {
      int old = incompleteHead.length;
      incompleteHead = Arrays.copyOf(incompleteHead, Math.max(block + 1, 2 * old));
      Arrays.fill(incompleteHead, old, incompleteHead.length, -1);
    }
    if (incompleteCount == incompletePhi.length) {
      int capacity = 2 * incompleteCount;
      incompletePhi = Arrays.copyOf(incompletePhi, capacity);
      incompleteVariable = Arrays.copyOf(incompleteVariable, capacity);
      incompleteNext = Arrays.copyOf(incompleteNext, capacity);
    }
    incompletePhi[incompleteCount] = phi;
    incompleteVariable[incompleteCount] = variable;
    incompleteNext[incompleteCount] = incompleteHead[block];
    incompleteHead[block] = incompleteCount++;
  }

  /** Completes the phis that were made in {@code block} before it was sealed. */
  @Override
  public void seal(int block) {
    if (block >= incompleteHead.length) {
      return;
    }
    for (int i = incompleteHead[block]; i >= 0; i = incompleteNext[i]) {
      Node phi = incompletePhi[i];
      incompletePhi[i] = null;
      if (phi != null && phi.isAlive()) {
        addPending(phi, block, incompleteVariable[i]);
      }
    }
    incompleteHead[block] = -1;
    completePending();
  }

  @Override
  public void finish() {}

  @Override
  public long phiCount() {
    return phis;
  }

  @Override
  public long removedCount() {
    return removed;
  }

  private void addPending(Node phi, int block, int variable) {
    int at = pendingPhis.size();
    if (at == pendingBlocks.length) {
      pendingBlocks = Arrays.copyOf(pendingBlocks, 2 * at);
      pendingVariables = Arrays.copyOf(pendingVariables, 2 * at);
    }
    pendingBlocks[at] = block;
    pendingVariables[at] = variable;
    pendingPhis.addLast(phi);
  }

  private void completePending() {
    while (!pendingPhis.isEmpty()) {
      Node phi = pendingPhis.removeLast();
      int at = pendingPhis.size();
      int block = pendingBlocks[at];
      int variable = pendingVariables[at];
      for (int i = 0; i < blocks.predecessorCount(block); i++) {
        Node value = lookUp(variable, blocks.predecessor(block, i));
        graph.addInput(phi, value);
      }
      removeIfTrivial(phi);
    }
  }

  /**
   * Replaces a phi whose inputs are all one value (or itself), then looks again at the phis that
   * used it. A phi still waiting for its inputs has none and is left alone.
   */
  private void removeIfTrivial(Node first) {
    ArrayDeque<Node> work = new ArrayDeque<>();
    work.push(first);
    while (!work.isEmpty()) {
      Node phi = work.pop();
      if (!phi.isAlive() || phi.inputCount() != 1 + phi.input(0).inputCount()) {
        continue;
      }
      Node same = onlyInput(phi);
      if (same == null) {
        continue;
      }
      for (int i = 0; i < phi.useCount(); i++) {
        Node user = phi.user(i);
        if (user != phi && user.op() == Op.PHI) {
          work.push(user);
        }
      }
      // A phi that uses itself only through itself: cut that first.
      for (int i = 1; i < phi.inputCount(); i++) {
        if (phi.input(i) == phi) {
          graph.setInput(phi, i, same);
        }
      }
      graph.replace(phi, same);
      removed++;
    }
  }

  /** The one input other than the phi itself, or null if there are two or none. */
  private static @Nullable Node onlyInput(Node phi) {
    Node same = null;
    for (int i = 1; i < phi.inputCount(); i++) {
      Node input = phi.input(i);
      if (input == phi || input == same) {
        continue;
      }
      if (same != null) {
        return null;
      }
      same = input;
    }
    return same;
  }
}
