package dev.sargasso.passes.forward;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.memory.EarliestBlocks;
import java.util.Arrays;
import org.eclipse.collections.impl.map.mutable.primitive.LongIntHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The answers to one question for a value: nodes, phis over other answers, which may go round, and
 * loads to be made at the end of a block. Nothing is made before it is known to be wanted.
 */
final class Answers {
  /** Stands for "not known". */
  static final int NONE = -1;

  private final Graph graph;
  private final ControlFlow controlFlow;
  private final EarliestBlocks earliest;

  /** By memory phi and address: the last answer there that was made; and from there on others. */
  private final LongIntHashMap firstMade = new LongIntHashMap();

  private Node[] madeValue = new Node[16];
  private long[] madeKind = new long[16];
  private int[] nextMade = new int[16];
  private int madeCount = 1;

  private long inserted;
  private int count;
  private Node[] node = new Node[16];

  /** By answer: the node is a value; else the memory phi where a load or phi is to be made. */
  private Kind[] kind = new Kind[16];

  private Node[] address = new Node[16];
  private int[] edge = new int[16];

  /** By answer that is a phi: its inputs. */
  private int[][] inputs = new int[16][];

  private @Nullable Node[] made = new Node[16];

  private enum Kind {
    VALUE,
    LOAD,
    PHI
  }

  Answers(Graph graph, ControlFlow controlFlow, EarliestBlocks earliest) {
    this.graph = graph;
    this.controlFlow = controlFlow;
    this.earliest = earliest;
  }

  void clear() {
    count = 0;
  }

  /** Forgets the answers from {@code from} on. */
  void truncate(int from) {
    count = from;
  }

  private int add(Kind newKind, Node newNode, Node newAddress, int newEdge) {
    if (count == node.length) {
      int capacity = 2 * count;
      node = Arrays.copyOf(node, capacity);
      kind = Arrays.copyOf(kind, capacity);
      address = Arrays.copyOf(address, capacity);
      edge = Arrays.copyOf(edge, capacity);
      inputs = Arrays.copyOf(inputs, capacity);
      made = Arrays.copyOf(made, capacity);
    }
    kind[count] = newKind;
    node[count] = newNode;
    address[count] = newAddress;
    edge[count] = newEdge;
    made[count] = null;
    return count++;
  }

  /** A value that is there. */
  int value(Node value) {
    return add(Kind.VALUE, value, value, 0);
  }

  /** A load at the end of the predecessor from which {@code memoryPhi} has input {@code atEdge}. */
  int load(Node memoryPhi, int atEdge, Node ofAddress) {
    return add(Kind.LOAD, memoryPhi, ofAddress, atEdge);
  }

  /** A phi beside {@code memoryPhi} for {@code ofAddress}, yet without inputs. */
  int phi(Node memoryPhi, Node ofAddress) {
    int phi = add(Kind.PHI, memoryPhi, ofAddress, 0);
    inputs[phi] = new int[memoryPhi.inputCount() - 1];
    Arrays.fill(inputs[phi], NONE);
    return phi;
  }

  void setInput(int phi, int at, int answer) {
    inputs[phi][at] = answer;
  }

  /** The phi beside {@code memoryPhi} for {@code ofAddress} that is there already, or NONE. */
  int knownPhi(Node memoryPhi, Node ofAddress) {
    for (int i = 0; i < count; i++) {
      if (kind[i] == Kind.PHI && node[i] == memoryPhi && address[i] == ofAddress) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * What {@code like} reads from {@code ofAddress} in the state {@code memoryPhi}, if a load of the
   * same type and kind has made that before: another phi of the same would go round beside it
   * forever. Else null.
   */
  @Nullable Node madeBefore(Node memoryPhi, Node ofAddress, Node like) {
    int tries = 0;
    for (int i = firstMade.get(key(memoryPhi, ofAddress)); i != 0 && tries < 4; i = nextMade[i]) {
      if (madeValue[i].isAlive()
          && madeValue[i].type() == like.type()
          && madeKind[i] == like.immediate()) {
        return madeValue[i];
      }
      tries++;
    }
    return null;
  }

  private static long key(Node memoryPhi, Node ofAddress) {
    return ((long) memoryPhi.id() << 32) | ofAddress.id();
  }

  private void note(Node memoryPhi, Node ofAddress, Node value, Node like) {
    if (madeCount == madeValue.length) {
      madeValue = Arrays.copyOf(madeValue, 2 * madeCount);
      madeKind = Arrays.copyOf(madeKind, 2 * madeCount);
      nextMade = Arrays.copyOf(nextMade, 2 * madeCount);
    }
    long key = key(memoryPhi, ofAddress);
    madeValue[madeCount] = value;
    madeKind[madeCount] = like.immediate();
    nextMade[madeCount] = firstMade.get(key);
    firstMade.put(key, madeCount++);
  }

  /** Whether the answer is a value that is there already. */
  boolean isThere(int answer) {
    simplify();
    return kind[resolve(answer)] == Kind.VALUE;
  }

  /** Whether the answer is a load yet to be made. */
  boolean isLoad(int answer) {
    return kind[answer] == Kind.LOAD;
  }

  // ------------------------------------------------------------------- making

  /**
   * Makes what an answer says.
   *
   * @param like the load that is answered; those to be made are of its kind
   */
  Node make(int answer, Node like) {
    simplify();
    int wanted = resolve(answer);
    boolean[] needed = needed(wanted);
    for (int i = 0; i < count; i++) {
      if (needed[i]) {
        made[i] =
            switch (kind[i]) {
              case VALUE -> node[i];
              case LOAD -> makeLoad(i, like);
              case PHI -> {
                Node phi = graph.makeRaw(Op.PHI, like.type(), 0, null, region(i));
                earliest.put(phi, controlFlow.blockOf(region(i)));
                yield phi;
              }
            };
      }
    }
    for (int i = 0; i < count; i++) {
      Node phi = made[i];
      if (needed[i] && kind[i] == Kind.PHI && phi != null) {
        for (int input : inputs[i]) {
          Node of = made[resolve(input)];
          if (of == null) {
            throw new IllegalStateException("no answer for an input of " + phi);
          }
          graph.addInput(phi, of);
        }
        note(node[i], address[i], phi, like);
      }
    }
    Node result = made[wanted];
    if (result == null) {
      throw new IllegalStateException("no answer");
    }
    return result;
  }

  private Node region(int answer) {
    return node[answer].input(0);
  }

  private Node makeLoad(int answer, Node like) {
    int at = edge[answer];
    int block = controlFlow.predecessor(controlFlow.blockOf(region(answer)), at);
    Node token = node[answer].input(at + 1);
    Node control = like.control() == null ? null : controlFlow.lastToken(block);
    inserted++;
    return graph.make(
        Op.LOAD, like.type(), like.immediate(), null, control, token, address[answer]);
  }

  /** Loads made so far. */
  long inserted() {
    return inserted;
  }

  /** Phis all of whose inputs are one answer, or themselves, become that. */
  private void simplify() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < count; i++) {
        if (kind[i] == Kind.PHI && edge[i] == 0) {
          int only = onlyInput(i);
          if (only != NONE) {
            // Marks it as one that stands for another.
            edge[i] = 1 + only;
            changed = true;
          }
        }
      }
    }
  }

  private int onlyInput(int phi) {
    int only = NONE;
    for (int input : inputs[phi]) {
      int resolved = resolve(input);
      if (resolved == phi) {
        continue;
      }
      if (only != NONE && only != resolved && !isSameValue(only, resolved)) {
        return NONE;
      }
      only = resolved;
    }
    return only;
  }

  private boolean isSameValue(int a, int b) {
    return kind[a] == Kind.VALUE && kind[b] == Kind.VALUE && node[a] == node[b];
  }

  private int resolve(int answer) {
    int at = answer;
    while (kind[at] == Kind.PHI && edge[at] != 0) {
      at = edge[at] - 1;
    }
    return at;
  }

  private boolean[] needed(int wanted) {
    boolean[] needed = new boolean[count];
    int[] stack = new int[count];
    int depth = 0;
    needed[wanted] = true;
    stack[depth++] = wanted;
    while (depth > 0) {
      int at = stack[--depth];
      if (kind[at] == Kind.PHI) {
        for (int input : inputs[at]) {
          int resolved = resolve(input);
          if (!needed[resolved]) {
            needed[resolved] = true;
            stack[depth++] = resolved;
          }
        }
      }
    }
    return needed;
  }
}
