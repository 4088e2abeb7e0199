package dev.sargasso.passes.promote;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The pass: promotes what {@link SlotUses} finds, all at once. Leaves trivial phis and dead
 * addresses for a clean-up.
 */
public final class SlotPromotion {
  private final Graph graph;
  private final List<SlotLayout> layouts;
  private final Pieces pieces;

  private SlotPromotion(Function function, List<SlotLayout> layouts) {
    graph = function.graph();
    this.layouts = layouts;
    pieces = new Pieces(function.slots().size(), layouts);
  }

  /**
   * Promotes slots of {@code function}.
   *
   * @param mayPromote asked for each address node of a slot that qualifies
   * @return how many; if there are any, simplification and a sweep should follow
   */
  public static int run(Function function, Predicate<Node> mayPromote) {
    if (function.slots().isEmpty()) {
      return 0;
    }
    Cleanup.sweep(function.graph());
    SlotUses uses = new SlotUses(function, mayPromote);
    List<SlotLayout> layouts = uses.all();
    if (!layouts.isEmpty()) {
      new SlotPromotion(function, layouts).promote(uses.order());
    }
    return layouts.size();
  }

  private void promote(NodeOrder order) {
    ControlFlow controlFlow = ControlFlow.of(graph);
    Events events = new Events(controlFlow, order, layouts, pieces);
    Renaming renaming = new Renaming(controlFlow, pieces, events);
    renaming.run();
    replace(renaming.readers(), renaming.values());
    for (SlotLayout layout : layouts) {
      for (Node use : layout.uses) {
        if (use.isAlive() && use.op() != Op.LOAD) {
          graph.replace(use, use.memory());
        }
      }
    }
  }

  private void replace(List<Node> readers, List<Node> values) {
    for (int i = 0; i < readers.size(); i++) {
      Node reader = readers.get(i);
      if (reader.op() == Op.LOAD) {
        Node value = graph.resolve(values.get(i));
        graph.replace(reader, PieceTypes.convert(graph, value, reader.type()));
      } else {
        i = store(reader, values, i);
      }
    }
  }

  /**
   * Turns a copy into stores of its pieces, whose values start at {@code from}; returns the last.
   */
  private int store(Node copy, List<Node> values, int from) {
    graph.setPosition(copy.position());
    Node token = copy.memory();
    Node control = Objects.requireNonNull(copy.control());
    long access = Access.of(Access.aliasClass(copy.immediate()));
    int i = from;
    for (int by = 0; by < Access.size(copy.immediate()); by++) {
      if (pieces.at(copy.value(1), by) != null) {
        Node offset = graph.constant(Type.I64, by);
        Node address = graph.make(Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, copy.value(0), offset);
        Node value = graph.resolve(values.get(i++));
        token = graph.make(Op.STORE, Type.MEM, access, null, control, token, address, value);
      }
    }
    graph.setPosition(0);
    graph.replace(copy, token);
    return i - 1;
  }
}
