package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * OFFSET and differences of pointers.
 *
 * <p>Canonical: an address is {@code OFFSET(OFFSET(p, index), constant)}, the constant outermost
 * and alone. Accesses to neighbouring elements and fields then share everything but the constant,
 * and the back end finds base, index, scale and displacement without search.
 */
final class PointerRules {
  private PointerRules() {}

  static @Nullable Node offset(Rewrite r, Node node) {
    Node p = node.value(0);
    Node by = node.value(1);
    if (by.isConstant(0) && r.fires(Rule.OFFSET_ZERO)) {
      return p;
    }
    if (by.isConstant()) {
      if (isByConstant(p) && r.fires(Rule.OFFSET_CONSTANTS)) {
        long sum = p.value(1).immediate() + by.immediate();
        return r.make(
            Op.OFFSET,
            Type.PTR,
            node.immediate() & p.immediate(),
            p.value(0),
            r.constant(Type.I64, sum));
      }
      return null;
    }
    if (isByConstant(p) && r.fires(Rule.OFFSET_CONSTANT_OUTWARD)) {
      long flags = node.immediate() & p.immediate();
      Node inner = r.make(Op.OFFSET, Type.PTR, flags, p.value(0), by);
      return r.make(Op.OFFSET, Type.PTR, flags, inner, p.value(1));
    }
    if (Rewrite.isWithConstant(by, Op.ADD) && r.fires(Rule.OFFSET_BY_SUM)) {
      long flags = node.immediate();
      Node inner = r.make(Op.OFFSET, Type.PTR, flags, p, by.value(0));
      return r.make(Op.OFFSET, Type.PTR, flags, inner, by.value(1));
    }
    if (p.isConstant(0) && r.fires(Rule.OFFSET_OF_NULL)) {
      return r.make(Op.BITCAST, Type.PTR, by);
    }
    return null;
  }

  static boolean isByConstant(Node node) {
    return node.op() == Op.OFFSET && node.value(1).isConstant();
  }

  /** The difference of two pointers of which one is an offset from the other, or null. */
  static @Nullable Node difference(Rewrite r, Node node) {
    Node a = node.value(0);
    Node b = node.value(1);
    if (!isFromPointer(a) || !isFromPointer(b)) {
      return null;
    }
    Node p = a.value(0);
    Node q = b.value(0);
    Type type = node.type();
    if (p.op() == Op.OFFSET && p.value(0) == q && r.fires(Rule.POINTER_DIFFERENCE)) {
      return p.value(1);
    }
    if (q.op() == Op.OFFSET && q.value(0) == p && r.fires(Rule.POINTER_DIFFERENCE)) {
      return r.make(Op.NEG, type, q.value(1));
    }
    if (p.op() == Op.OFFSET
        && q.op() == Op.OFFSET
        && p.value(0) == q.value(0)
        && r.fires(Rule.POINTER_DIFFERENCE)) {
      return r.make(Op.SUB, type, p.value(1), q.value(1));
    }
    if (isByConstant(p) && r.fires(Rule.POINTER_DIFFERENCE_CONSTANT)) {
      return r.make(
          Op.ADD, type, r.make(Op.SUB, type, r.make(Op.BITCAST, type, p.value(0)), b), p.value(1));
    }
    if (isByConstant(q) && r.fires(Rule.POINTER_DIFFERENCE_CONSTANT)) {
      return r.withConstant(
          Op.ADD,
          type,
          r.make(Op.SUB, type, a, r.make(Op.BITCAST, type, q.value(0))),
          -q.value(1).immediate());
    }
    return null;
  }

  private static boolean isFromPointer(Node node) {
    return node.op() == Op.BITCAST && node.value(0).type() == Type.PTR;
  }
}
