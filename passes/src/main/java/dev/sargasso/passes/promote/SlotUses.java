package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.memory.NodeOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which slots of a function can be promoted, and how each is cut into pieces. */
final class SlotUses {
  private final @Nullable SlotLayout[] layouts;

  private final @Nullable NodeOrder order;

  /**
   * Looks at all slots of {@code function}.
   *
   * @param mayPromote asked for each slot whose address does not escape
   */
  SlotUses(Function function, Predicate<Node> mayPromote) {
    layouts = new SlotLayout[function.slots().size()];
    Graph graph = function.graph();
    if (!collectSlots(graph, mayPromote)) {
      order = null;
      return;
    }
    order = NodeOrder.of(graph);
    collectUses(order);
    cut();
    shareCuts();
  }

  /** The live nodes, each behind its inputs. */
  NodeOrder order() {
    return Objects.requireNonNull(order);
  }

  /** Everything that is promotable. */
  List<SlotLayout> all() {
    List<SlotLayout> found = new ArrayList<>();
    for (SlotLayout layout : layouts) {
      if (layout != null && layout.isPromotable()) {
        found.add(layout);
      }
    }
    return found;
  }

  private @Nullable SlotLayout layout(Node address) {
    StackSlot slot = SlotAddress.slot(address);
    return slot == null ? null : layouts[slot.index()];
  }

  // ----------------------------------------------------------------- escapes

  private boolean collectSlots(Graph graph, Predicate<Node> mayPromote) {
    boolean any = false;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.attribute() instanceof StackSlot slot) {
        SlotLayout layout = layouts[slot.index()];
        if (layout == null) {
          layout = new SlotLayout(slot);
          layouts[slot.index()] = layout;
        }
        if (layout.isPromotable() && (escapes(node) || !mayPromote.test(node))) {
          layout.refuse();
        }
        any |= layout.isPromotable();
      }
    }
    return any;
  }

  private static boolean escapes(Node slotNode) {
    ArrayDeque<Node> addresses = new ArrayDeque<>();
    addresses.add(slotNode);
    while (!addresses.isEmpty()) {
      Node address = addresses.removeLast();
      for (int i = 0; i < address.useCount(); i++) {
        Node user = address.user(i);
        if (SlotAddress.isConstantOffset(user)) {
          addresses.add(user);
        } else if (!isAccess(user, address.userSlot(i))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether an address in this input of {@code user} is only accessed. */
  private static boolean isAccess(Node user, int input) {
    return switch (user.op()) {
      case LOAD -> true;
      case STORE, MEMORY_FILL ->
          input == user.op().firstValue() && !Access.isVolatile(user.immediate());
      case MEMORY_COPY -> !Access.isVolatile(user.immediate());
      default -> false;
    };
  }

  // -------------------------------------------------------------------- cuts

  private void collectUses(NodeOrder order) {
    for (int i = 0; i < order.count(); i++) {
      Node node = order.node(i);
      switch (node.op()) {
        case LOAD, STORE, MEMORY_FILL -> note(node, node.value(0));
        case MEMORY_COPY -> {
          note(node, node.value(0));
          note(node, node.value(1));
        }
        default -> {}
      }
    }
  }

  private void note(Node node, Node address) {
    SlotLayout layout = layout(address);
    if (layout != null) {
      layout.uses.add(node);
      layout.accessIn(Access.aliasClass(node.immediate()));
    }
  }

  private void cut() {
    for (SlotLayout layout : layouts) {
      if (layout == null) {
        continue;
      }
      for (Node use : layout.uses) {
        if (use.op() == Op.LOAD) {
          layout.cut(SlotAddress.offset(use.value(0)), use.type());
        } else if (use.op() == Op.STORE) {
          layout.cut(SlotAddress.offset(use.value(0)), use.value(1).type());
        } else if (use.op() == Op.MEMORY_FILL
            && !layout.holds(SlotAddress.offset(use.value(0)), Access.size(use.immediate()))) {
          layout.refuse();
        }
      }
    }
  }

  /** Carries cuts over copies until nothing changes, then cuts what copies and fills touch else. */
  private void shareCuts() {
    ArrayDeque<SlotLayout> changed = new ArrayDeque<>();
    for (SlotLayout layout : layouts) {
      if (layout != null) {
        changed.add(layout);
      }
    }
    share(changed);
    for (SlotLayout layout : layouts) {
      if (layout == null) {
        continue;
      }
      for (Node use : layout.uses) {
        if (use.op() == Op.MEMORY_FILL) {
          fill(layout, SlotAddress.offset(use.value(0)), use, changed);
        } else if (use.op() == Op.MEMORY_COPY) {
          for (int side = 0; side < 2; side++) {
            if (layout(use.value(side)) == layout) {
              fill(layout, SlotAddress.offset(use.value(side)), use, changed);
            }
          }
        }
      }
      share(changed);
    }
    for (SlotLayout layout : layouts) {
      if (layout != null) {
        checkEdges(layout);
      }
    }
  }

  private static void fill(
      SlotLayout layout, long offset, Node use, ArrayDeque<SlotLayout> changed) {
    int size = Access.size(use.immediate());
    if (layout.isPromotable() && layout.holds(offset, size)) {
      if (layout.fillGaps((int) offset, (int) offset + size)) {
        changed.add(layout);
      }
    }
  }

  private void share(ArrayDeque<SlotLayout> changed) {
    while (!changed.isEmpty()) {
      SlotLayout layout = changed.removeFirst();
      for (Node use : layout.uses) {
        if (use.op() == Op.MEMORY_COPY) {
          for (int side = 0; side < 2; side++) {
            SlotLayout other = layout(use.value(1 - side));
            if (layout(use.value(side)) == layout && other != null) {
              share(layout, SlotAddress.offset(use.value(side)), use, side, other, changed);
            }
          }
        }
      }
    }
  }

  private static void share(
      SlotLayout layout,
      long offset,
      Node copy,
      int side,
      SlotLayout other,
      ArrayDeque<SlotLayout> changed) {
    int size = Access.size(copy.immediate());
    if (!layout.holds(offset, size)) {
      layout.refuse();
    }
    if (!layout.isPromotable() || !other.isPromotable()) {
      return;
    }
    long otherOffset = SlotAddress.offset(copy.value(1 - side));
    boolean cuts = false;
    for (int i = 0; i < size; i++) {
      Type type = layout.typeAt((int) offset + i);
      if (type != null && i + type.bytes() <= size) {
        cuts |= other.cut(otherOffset + i, type);
      }
    }
    if (cuts) {
      changed.add(other);
    }
  }

  /** No piece may lie across the edge of what is copied or filled. */
  private void checkEdges(SlotLayout layout) {
    for (Node use : layout.uses) {
      if (use.op() != Op.MEMORY_COPY && use.op() != Op.MEMORY_FILL) {
        continue;
      }
      int sides = use.op() == Op.MEMORY_COPY ? 2 : 1;
      for (int side = 0; side < sides; side++) {
        if (layout(use.value(side)) == layout) {
          long offset = SlotAddress.offset(use.value(side));
          int size = Access.size(use.immediate());
          if (!layout.holds(offset, size)) {
            layout.refuse();
          }
          layout.mustNotCross((int) offset);
          layout.mustNotCross((int) offset + size);
        }
      }
    }
  }
}
