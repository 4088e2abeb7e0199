package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.dead.Cleanup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pass: promotes what {@link SlotUses} finds, all at once. Leaves trivial phis and dead
 * addresses for a clean-up.
 */
public final class SlotPromotion {
  /** Steps along tokens that each node of the graph pays for. */
  private static final long STEPS_PER_NODE = 32;

  private static final long LEAST_STEPS = 20_000;

  private final Graph graph;
  private final List<SlotLayout> layouts;
  private final Pieces pieces;
  private final PieceValues values;

  /** Loads and copies whose values are needed, with these values in the same order. */
  private final List<Node> readers = new ArrayList<>();

  private final List<Node> found = new ArrayList<>();

  private SlotPromotion(Function function, List<SlotLayout> layouts) {
    graph = function.graph();
    this.layouts = layouts;
    pieces = new Pieces(function.slots().size(), layouts);
    long budget = Math.max(LEAST_STEPS, STEPS_PER_NODE * graph.size());
    values = new PieceValues(graph, pieces, budget);
  }

  /**
   * Promotes slots of {@code function}, whose graph must be free of garbage.
   *
   * @return how many; if there are any, simplification and a sweep should follow
   */
  public static int run(Function function) {
    if (function.slots().isEmpty()) {
      return 0;
    }
    Cleanup.sweep(function.graph());
    List<SlotLayout> layouts = new SlotUses(function).all();
    // The search may exceed its budget if there is much to promote; then half of it may do.
    for (int count = layouts.size(); count > 0; count /= 2) {
      List<SlotLayout> some = layouts.subList(0, count);
      if (new SlotPromotion(function, some).promote()) {
        return count;
      }
      Cleanup.sweep(function.graph());
    }
    return 0;
  }

  private boolean promote() {
    for (SlotLayout layout : layouts) {
      for (Node use : layout.uses) {
        if (!findValues(use)) {
          return false;
        }
      }
    }
    replaceReaders();
    for (SlotLayout layout : layouts) {
      for (Node use : layout.uses) {
        if (use.isAlive() && use.op() != Op.LOAD) {
          graph.replace(use, use.memory());
        }
      }
    }
    return true;
  }

  /** Finds what a load reads, and what a copy to other memory brings there. */
  private boolean findValues(Node use) {
    if (use.op() == Op.LOAD) {
      Piece piece = Objects.requireNonNull(pieces.at(use.value(0)));
      return note(use, values.value(piece, use.memory()));
    }
    if (use.op() == Op.MEMORY_COPY && !pieces.isPromoted(use.value(0))) {
      for (int by = 0; by < Access.size(use.immediate()); by++) {
        Piece piece = pieces.at(use.value(1), by);
        if (piece != null && !note(use, values.value(piece, use.memory()))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean note(Node reader, @Nullable Node value) {
    if (value == null) {
      return false;
    }
    readers.add(reader);
    found.add(value);
    return true;
  }

  private void replaceReaders() {
    for (int i = 0; i < readers.size(); i++) {
      Node reader = readers.get(i);
      if (reader.op() == Op.LOAD) {
        Node value = graph.resolve(found.get(i));
        graph.replace(reader, PieceTypes.convert(graph, value, reader.type()));
      } else if (reader.op() == Op.MEMORY_COPY) {
        i = store(reader, i);
      }
    }
  }

  /**
   * Turns a copy into stores of its pieces, whose values start at {@code from}; returns the last.
   */
  private int store(Node copy, int from) {
    graph.setPosition(copy.position());
    Node token = copy.memory();
    Node control = Objects.requireNonNull(copy.control());
    long access = Access.of(Access.aliasClass(copy.immediate()));
    int i = from;
    for (int by = 0; by < Access.size(copy.immediate()); by++) {
      if (pieces.at(copy.value(1), by) == null) {
        continue;
      }
      Node address =
          graph.make(
              Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, copy.value(0), graph.constant(Type.I64, by));
      Node value = graph.resolve(found.get(i++));
      token = graph.make(Op.STORE, Type.MEM, access, null, control, token, address, value);
    }
    graph.setPosition(0);
    graph.replace(copy, token);
    return i - 1;
  }
}
