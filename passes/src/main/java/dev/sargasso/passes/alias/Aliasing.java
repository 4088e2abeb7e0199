package dev.sargasso.passes.alias;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.Objects;

/**
 * Whether two accesses touch common bytes, as far as their addresses tell. An address is a base and
 * a constant; behind the base, further offsets lead to the object that it points into.
 */
public final class Aliasing {
  /** How many offsets are followed to an object; chains are short once they are simplified. */
  private static final int MAX_OFFSETS = 6;

  private Aliasing() {}

  /** Whether {@code size} bytes at {@code a} and {@code otherSize} bytes at {@code b} are apart. */
  public static boolean areDisjoint(Node a, long size, Node b, long otherSize) {
    Node base = base(a);
    Node otherBase = base(b);
    if (base == otherBase) {
      long distance = constant(b) - constant(a);
      // Modulo two to the 64: far enough ahead, and far enough behind.
      return Long.compareUnsigned(distance, size) >= 0
          && Long.compareUnsigned(-distance, otherSize) >= 0;
    }
    Node object = object(a);
    Node otherObject = object(b);
    return areDistinct(object, otherObject)
        && staysInside(a, size, object)
        && staysInside(b, otherSize, otherObject);
  }

  /**
   * Whether {@code load} cannot read what {@code store}, which comes before it, has written, since
   * their type tags promise so. This is no reason to let a store go before a load, for memory may
   * change its type when it is written.
   */
  public static boolean areOfDistinctTypes(Node load, Node store) {
    int tag = Access.tag(load.immediate());
    int otherTag = Access.tag(store.immediate());
    if (tag == Access.ANY_TYPE || otherTag == Access.ANY_TYPE) {
      return false;
    }
    Type type = load.type();
    Type stored = store.value(1).type();
    return (type != stored && type != Type.V128 && stored != Type.V128)
        || (tag != otherTag && tag != Access.OWN_TYPE && otherTag != Access.OWN_TYPE);
  }

  /** Whether all of {@code size} bytes at {@code a} are among {@code outerSize} at {@code b}. */
  public static boolean isInside(Node a, long size, Node b, long outerSize) {
    if (base(a) != base(b)) {
      return false;
    }
    long distance = constant(a) - constant(b);
    return distance >= 0 && distance <= outerSize - size;
  }

  /** Whether the node is an offset by a constant. */
  public static boolean isByConstant(Node node) {
    return node.op() == Op.OFFSET && node.value(1).isConstant();
  }

  /** The address without the constant that is added to it last. */
  public static Node base(Node address) {
    return isByConstant(address) ? address.value(0) : address;
  }

  /** The constant, in bytes, that is added last to get the address. */
  public static long constant(Node address) {
    return isByConstant(address) ? address.value(1).immediate() : 0;
  }

  private static Node object(Node address) {
    Node at = address;
    for (int i = 0; i < MAX_OFFSETS && at.op() == Op.OFFSET; i++) {
      at = at.value(0);
    }
    return at;
  }

  private static boolean areDistinct(Node object, Node other) {
    return switch (object.op()) {
      case STACK_SLOT ->
          other.op() == Op.SYMBOL
              || (other.op() == Op.STACK_SLOT
                  && !Objects.equals(object.attribute(), other.attribute()));
      case SYMBOL ->
          other.op() == Op.STACK_SLOT
              || (other.op() == Op.SYMBOL
                  && !Objects.equals(object.attribute(), other.attribute()));
      default -> false;
    };
  }

  /** Whether the address, which leads to {@code object}, is known not to leave it. */
  private static boolean staysInside(Node address, long size, Node object) {
    if (address == object) {
      return true;
    }
    if ((address.immediate() & Op.IN_BOUNDS) != 0) {
      return true;
    }
    return base(address) == object
        && object.attribute() instanceof StackSlot slot
        && constant(address) >= 0
        && constant(address) <= slot.size() - size;
  }
}
