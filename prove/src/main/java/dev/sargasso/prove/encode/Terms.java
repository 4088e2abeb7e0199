package dev.sargasso.prove.encode;

import com.microsoft.z3.ArrayExpr;
import com.microsoft.z3.BitVecExpr;
import com.microsoft.z3.BitVecNum;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.BoolSort;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import com.microsoft.z3.FuncDecl;
import com.microsoft.z3.Sort;
import dev.sargasso.ir.type.Type;

/**
 * Makes terms of one Z3 context and folds what is trivial at once, so that conditions which are
 * always true stay recognisable.
 */
public final class Terms implements AutoCloseable {
  private final Context context;
  private final BoolExpr yes;
  private final BoolExpr no;
  private final BitVecSort byteSort;
  private final BitVecSort addressSort;

  /** A new context; loads Z3 when first called. */
  public Terms() {
    context = new Context();
    yes = context.mkTrue();
    no = context.mkFalse();
    byteSort = context.mkBitVecSort(8);
    addressSort = context.mkBitVecSort(64);
  }

  Context context() {
    return context;
  }

  @Override
  public void close() {
    context.close();
  }

  BoolExpr yes() {
    return yes;
  }

  BoolExpr no() {
    return no;
  }

  BoolExpr and(BoolExpr a, BoolExpr b) {
    if (a.equals(no) || b.equals(no)) {
      return no;
    }
    return a.equals(yes) || a.equals(b) ? b : b.equals(yes) ? a : context.mkAnd(a, b);
  }

  BoolExpr or(BoolExpr a, BoolExpr b) {
    if (a.equals(yes) || b.equals(yes)) {
      return yes;
    }
    return a.equals(no) || a.equals(b) ? b : b.equals(no) ? a : context.mkOr(a, b);
  }

  BoolExpr not(BoolExpr a) {
    if (a.equals(yes)) {
      return no;
    }
    if (a.equals(no)) {
      return yes;
    }
    return a.isNot() ? (BoolExpr) a.getArgs()[0] : context.mkNot(a);
  }

  <S extends Sort> Expr<S> choose(BoolExpr condition, Expr<S> a, Expr<S> b) {
    if (condition.equals(yes) || a.equals(b)) {
      return a;
    }
    return condition.equals(no) ? b : context.mkITE(condition, a, b);
  }

  BoolExpr choose(BoolExpr condition, BoolExpr a, BoolExpr b) {
    if (condition.equals(yes) || a.equals(b)) {
      return a;
    }
    if (condition.equals(no)) {
      return b;
    }
    if (a.equals(yes) || b.equals(no)) {
      return b.equals(no) ? and(condition, a) : or(condition, b);
    }
    return a.equals(no)
        ? and(not(condition), b)
        : b.equals(yes)
            ? or(not(condition), a)
            : (BoolExpr) context.<BoolSort>mkITE(condition, a, b);
  }

  BoolExpr equal(Expr<?> a, Expr<?> b) {
    return a.equals(b) ? yes : context.mkEq(a, b);
  }

  /** An I1 as a truth value. */
  BoolExpr isSet(Expr<BitVecSort> bit) {
    if (bit instanceof BitVecNum number) {
      return number.getBigInteger().signum() != 0 ? yes : no;
    }
    return context.mkEq(bit, bits(1, 1));
  }

  /** A truth value as an I1. */
  Expr<BitVecSort> bit(BoolExpr condition) {
    return choose(condition, bits(1, 1), bits(0, 1));
  }

  BitVecExpr bits(long value, int width) {
    return context.mkBV(
        width == 64 ? Long.toUnsignedString(value) : Long.toString(value & (-1L >>> (64 - width))),
        width);
  }

  /** The constant of a canonical value. */
  BitVecExpr constant(Type type, long value) {
    return bits(value, type.bits());
  }

  BitVecExpr variable(String name, int width) {
    return context.mkBVConst(name, width);
  }

  Expr<BitVecSort> extract(Expr<BitVecSort> value, int from, int width) {
    return from == 0 && width == width(value)
        ? value
        : context.mkExtract(from + width - 1, from, value);
  }

  static int width(Expr<BitVecSort> value) {
    return value.getSort().getSize();
  }

  /** Value, with zeros above, of the given width. */
  Expr<BitVecSort> zeroExtend(Expr<BitVecSort> value, int width) {
    return width == width(value) ? value : context.mkZeroExt(width - width(value), value);
  }

  Expr<BitVecSort> signExtend(Expr<BitVecSort> value, int width) {
    return width == width(value) ? value : context.mkSignExt(width - width(value), value);
  }

  <S extends Sort> Expr<S> simplified(Expr<S> term) {
    return term.simplify();
  }

  BoolExpr simplified(BoolExpr term) {
    return (BoolExpr) term.simplify();
  }

  /** An uninterpreted function applied. */
  Expr<BitVecSort> apply(String name, int width, Expr<?>... arguments) {
    Sort[] sorts = new Sort[arguments.length];
    for (int i = 0; i < sorts.length; i++) {
      sorts[i] = arguments[i].getSort();
    }
    FuncDecl<BitVecSort> function = context.mkFuncDecl(name, sorts, context.mkBitVecSort(width));
    return function.apply(arguments);
  }

  // ------------------------------------------------------------------ arrays

  ArrayExpr<BitVecSort, BitVecSort> memoryVariable(String name) {
    return context.mkArrayConst(name, addressSort, byteSort);
  }

  Expr<?> memoryAfter(String name, Expr<BitVecSort> event) {
    return context
        .mkFuncDecl(name, new Sort[] {event.getSort()}, context.mkArraySort(addressSort, byteSort))
        .apply(event);
  }

  ArrayExpr<BitVecSort, BoolSort> everywhere(BoolExpr value) {
    return context.mkConstArray(addressSort, value);
  }
}
