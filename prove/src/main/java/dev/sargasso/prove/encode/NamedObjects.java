package dev.sargasso.prove.encode;

import com.microsoft.z3.ArraySort;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.BoolSort;
import com.microsoft.z3.Expr;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;

/**
 * The objects that a function knows by name, where they lie, and how memory is cut into parts.
 *
 * <p>Each object has a region of addresses of its own, told by the upper bits; where in it the
 * object begins is open, unless it is a slot whose address does not escape. Parameters point into
 * no stack slot of this activation. An access that starts from an object and leaves its region
 * breaks a promise.
 */
final class NamedObjects {
  private static final int REGION_BITS = 32;
  private static final long SLOTS = 0x7001L << 16;
  private static final long SYMBOLS = 0x7002L << 16;
  private static final long PRIVATE_SLOTS = 0x7003L << 16;
  private static final int MAX_PARTS = 4000;

  private final Terms terms;
  private final Map<String, Integer> symbols;
  private final BitSet escaping;
  private final int slotCount;
  private final int classCount;

  /**
   * Looks at the slots of {@code function}.
   *
   * @param symbols numbers of symbols, shared by all states of a function that are compared
   */
  NamedObjects(Terms terms, Function function, Map<String, Integer> symbols) throws NotEncodable {
    this.terms = terms;
    this.symbols = symbols;
    slotCount = function.slots().size();
    classCount = function.aliasClassCount();
    escaping = new BitSet(slotCount);
    Graph graph = function.graph();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.attribute() instanceof StackSlot slot) {
        if (escapes(node)) {
          escaping.set(slot.index());
        }
      }
    }
    if ((long) classCount * (slotCount + 1) > MAX_PARTS) {
      throw new NotEncodable("too many stack slots and alias classes");
    }
  }

  /** Whether somebody else may come to know the address. */
  private static boolean escapes(Node slotNode) {
    ArrayDeque<Node> addresses = new ArrayDeque<>();
    addresses.add(slotNode);
    while (!addresses.isEmpty()) {
      Node address = addresses.removeLast();
      for (int i = 0; i < address.useCount(); i++) {
        Node user = address.user(i);
        int slot = address.userSlot(i);
        boolean harmless =
            switch (user.op()) {
              case LOAD, EQ, NE, MEMORY_COPY, VOLATILE_LOAD -> true;
              case STORE, MEMORY_FILL -> slot == user.op().firstValue();
              case OFFSET -> {
                if (slot == 0) {
                  addresses.add(user);
                }
                yield slot == 0;
              }
              default -> false;
            };
        if (!harmless) {
          return true;
        }
      }
    }
    return false;
  }

  int classCount() {
    return classCount;
  }

  int partCount() {
    return classCount * (slotCount + 1);
  }

  int classOf(int part) {
    return part / (slotCount + 1);
  }

  /** Whether others may reach the part: it belongs to no single slot. */
  boolean isShared(int part) {
    return part % (slotCount + 1) == 0;
  }

  int sharedPart(int aliasClass) {
    return aliasClass * (slotCount + 1);
  }

  /** The part that an access of this class through {@code address} touches. */
  int partOf(int aliasClass, Node address) {
    StackSlot slot = root(address).attribute() instanceof StackSlot found ? found : null;
    return slot == null || escaping.get(slot.index())
        ? sharedPart(aliasClass)
        : sharedPart(aliasClass) + 1 + slot.index();
  }

  /** Where an address comes from: offsets taken away. */
  private static Node root(Node address) {
    Node at = address;
    while (at.op() == Op.OFFSET) {
      at = at.value(0);
    }
    return at;
  }

  Expr<ArraySort<BitVecSort, BitVecSort>> initialBytes(int part) {
    return terms.memoryVariable(
        isShared(part) ? "memory" + classOf(part) : "unwritten" + part % (slotCount + 1));
  }

  Expr<ArraySort<BitVecSort, BoolSort>> initialUnspecified(int part) {
    return terms.everywhere(isShared(part) ? terms.no() : terms.yes());
  }

  @SuppressWarnings("unchecked")
  Expr<ArraySort<BitVecSort, BitVecSort>> afterCall(int part, Expr<BitVecSort> event) {
    return (Expr<ArraySort<BitVecSort, BitVecSort>>)
        terms.memoryAfter("memory-after" + classOf(part), event);
  }

  // --------------------------------------------------------------- addresses

  Expr<BitVecSort> address(StackSlot slot) {
    if (!escaping.get(slot.index())) {
      return terms.bits((PRIVATE_SLOTS + slot.index()) << REGION_BITS, 64);
    }
    return somewhere(SLOTS + slot.index(), "slot" + slot.index());
  }

  Expr<BitVecSort> address(String symbol) {
    return somewhere(SYMBOLS + number(symbol), "symbol-" + symbol);
  }

  private long number(String symbol) {
    return symbols.computeIfAbsent(symbol, key -> symbols.size());
  }

  /** In the lower half of a region, at a multiple of 64, so that the object fits in. */
  private Expr<BitVecSort> somewhere(long region, String name) {
    Expr<BitVecSort> low =
        terms.context().mkConcat(terms.variable(name, REGION_BITS - 7), terms.bits(0, 6));
    return terms
        .context()
        .mkConcat(terms.bits(region, 64 - REGION_BITS), terms.zeroExtend(low, REGION_BITS));
  }

  /** Whether a pointer that comes from outside is outside of all slots of this activation. */
  BoolExpr isOutside(Expr<BitVecSort> pointer) {
    return terms.not(terms.equal(terms.extract(pointer, 48, 16), terms.bits(SLOTS >> 16, 16)));
  }

  /** Whether an access through {@code node} at {@code address} leaves the object it may touch. */
  BoolExpr leavesObject(Node node, Expr<BitVecSort> address, int size) {
    Node root = root(node);
    if (root == node && root.op() != Op.STACK_SLOT) {
      return terms.no();
    }
    return switch (root.op()) {
      case STACK_SLOT -> {
        StackSlot slot = (StackSlot) Objects.requireNonNull(root.attribute());
        Expr<BitVecSort> from = terms.context().mkBVSub(address, address(slot));
        long room = (long) slot.size() - size;
        yield room < 0
            ? terms.yes()
            : terms.not(terms.context().mkBVULE(from, terms.bits(room, 64)));
      }
      case SYMBOL ->
          terms.not(
              terms.equal(
                  terms.extract(address, REGION_BITS, 64 - REGION_BITS),
                  terms.bits(
                      SYMBOLS + number((String) Objects.requireNonNull(root.attribute())),
                      64 - REGION_BITS)));
      case PARAMETER -> terms.not(isOutside(address));
      default -> terms.no();
    };
  }

  /** Whether the address is in a slot of this activation, which is gone once it returns. */
  BoolExpr isInSlot(Expr<BitVecSort> address) {
    return escaping.isEmpty() ? terms.no() : terms.not(isOutside(address));
  }
}
