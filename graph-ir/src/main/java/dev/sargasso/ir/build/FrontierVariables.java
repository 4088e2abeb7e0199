package dev.sargasso.ir.build;

import dev.sargasso.ir.cfg.FlowGraph;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Notes which blocks read and write which variables while the function is built, and finds the
 * values once all of it is there, by {@link PhiPlacement}.
 *
 * <p>Within a block, a read after a write or another read is known at once. The first read of a
 * variable in a block that has not written it gives a stand-in: a phi without inputs, which nothing
 * looks into, since its region seems to have one. Renaming replaces it.
 */
final class FrontierVariables implements Variables {
  private final Graph graph;
  private final Blocks blocks;
  private final SsaConstruction construction;
  private final VariableTypes types = new VariableTypes();
  private final DefinitionTable values = new DefinitionTable();

  /** The region of all stand-ins; part of no function. */
  private final Node nowhere;

  private final Log reads = new Log();
  private final Log writes = new Log();

  /** By variable: the block that wrote it last. */
  private int[] lastWriter = new int[0];

  private long phis;

  FrontierVariables(Graph graph, Blocks blocks, SsaConstruction construction) {
    this.graph = graph;
    this.blocks = blocks;
    this.construction = construction;
    nowhere = graph.makeRaw(Op.REGION, Type.CTRL, 0, null, graph.start());
  }

  private static long key(int block, int variable) {
    return ((long) block << 32) | variable;
  }

  @Override
  public int declare(Type type) {
    return types.declare(type);
  }

  @Override
  public Node read(int variable, int block) {
    long key = key(block, variable);
    Node value = values.get(key);
    if (value == null) {
      value = types.emptyPhi(graph, variable, nowhere);
      values.put(key, value);
      reads.add(variable, block, value);
    }
    return graph.resolve(value);
  }

  @Override
  public void write(int variable, int block, Node value) {
    values.put(key(block, variable), value);
    if (variable >= lastWriter.length) {
      int old = lastWriter.length;
      lastWriter = Arrays.copyOf(lastWriter, Math.max(variable + 1, 2 * old));
      Arrays.fill(lastWriter, old, lastWriter.length, -1);
    }
    if (lastWriter[variable] != block) {
      lastWriter[variable] = block;
      writes.add(variable, block, null);
    }
  }

  @Override
  public Node readMemory(int aliasClass, int block) {
    return read(types.memory(aliasClass), block);
  }

  @Override
  public void writeMemory(int aliasClass, int block, Node token) {
    write(types.memory(aliasClass), block, token);
  }

  @Override
  public void seal(int block) {}

  @Override
  public void finish() {
    FlowGraph flow = blocks.flow();
    int[] numbers = new int[blocks.count()];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < flow.count(); i++) {
      numbers[flow.formerNumber(i)] = i;
    }
    PhiPlacement placement = new PhiPlacement(flow, graph, types.count());
    for (int i = 0; i < writes.count; i++) {
      if (numbers[writes.blocks[i]] >= 0) {
        placement.define(writes.variables[i], numbers[writes.blocks[i]]);
      }
    }
    for (int i = 0; i < reads.count; i++) {
      if (numbers[reads.blocks[i]] >= 0) {
        placement.expose(reads.variables[i], numbers[reads.blocks[i]]);
      }
    }
    Renaming renaming = new Renaming(flow);
    phis = placement.place(construction, renaming);
    placement.rename(renaming);
    for (int i = 0; i < placement.phiCount(); i++) {
      fillUp(placement.phi(i), placement.phiVariable(i));
    }
    for (int i = 0; i < reads.count; i++) {
      if (numbers[reads.blocks[i]] < 0) {
        replace(i, types.undefined(graph, reads.variables[i]));
      }
    }
    graph.kill(nowhere);
  }

  /** What comes from blocks that are not reached does not matter, but must be there. */
  private void fillUp(Node phi, int variable) {
    for (int i = 1; i < phi.inputCount(); i++) {
      if (phi.inputOrNull(i) == null) {
        graph.setInput(phi, i, types.undefined(graph, variable));
      }
    }
  }

  private void replace(int read, Node value) {
    Node standIn = reads.nodes[read];
    if (standIn != null) {
      graph.replace(standIn, value);
    }
  }

  @Override
  public long phiCount() {
    return phis;
  }

  @Override
  public long removedCount() {
    return 0;
  }

  /** Replaces stand-ins, block by block. */
  private final class Renaming implements PhiPlacement.Body {
    private final FlowGraph flow;

    Renaming(FlowGraph flow) {
      this.flow = flow;
    }

    @Override
    public Node newPhi(int variable, int block) {
      int at = flow.formerNumber(block);
      Node head = blocks.headOrNull(at);
      if (head == null || !head.op().isRegion()) {
        throw new IllegalStateException("block " + at + " has several predecessors but no region");
      }
      return types.phi(graph, variable, head, blocks.predecessorCount(at));
    }

    @Override
    public Node undefined(int variable) {
      return types.undefined(graph, variable);
    }

    @Override
    public void visit(int block, PhiPlacement.Values current) {
      int at = flow.formerNumber(block);
      for (int i = reads.first(at); i >= 0; i = reads.next[i]) {
        replace(i, current.read(reads.variables[i]));
      }
      for (int i = writes.first(at); i >= 0; i = writes.next[i]) {
        int variable = writes.variables[i];
        Node value = values.get(key(at, variable));
        if (value != null) {
          current.write(variable, graph.resolve(value));
        }
      }
    }
  }

  /** Reads or writes, as lists by block. */
  private static final class Log {
    private int[] first = new int[0];
    private int[] next = new int[64];
    private int[] variables = new int[64];
    private int[] blocks = new int[64];
    private @Nullable Node[] nodes = new Node[64];
    private int count;

    void add(int variable, int block, @Nullable Node node) {
      if (block >= first.length) {
        int old = first.length;
        first = Arrays.copyOf(first, Math.max(block + 1, 2 * old));
        Arrays.fill(first, old, first.length, -1);
      }
      if (count == next.length) {
        next = Arrays.copyOf(next, 2 * count);
        variables = Arrays.copyOf(variables, 2 * count);
        blocks = Arrays.copyOf(blocks, 2 * count);
        nodes = Arrays.copyOf(nodes, 2 * count);
      }
      variables[count] = variable;
      blocks[count] = block;
      nodes[count] = node;
      next[count] = first[block];
      first[block] = count++;
    }

    int first(int block) {
      return block < first.length ? first[block] : -1;
    }
  }
}
