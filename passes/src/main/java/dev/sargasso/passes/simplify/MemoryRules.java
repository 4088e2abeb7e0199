package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Loads, stores, and the parts of memory.
 *
 * <p>A load looks back along its token for the store that it reads, past stores that cannot touch
 * the same bytes, a few steps at most. It then <em>is</em> the stored value, which needs no token.
 * It never moves to an earlier token: in between that token may be replaced, and then the load
 * could not be placed.
 */
final class MemoryRules {
  /** How many stores a load looks past; bounds the cost of a load. */
  private static final int LOOK_BACK = 12;

  private MemoryRules() {}

  static @Nullable Node load(Rewrite r, Node node) {
    Node address = node.value(0);
    Type type = node.type();
    Node token = node.memory();
    for (int step = 0; step < LOOK_BACK; step++) {
      Op op = token.op();
      if (op != Op.STORE && op != Op.MEMORY_FILL && op != Op.MEMORY_COPY) {
        break;
      }
      Node target = token.value(0);
      long size = op == Op.STORE ? token.value(1).type().bytes() : Access.size(token.immediate());
      if (op == Op.STORE && !Access.isVolatile(token.immediate())) {
        Node forwarded = forward(r, type, address, target, token.value(1));
        if (forwarded != null) {
          return forwarded;
        }
      }
      if (op == Op.MEMORY_FILL
          && token.value(1).isConstant(0)
          && Aliasing.isInside(address, type.bytes(), target, size)
          && r.fires(Rule.LOAD_OF_ZEROED)) {
        return r.zero(type);
      }
      if (!Aliasing.areDisjoint(address, type.bytes(), target, size)) {
        break;
      }
      token = token.memory();
    }
    if (node.control() != null
        && isInsideSlot(address, type.bytes())
        && r.fires(Rule.LOAD_IS_SAFE)) {
      return r.load(type, node.immediate(), node.memory(), address);
    }
    return null;
  }

  /** The value that a load finds behind a store to {@code target}, if it reads just that. */
  private static @Nullable Node forward(
      Rewrite r, Type type, Node address, Node target, Node stored) {
    if (address != target) {
      return null;
    }
    Type from = stored.type();
    if (from == type) {
      return r.fires(Rule.LOAD_OF_STORED) ? stored : null;
    }
    if (from.bits() == type.bits() && canBitcast(from, type)) {
      return r.fires(Rule.LOAD_OF_STORED_BITS) ? r.make(Op.BITCAST, type, stored) : null;
    }
    // Little-endian: the low part comes first.
    if (from.isInteger()
        && type.isInteger()
        && type != Type.I1
        && from.bits() > type.bits()
        && r.fires(Rule.LOAD_OF_STORED_PART)) {
      return r.make(Op.TRUNCATE, type, stored);
    }
    return null;
  }

  private static boolean canBitcast(Type from, Type to) {
    return from.isInteger() ? to == Type.PTR || to.isFloat() : to.isInteger();
  }

  private static boolean isInsideSlot(Node address, int size) {
    Node base = address;
    long offset = 0;
    if (PointerRules.isByConstant(address)) {
      base = address.value(0);
      offset = address.value(1).immediate();
    }
    return base.attribute() instanceof StackSlot slot
        && offset >= 0
        && offset <= slot.size() - size;
  }

  static @Nullable Node store(Rewrite r, Node node) {
    if (Access.isVolatile(node.immediate())) {
      return null;
    }
    Node address = node.value(0);
    Node value = node.value(1);
    Node before = node.memory();
    if (value.op() == Op.LOAD
        && value.memory() == before
        && value.value(0) == address
        && r.fires(Rule.STORE_OF_LOADED)) {
      return before;
    }
    Node control = node.control();
    // Whoever sees the state before sees it through this store, which hides it.
    if (control == null
        || before.op() != Op.STORE
        || Access.isVolatile(before.immediate())
        || !Aliasing.isInside(
            before.value(0), before.value(1).type().bytes(), address, value.type().bytes())) {
      return null;
    }
    if (!r.wholeGraph()) {
      r.postpone(node);
      return null;
    }
    return before.useCount() == 1 && r.fires(Rule.STORE_OVERWRITTEN)
        ? r.store(node, control, before.memory())
        : null;
  }

  static @Nullable Node copy(Rewrite r, Node node) {
    if (Access.isVolatile(node.immediate())) {
      return null;
    }
    return (node.value(0) == node.value(1) || Access.size(node.immediate()) == 0)
            && r.fires(Rule.COPY_TO_SELF)
        ? node.memory()
        : null;
  }

  // ------------------------------------------------------------ memory parts

  static @Nullable Node part(Rewrite r, Node node) {
    Node whole = node.memory();
    int aliasClass = (int) node.immediate();
    if (whole.op() == Op.MEMORY_MERGE) {
      for (int i = 1; i < whole.inputCount(); i++) {
        if (aliasClass(whole.input(i)) == aliasClass) {
          return r.fires(Rule.PART_OF_MERGE) ? whole.input(i) : null;
        }
      }
      return r.fires(Rule.PART_OF_MERGE)
          ? r.make(Op.MEMORY_PART, Type.MEM, aliasClass, whole.input(0))
          : null;
    }
    if (whole.op() == Op.INITIAL_MEMORY
        && whole.immediate() == Access.ANY_CLASS
        && r.fires(Rule.PART_OF_INITIAL)) {
      return r.make(Op.INITIAL_MEMORY, Type.MEM, aliasClass, whole.input(0));
    }
    return null;
  }

  static @Nullable Node merge(Rewrite r, Node node) {
    Node whole = node.input(0);
    int count = node.inputCount();
    int kept = 1;
    for (int i = 1; i < count; i++) {
      if (!isPartOf(node.input(i), whole)) {
        kept++;
      }
    }
    if (kept == count && count > 1) {
      return null;
    }
    if (!r.fires(Rule.MERGE_OF_PARTS)) {
      return null;
    }
    if (kept == 1) {
      return whole;
    }
    @Nullable Node[] inputs = new Node[count];
    int at = 0;
    inputs[at++] = whole;
    for (int i = 1; i < count; i++) {
      if (!isPartOf(node.input(i), whole)) {
        inputs[at++] = node.input(i);
      }
    }
    return r.make(Op.MEMORY_MERGE, Type.MEM, 0, Arrays.copyOf(inputs, kept));
  }

  private static boolean isPartOf(Node part, Node whole) {
    return switch (part.op()) {
      case MEMORY_PART -> part.memory() == whole;
      case INITIAL_MEMORY -> whole.op() == Op.INITIAL_MEMORY;
      default -> false;
    };
  }

  /** The alias class that a token is the state of. */
  static int aliasClass(Node token) {
    return switch (token.op()) {
      case PHI, INITIAL_MEMORY, MEMORY_PART -> (int) token.immediate();
      case STORE, MEMORY_COPY, MEMORY_FILL -> Access.aliasClass(token.immediate());
      case PROJECTION ->
          token.input(0).op() == Op.VOLATILE_LOAD
              ? Access.aliasClass(token.input(0).immediate())
              : Access.ANY_CLASS;
      default -> Access.ANY_CLASS;
    };
  }
}
