package dev.sargasso.passes.idiom;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * The number of one bits, spelt out as sums of ever larger fields (Warren, Hacker's Delight,
 * section 5-1), in I32 and I64.
 *
 * <p>First fields of two bits, then of four, then of eight, whose sum is at last either the top
 * byte of a product or the low byte of a few more sums. Each step has two usual spellings.
 */
final class PopulationCount {
  private PopulationCount() {}

  /** The value of which {@code root}, a SHR or AND, counts the bits; null if it does not. */
  static @Nullable Node counted(Node root) {
    Type type = root.type();
    if (type != Type.I32 && type != Type.I64) {
      return null;
    }
    Node bytes =
        root.op() == Op.SHR
            ? byProduct(root, type)
            : root.op() == Op.AND ? bySums(root, type) : null;
    Node nibbles = bytes == null ? null : inBytes(bytes, type);
    Node pairs = nibbles == null ? null : inNibbles(nibbles, type);
    return pairs == null ? null : inPairs(pairs, type);
  }

  /** {@code x} of {@code (x * 0x0101...) >> (width - 8)}. */
  private static @Nullable Node byProduct(Node root, Type type) {
    Node product = root.value(0);
    return root.value(1).isConstant(type.bits() - 8L)
            && product.op() == Op.MUL
            && product.value(1).isConstant(mask(type, 0x01))
        ? product.value(0)
        : null;
  }

  /** {@code x} of {@code x + (x >> 8) = y, y + (y >> 16) = z, ..., z & 0x7F}. */
  private static @Nullable Node bySums(Node root, Type type) {
    if (!root.value(1).isConstant()) {
      return null;
    }
    long mask = root.value(1).immediate();
    if (mask < type.bits() || mask > 0xFF || (mask & (mask + 1)) != 0) {
      return null;
    }
    Node at = root.value(0);
    int seen = 0;
    while (seen != type.bits() - 8) {
      if (at.op() != Op.ADD) {
        return null;
      }
      Node whole = at.value(0);
      Node shifted = at.value(1);
      if (!isShifted(shifted, whole)) {
        whole = at.value(1);
        shifted = at.value(0);
      }
      if (!isShifted(shifted, whole)) {
        return null;
      }
      long count = shifted.value(1).immediate();
      if ((count != 8 && count != 16 && count != 32) || (seen & (int) count) != 0) {
        return null;
      }
      seen |= (int) count;
      at = whole;
    }
    return at;
  }

  private static boolean isShifted(Node node, Node whole) {
    return node.op() == Op.SHR && node.value(0) == whole && node.value(1).isConstant();
  }

  private static @Nullable Node inBytes(Node node, Type type) {
    if (node.op() == Op.AND && node.value(1).isConstant(mask(type, 0x0F))) {
      Node sum = node.value(0);
      if (sum.op() != Op.ADD) {
        return null;
      }
      return isShiftedBy(sum.value(1), sum.value(0), 4)
          ? sum.value(0)
          : isShiftedBy(sum.value(0), sum.value(1), 4) ? sum.value(1) : null;
    }
    return sumOfFields(node, 4, mask(type, 0x0F));
  }

  private static @Nullable Node inNibbles(Node node, Type type) {
    return sumOfFields(node, 2, mask(type, 0x33));
  }

  private static @Nullable Node inPairs(Node node, Type type) {
    if (node.op() == Op.SUB) {
      Node x = node.value(0);
      Node odd = node.value(1);
      return odd.op() == Op.AND
              && odd.value(1).isConstant(mask(type, 0x55))
              && isShiftedBy(odd.value(0), x, 1)
          ? x
          : null;
    }
    return sumOfFields(node, 1, mask(type, 0x55));
  }

  /** {@code x} of {@code (x & mask) + ((x >> by) & mask)}. */
  private static @Nullable Node sumOfFields(Node node, int by, long mask) {
    if (node.op() != Op.ADD) {
      return null;
    }
    Node a = node.value(0);
    Node b = node.value(1);
    if (a.op() != Op.AND
        || b.op() != Op.AND
        || !a.value(1).isConstant(mask)
        || !b.value(1).isConstant(mask)) {
      return null;
    }
    if (isShiftedBy(b.value(0), a.value(0), by)) {
      return a.value(0);
    }
    return isShiftedBy(a.value(0), b.value(0), by) ? b.value(0) : null;
  }

  private static boolean isShiftedBy(Node node, Node whole, int by) {
    return isShifted(node, whole) && node.value(1).isConstant(by);
  }

  private static long mask(Type type, int pattern) {
    return type.canonical(0x0101_0101_0101_0101L * pattern);
  }
}
