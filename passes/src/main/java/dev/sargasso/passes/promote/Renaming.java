package dev.sargasso.passes.promote;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.DominanceFrontiers;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of every piece wherever it is read.
 *
 * <p>After Cytron, Ferrante, Rosen, Wegman and Zadeck, "Efficiently Computing Static Single
 * Assignment Form and the Control Dependence Graph" (1991): phis at the iterated dominance
 * frontiers of the blocks that write a piece, unless it is only read where it has just been
 * written; then one walk over the dominator tree, which always has the current value of each piece
 * at hand. Within a block, {@link Events} come in the order of their memory tokens.
 */
final class Renaming {
  private final Graph graph;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final Pieces pieces;
  private final Events events;

  /** By piece: its value at the place of the walk; null is no value yet. */
  private final @Nullable Node[] current;

  // What the walk changed, to be taken back: pieces and their former values.
  private int[] changedPieces = new int[64];
  private @Nullable Node[] formerValues = new Node[64];
  private int changedCount;

  // By block: phis placed at its head, as lists.
  private final int[] firstPhi;
  private final List<Node> phis = new ArrayList<>();
  private final List<Piece> phiPieces = new ArrayList<>();
  private int[] nextPhi = new int[16];

  /** Readers (loads, and copies to other memory, once for each piece) and what they read. */
  private final List<Node> readers = new ArrayList<>();

  private final List<Node> values = new ArrayList<>();

  Renaming(ControlFlow controlFlow, Pieces pieces, Events events) {
    this.controlFlow = controlFlow;
    this.pieces = pieces;
    this.events = events;
    graph = controlFlow.graph();
    dominators = controlFlow.dominators();
    current = new Node[pieces.count()];
    firstPhi = new int[controlFlow.count()];
    Arrays.fill(firstPhi, -1);
  }

  /** Does all that the class says. */
  void run() {
    placePhis();
    walk();
  }

  /** All readers; a copy appears once for each piece that it reads, from low to high offsets. */
  List<Node> readers() {
    return readers;
  }

  /** What each reader reads, in the type of the piece. */
  List<Node> values() {
    return values;
  }

  // ------------------------------------------------------------- placing phis

  private void placePhis() {
    int count = pieces.count();
    boolean[] readAfar = new boolean[count];
    int[] writtenIn = new int[count];
    Arrays.fill(writtenIn, -1);
    // The blocks that write each piece, as lists.
    int[] firstWrite = new int[count];
    Arrays.fill(firstWrite, -1);
    int[] writes = new int[64];
    int[] nextWrite = new int[64];
    int writeCount = 0;
    List<Piece> touched = new ArrayList<>();
    for (int block = 0; block < controlFlow.count(); block++) {
      for (int e = events.first(block); e >= 0; e = events.next(e)) {
        Node node = events.node(e);
        touched.clear();
        collectRead(node, touched);
        for (Piece piece : touched) {
          readAfar[piece.id()] |= writtenIn[piece.id()] != block;
        }
        touched.clear();
        collectWritten(node, touched);
        for (Piece piece : touched) {
          if (writtenIn[piece.id()] == block) {
            continue;
          }
          writtenIn[piece.id()] = block;
          if (writeCount == writes.length) {
            writes = Arrays.copyOf(writes, 2 * writeCount);
            nextWrite = Arrays.copyOf(nextWrite, 2 * writeCount);
          }
          writes[writeCount] = block;
          nextWrite[writeCount] = firstWrite[piece.id()];
          firstWrite[piece.id()] = writeCount++;
        }
        for (int i = events.firstLoad(node); i >= 0; i = events.nextLoad(i)) {
          int id = Objects.requireNonNull(pieces.at(events.load(i).value(0))).id();
          readAfar[id] |= writtenIn[id] != block;
        }
      }
    }
    DominanceFrontiers.Iterated frontiers =
        new DominanceFrontiers.Iterated(controlFlow, dominators);
    int[] blocks = new int[controlFlow.count()];
    for (int id = 0; id < count; id++) {
      int size = 0;
      // What the entry writes meets nothing else: it dominates everything.
      for (int w = readAfar[id] ? firstWrite[id] : -1; w >= 0; w = nextWrite[w]) {
        if (writes[w] != 0) {
          blocks[size++] = writes[w];
        }
      }
      if (size > 0) {
        for (int block : frontiers.frontier(blocks, size)) {
          placePhi(block, pieces.byId(id));
        }
      }
    }
  }

  private void placePhi(int block, Piece piece) {
    Node region = controlFlow.head(block);
    @Nullable Node[] inputs = new Node[1 + region.inputCount()];
    inputs[0] = region;
    Node phi = graph.makeRaw(Op.PHI, piece.type(), 0, null, inputs);
    int index = phis.size();
    if (index == nextPhi.length) {
      nextPhi = Arrays.copyOf(nextPhi, 2 * index);
    }
    phis.add(phi);
    phiPieces.add(piece);
    nextPhi[index] = firstPhi[block];
    firstPhi[block] = index;
  }

  /** The pieces that a copy reads. */
  private void collectRead(Node node, List<Piece> found) {
    if (node.op() == Op.MEMORY_COPY) {
      collect(node, node.value(1), found);
    }
  }

  private void collectWritten(Node node, List<Piece> found) {
    switch (node.op()) {
      case STORE -> {
        Piece piece = pieces.at(node.value(0));
        if (piece != null) {
          found.add(piece);
        }
      }
      case MEMORY_COPY, MEMORY_FILL -> collect(node, node.value(0), found);
      default -> {}
    }
  }

  private void collect(Node node, Node address, List<Piece> found) {
    if (pieces.isPromoted(address)) {
      for (int by = 0; by < Access.size(node.immediate()); by++) {
        Piece piece = pieces.at(address, by);
        if (piece != null) {
          found.add(piece);
        }
      }
    }
  }

  // ----------------------------------------------------------------- walking

  private void walk() {
    int[] path = new int[controlFlow.count() + 1];
    int[] nextChild = new int[controlFlow.count() + 1];
    int[] mark = new int[controlFlow.count() + 1];
    int depth = 0;
    path[depth] = 0;
    visit(0);
    depth++;
    while (depth > 0) {
      int block = path[depth - 1];
      int i = nextChild[depth - 1]++;
      if (i >= dominators.childCount(block)) {
        depth--;
        takeBack(mark[depth]);
        continue;
      }
      int child = dominators.child(block, i);
      mark[depth] = changedCount;
      path[depth] = child;
      nextChild[depth++] = 0;
      visit(child);
    }
  }

  private void takeBack(int mark) {
    while (changedCount > mark) {
      changedCount--;
      current[changedPieces[changedCount]] = formerValues[changedCount];
    }
  }

  private void write(Piece piece, Node value) {
    if (changedCount == changedPieces.length) {
      changedPieces = Arrays.copyOf(changedPieces, 2 * changedCount);
      formerValues = Arrays.copyOf(formerValues, 2 * changedCount);
    }
    changedPieces[changedCount] = piece.id();
    formerValues[changedCount++] = current[piece.id()];
    current[piece.id()] = PieceTypes.convert(graph, value, piece.type());
  }

  /** The value of a piece here; zero where nothing has been written on some path. */
  private Node read(Piece piece) {
    Node value = current[piece.id()];
    return value != null ? value : graph.zero(piece.type());
  }

  private void visit(int block) {
    for (int p = firstPhi[block]; p >= 0; p = nextPhi[p]) {
      write(phiPieces.get(p), phis.get(p));
    }
    for (int e = events.first(block); e >= 0; e = events.next(e)) {
      Node node = events.node(e);
      switch (node.op()) {
        case STORE -> {
          Piece piece = pieces.at(node.value(0));
          if (piece != null) {
            write(piece, node.value(1));
          }
        }
        case MEMORY_FILL -> fill(node);
        case MEMORY_COPY -> copy(node);
        default -> {}
      }
      for (int i = events.firstLoad(node); i >= 0; i = events.nextLoad(i)) {
        Node load = events.load(i);
        readers.add(load);
        values.add(read(Objects.requireNonNull(pieces.at(load.value(0)))));
      }
    }
    for (int i = 0; i < controlFlow.successorCount(block); i++) {
      int edge = controlFlow.predecessorIndex(block, i);
      for (int p = firstPhi[controlFlow.successor(block, i)]; p >= 0; p = nextPhi[p]) {
        graph.setInput(phis.get(p), edge + 1, read(phiPieces.get(p)));
      }
    }
  }

  private void fill(Node node) {
    if (!pieces.isPromoted(node.value(0))) {
      return;
    }
    for (int by = 0; by < Access.size(node.immediate()); by++) {
      Piece piece = pieces.at(node.value(0), by);
      if (piece != null) {
        write(piece, filled(piece.type(), node.value(1)));
      }
    }
  }

  private void copy(Node node) {
    boolean from = pieces.isPromoted(node.value(1));
    boolean to = pieces.isPromoted(node.value(0));
    int size = Access.size(node.immediate());
    if (from && !to) {
      for (int by = 0; by < size; by++) {
        Piece piece = pieces.at(node.value(1), by);
        if (piece != null) {
          readers.add(node);
          values.add(read(piece));
        }
      }
    } else if (to) {
      // All is read before anything is written.
      @Nullable Node[] read = new Node[size];
      for (int by = 0; by < size; by++) {
        Piece piece = pieces.at(node.value(0), by);
        if (piece != null) {
          read[by] =
              from
                  ? read(Objects.requireNonNull(pieces.at(node.value(1), by)))
                  : loaded(piece.type(), node, by);
        }
      }
      for (int by = 0; by < size; by++) {
        Node value = read[by];
        if (value != null) {
          write(Objects.requireNonNull(pieces.at(node.value(0), by)), value);
        }
      }
    }
  }

  /** What a copy brings from other memory. */
  private Node loaded(Type type, Node copy, int by) {
    graph.setPosition(copy.position());
    Node offset = graph.constant(Type.I64, by);
    Node address = graph.make(Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, copy.value(1), offset);
    long access = Access.of(Access.aliasClass(copy.immediate()));
    Node load = graph.make(Op.LOAD, type, access, null, copy.control(), copy.memory(), address);
    graph.setPosition(0);
    return load;
  }

  /** A value of {@code type} of which each byte is {@code value}. */
  private Node filled(Type type, Node value) {
    Type integer =
        switch (type.bytes()) {
          case 1 -> Type.I8;
          case 2 -> Type.I16;
          case 4 -> Type.I32;
          default -> Type.I64;
        };
    Node all = value;
    if (integer != Type.I8) {
      Node wide = graph.make(Op.ZERO_EXTEND, integer, 0, null, value);
      Node ones = graph.constant(integer, 0x0101_0101_0101_0101L);
      all = graph.make(Op.MUL, integer, 0, null, wide, ones);
    }
    return PieceTypes.convert(graph, all, type);
  }
}
