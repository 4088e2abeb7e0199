package dev.sargasso.ir.interpret;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A function made ready for the sea interpreter: its graph as arrays indexed by node id. */
final class SeaFunction {
  /**
   * One way in which a memory phi passes on the state of one class.
   *
   * @param inputs for each edge the token that comes by it
   */
  // Never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record TokenPhi(int token, int[] inputs) {}

  /** What happens in one block. */
  static final class Block {
    /** GUARDs, CALLs and the terminator, in the order of control. */
    Node[] chain = {};

    /** Other nodes that must be executed: stores and the like. */
    int[] effects = {};

    /** Phis of values. */
    Node[] phis = {};

    TokenPhi[] tokenPhis = {};
  }

  /** Callee number in the image. */
  final int number;

  final Function function;
  final Graph graph;
  final ControlFlow flow;
  final FrameLayout layout;
  final int count;
  final Block[] blocks;
  final MemoryTokens tokens;
  final int[] initialTokens;

  /** For each parameter the id of its node, or -1 if it is not used. */
  final int[] parameters;

  final int classes;

  /** Whether some value is a vector. */
  final boolean hasVectors;

  // By node id.
  final @Nullable Op[] ops;
  final @Nullable Type[] operandTypes;

  /** Value inputs of floating nodes and effects; -1 where there are fewer. */
  final int[] a;

  final int[] b;
  final int[] c;

  /** The token that a LOAD reads, or that an effect replaces. */
  final int[] tokenUsed;

  /** The token that an effect defines, or NONE if nothing reads it. */
  final int[] tokenDefined;

  /** How many nodes of the block's chain control must have passed before an effect. */
  final int[] chainNeeded;

  /** For each CALL what it takes to call. */
  final @Nullable SeaCallSite[] sites;

  /** Floating users by value edges, and where each node's begin. */
  final int[] users;

  final int[] userStart;

  /** Loads by token, and where each token's begin. */
  final int[] loads;

  final int[] loadStart;

  SeaFunction(int number, Function function) {
    this.number = number;
    this.function = function;
    graph = function.graph();
    flow = ControlFlow.of(graph);
    layout = new FrameLayout(function);
    count = graph.idLimit();
    classes = function.aliasClassCount();
    blocks = new Block[flow.count()];
    tokens = new MemoryTokens(graph);
    ops = new Op[count];
    operandTypes = new Type[count];
    a = filled(count);
    b = filled(count);
    c = filled(count);
    tokenUsed = filled(count);
    tokenDefined = filled(count);
    chainNeeded = new int[count];
    sites = new SeaCallSite[count];
    boolean[] live = Reachability.liveNodes(graph);
    readChains();
    hasVectors = readNodes(live);
    readTokens();
    parameters = filled(function.signature().parameters().size());
    for (int id = 0; id < count; id++) {
      if (ops[id] == Op.PARAMETER) {
        parameters[(int) nodeAt(id).immediate()] = id;
      }
    }
    initialTokens = new int[classes];
    for (int k = 0; k < classes; k++) {
      initialTokens[k] = tokens.find(graph.start(), k);
    }
    for (Block block : blocks) {
      for (Node node : block.chain) {
        if (node.op() == Op.CALL) {
          sites[node.id()] = new SeaCallSite(node, tokens, classes);
        }
      }
    }
    userStart = new int[count + 1];
    users = findUsers(live);
    loadStart = new int[tokens.count() + 1];
    loads = findLoads(live);
  }

  /** The node of an id that is in use. */
  Node nodeAt(int id) {
    return Objects.requireNonNull(graph.node(id));
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, -1);
    return array;
  }

  private void readChains() {
    for (int i = 0; i < blocks.length; i++) {
      Block block = new Block();
      blocks[i] = block;
      ArrayDeque<Node> chain = new ArrayDeque<>();
      Node terminator = flow.terminator(i);
      Node at = terminator == null ? flow.lastToken(i) : terminator;
      while (at != flow.head(i)) {
        if (at.op() == Op.PROJECTION) {
          at = at.input(0);
        }
        chain.addFirst(at);
        at = at.input(0);
      }
      block.chain = chain.toArray(new Node[0]);
      for (int k = 0; k < block.chain.length; k++) {
        // Until readNodes, the number of chain nodes up to and with this one.
        chainNeeded[block.chain[k].id()] = k + 1;
      }
    }
  }

  /** Gives whether there are vectors. */
  private boolean readNodes(boolean[] live) {
    boolean vectors = false;
    List<List<Integer>> effects = new ArrayList<>();
    List<List<Node>> phis = new ArrayList<>();
    for (int i = 0; i < blocks.length; i++) {
      effects.add(new ArrayList<>());
      phis.add(new ArrayList<>());
    }
    for (int id = 0; id < count; id++) {
      Node node = graph.node(id);
      if (node == null || !live[id]) {
        continue;
      }
      Op op = node.op();
      ops[id] = op;
      vectors |= node.type() == Type.V128;
      int block = flow.blockOf(node);
      switch (op) {
        case PHI -> {
          if (node.type() != Type.MEM && block >= 0) {
            phis.get(block).add(node);
          }
        }
        case STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL -> {
          readOperands(node);
          int aliasClass = Access.aliasClass(node.immediate());
          tokenUsed[id] = tokens.resolve(node.memory(), aliasClass);
          if (block >= 0) {
            effects.get(block).add(id);
            chainNeeded[id] = chainPosition(node.input(0), block);
          }
        }
        case LOAD -> {
          readOperands(node);
          tokenUsed[id] = tokens.resolve(node.memory(), Access.aliasClass(node.immediate()));
        }
        default -> {
          if (op.isFloating() && !op.hasMemory()) {
            readOperands(node);
          }
        }
      }
    }
    for (int i = 0; i < blocks.length; i++) {
      blocks[i].effects = effects.get(i).stream().mapToInt(Integer::intValue).toArray();
      blocks[i].phis = phis.get(i).toArray(new Node[0]);
    }
    return vectors;
  }

  private int chainPosition(Node token, int block) {
    if (token == flow.head(block)) {
      return 0;
    }
    return chainNeeded[(token.op() == Op.PROJECTION ? token.input(0) : token).id()];
  }

  private void readOperands(Node node) {
    int id = node.id();
    int values = node.valueCount();
    if (values > 0) {
      a[id] = node.value(0).id();
      operandTypes[id] = node.value(values == 3 ? 1 : 0).type();
    }
    if (values > 1) {
      b[id] = node.value(1).id();
    }
    if (values > 2) {
      c[id] = node.value(2).id();
    }
  }

  /** Follows phis of memory, which ask for more tokens; then notes who defines what. */
  private void readTokens() {
    List<List<TokenPhi>> phis = new ArrayList<>();
    for (int i = 0; i < blocks.length; i++) {
      phis.add(new ArrayList<>());
    }
    for (int token = 0; token < tokens.count(); token++) {
      Node definition = tokens.definition(token);
      switch (definition.op()) {
        case PHI -> {
          int[] inputs = new int[definition.inputCount() - 1];
          for (int i = 0; i < inputs.length; i++) {
            inputs[i] = tokens.resolve(definition.input(i + 1), tokens.aliasClass(token));
          }
          int block = flow.blockOf(definition);
          if (block >= 0) {
            phis.get(block).add(new TokenPhi(token, inputs));
          }
        }
        case STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL ->
            tokenDefined[definition.id()] = token;
        default -> {}
      }
    }
    for (int i = 0; i < blocks.length; i++) {
      blocks[i].tokenPhis = phis.get(i).toArray(new TokenPhi[0]);
    }
  }

  private int[] findUsers(boolean[] live) {
    for (int pass = 0; ; pass++) {
      int[] result = pass == 0 ? new int[0] : new int[userStart[count]];
      int[] next = userStart.clone();
      for (int id = 0; id < count; id++) {
        Op op = ops[id];
        if (op == null || !live[id] || !op.isFloating()) {
          continue;
        }
        for (int k = 0; k < 3; k++) {
          int input = k == 0 ? a[id] : k == 1 ? b[id] : c[id];
          if (input < 0) {
            break;
          }
          if (pass == 0) {
            userStart[input + 1]++;
          } else {
            result[next[input]++] = id;
          }
        }
      }
      if (pass == 1) {
        return result;
      }
      for (int i = 0; i < count; i++) {
        userStart[i + 1] += userStart[i];
      }
    }
  }

  private int[] findLoads(boolean[] live) {
    for (int pass = 0; ; pass++) {
      int[] result = pass == 0 ? new int[0] : new int[loadStart[tokens.count()]];
      int[] next = loadStart.clone();
      for (int id = 0; id < count; id++) {
        if (ops[id] == Op.LOAD && live[id]) {
          if (pass == 0) {
            loadStart[tokenUsed[id] + 1]++;
          } else {
            result[next[tokenUsed[id]]++] = id;
          }
        }
      }
      if (pass == 1) {
        return result;
      }
      for (int i = 0; i < tokens.count(); i++) {
        loadStart[i + 1] += loadStart[i];
      }
    }
  }
}
