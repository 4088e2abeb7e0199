package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.ArrayType;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.ir.graph.Access;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The type tags of accesses (C11 6.5, 7): each scalar member of a structure has a tag of its own,
 * also where it is an array of scalars; other scalars have that of their type. Character types, and
 * whatever is reached through a member of a union or as a bit-field, may be anything.
 */
final class TypeTags {
  private final boolean strict;
  private final IdentityHashMap<RecordType, Map<Field, Integer>> members = new IdentityHashMap<>();
  private int count = Access.OWN_TYPE;

  /**
   * @param strict whether types tell objects apart at all
   */
  TypeTags(final boolean strict) {
    this.strict = strict;
  }

  /** The tag of an access to a scalar object by an lvalue. */
  int of(final Expression lvalue) {
    return strict ? find(lvalue) : Access.ANY_TYPE;
  }

  private int find(final Expression lvalue) {
    return switch (lvalue) {
      case Expression.Member member -> ofMember(member);
      case Expression.Dereference dereference -> {
        Expression pointer = dereference.pointer();
        boolean moves = false;
        while (pointer instanceof Expression.PointerOffset moved) {
          pointer = moved.pointer();
          moves = true;
        }
        // An element of an array that is named here, or what has its address taken here. The scalar
        // beside another one, though, may be any of its type.
        yield pointer instanceof Expression.AddressOf address
                && (!moves || address.operand().type().unqualified() instanceof ArrayType)
            ? atMost(find(address.operand()), dereference.type())
            : ofType(dereference.type());
      }
      default -> ofType(lvalue.type());
    };
  }

  private int ofMember(final Expression.Member member) {
    final Field field = member.field();
    if (!(member.object().type().unqualified() instanceof RecordType record)
        || record.isUnion()
        || field.isBitField()
        || find(member.object()) == Access.ANY_TYPE) {
      return Access.ANY_TYPE;
    }
    final int own = ofType(member.type());
    return own == Access.OWN_TYPE && isScalar(member.type()) ? number(record, field) : own;
  }

  /** A tag for an access of {@code type} to an object, or its elements, that have {@code tag}. */
  private static int atMost(final int tag, final CType type) {
    return ofType(type) == Access.ANY_TYPE ? Access.ANY_TYPE : tag;
  }

  private int number(final RecordType record, final Field field) {
    final Map<Field, Integer> known = members.computeIfAbsent(record, _ -> new HashMap<>());
    final Integer tag = known.get(field);
    if (tag != null) {
      return tag;
    }
    if (count == Access.MAX_TAG) {
      return Access.OWN_TYPE;
    }
    known.put(field, ++count);
    return count;
  }

  private static int ofType(final CType type) {
    final CType plain = type.unqualified();
    if (plain instanceof ArrayType array) {
      return ofType(array.element());
    }
    return plain instanceof RecordType || (plain.isScalar() && plain.size() > 1)
        ? Access.OWN_TYPE
        : Access.ANY_TYPE;
  }

  private static boolean isScalar(final CType type) {
    final CType plain = type.unqualified();
    return plain instanceof ArrayType array ? isScalar(array.element()) : plain.isScalar();
  }
}
