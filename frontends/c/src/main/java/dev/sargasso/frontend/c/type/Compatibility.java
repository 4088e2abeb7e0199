package dev.sargasso.frontend.c.type;

import java.util.ArrayList;
import java.util.List;

/** Compatible and composite types (C11 6.2.7). */
public final class Compatibility {
  private Compatibility() {}

  /** Whether two types are compatible, qualifiers included. */
  public static boolean compatible(final CType left, final CType right) {
    if (left.isError() || right.isError()) {
      return true;
    }
    return left.qualifiers() == right.qualifiers()
        && compatibleUnqualified(left.unqualified(), right.unqualified());
  }

  /** Whether two types are compatible when their own qualifiers are left aside. */
  public static boolean compatibleUnqualified(final CType first, final CType second) {
    final CType left = first.unqualified();
    final CType right = second.unqualified();
    if (left.equals(right) || left.isError() || right.isError()) {
      return true;
    }
    if (left instanceof EnumType enumeration && right instanceof IntegerType) {
      return enumeration.representation() == right;
    }
    if (right instanceof EnumType enumeration && left instanceof IntegerType) {
      return enumeration.representation() == left;
    }
    if (left instanceof PointerType(CType a) && right instanceof PointerType(CType b)) {
      return compatible(a, b);
    }
    if (left instanceof ArrayType(CType a, long n) && right instanceof ArrayType(CType b, long m)) {
      return compatible(a, b) && (n == m || n == ArrayType.UNKNOWN || m == ArrayType.UNKNOWN);
    }
    return left instanceof FunctionType a
        && right instanceof FunctionType b
        && compatibleFunctions(a, b);
  }

  /** Whether two types are arrays of the same lengths all the way in, or both no arrays. */
  public static boolean sameShape(final CType first, final CType second) {
    CType left = first.unqualified();
    CType right = second.unqualified();
    while (left instanceof ArrayType(CType a, long n)
        && right instanceof ArrayType(CType b, long m)) {
      if (n != m && n != ArrayType.UNKNOWN && m != ArrayType.UNKNOWN) {
        return false;
      }
      left = a.unqualified();
      right = b.unqualified();
    }
    return !(left instanceof ArrayType) && !(right instanceof ArrayType);
  }

  private static boolean compatibleFunctions(final FunctionType left, final FunctionType right) {
    if (!compatible(left.result(), right.result())) {
      return false;
    }
    if (!left.prototyped() || !right.prototyped()) {
      final FunctionType known = left.prototyped() ? left : right;
      for (final CType parameter : known.parameters()) {
        if (!compatibleUnqualified(parameter, Conversions.promoteArgument(parameter))) {
          return false;
        }
      }
      return !known.variadic();
    }
    if (left.variadic() != right.variadic()
        || left.parameters().size() != right.parameters().size()) {
      return false;
    }
    for (int index = 0; index < left.parameters().size(); index++) {
      if (!compatibleUnqualified(left.parameters().get(index), right.parameters().get(index))) {
        return false;
      }
    }
    return true;
  }

  /** What two compatible types of one thing come to together (6.2.7, 3). */
  public static CType composite(final CType left, final CType right) {
    return composite(left.unqualified(), right.unqualified(), left)
        .qualified(left.qualifiers() | right.qualifiers());
  }

  private static CType composite(final CType left, final CType right, final CType otherwise) {
    if (left instanceof ArrayType(CType a, long n) && right instanceof ArrayType(CType b, long m)) {
      return new ArrayType(composite(a, b), n == ArrayType.UNKNOWN ? m : n);
    }
    if (left instanceof PointerType(CType a) && right instanceof PointerType(CType b)) {
      return new PointerType(composite(a, b));
    }
    if (left instanceof FunctionType a && right instanceof FunctionType b) {
      if (!a.prototyped() || !b.prototyped()) {
        return a.prototyped() ? a : b;
      }
      final List<CType> parameters = new ArrayList<>();
      for (int index = 0; index < a.parameters().size(); index++) {
        parameters.add(composite(a.parameters().get(index), b.parameters().get(index)));
      }
      return new FunctionType(composite(a.result(), b.result()), parameters, a.variadic(), true);
    }
    return left.isError() ? right : otherwise.unqualified();
  }
}
