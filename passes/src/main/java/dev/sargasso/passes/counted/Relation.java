package dev.sargasso.passes.counted;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import org.jspecify.annotations.Nullable;

/** How a counter relates to its bound while a loop goes on. */
public enum Relation {
  /** Signed, strictly below. */
  LESS(false, true, true),
  /** Signed, below or equal. */
  AT_MOST(false, false, true),
  /** Signed, strictly above. */
  GREATER(false, true, false),
  /** Signed, above or equal. */
  AT_LEAST(false, false, false),
  /** Unsigned, strictly below. */
  UNSIGNED_LESS(true, true, true),
  /** Unsigned, below or equal. */
  UNSIGNED_AT_MOST(true, false, true),
  /** Unsigned, strictly above. */
  UNSIGNED_GREATER(true, true, false),
  /** Unsigned, above or equal. */
  UNSIGNED_AT_LEAST(true, false, false),
  /** Not equal. */
  DIFFERENT(true, true, true);

  private final boolean isUnsigned;
  private final boolean isStrict;
  private final boolean isUpward;

  Relation(boolean isUnsigned, boolean isStrict, boolean isUpward) {
    this.isUnsigned = isUnsigned;
    this.isStrict = isStrict;
    this.isUpward = isUpward;
  }

  /** Whether numbers are compared without sign. */
  public boolean isUnsigned() {
    return isUnsigned;
  }

  /** Whether equal numbers are not in the relation. */
  public boolean isStrict() {
    return isStrict;
  }

  /** Whether the bound is above. */
  public boolean isUpward() {
    return isUpward;
  }

  /** The relation of the second to the first. */
  Relation mirrored() {
    return switch (this) {
      case LESS -> GREATER;
      case AT_MOST -> AT_LEAST;
      case GREATER -> LESS;
      case AT_LEAST -> AT_MOST;
      case UNSIGNED_LESS -> UNSIGNED_GREATER;
      case UNSIGNED_AT_MOST -> UNSIGNED_AT_LEAST;
      case UNSIGNED_GREATER -> UNSIGNED_LESS;
      case UNSIGNED_AT_LEAST -> UNSIGNED_AT_MOST;
      case DIFFERENT -> DIFFERENT;
    };
  }

  /**
   * What the first operand of {@code comparison} is to the second where it gives {@code outcome};
   * null if that is no relation of these, or the node does not compare integers or pointers.
   */
  static @Nullable Relation of(Node comparison, boolean outcome) {
    return switch (comparison.op()) {
      case LT -> outcome ? LESS : AT_LEAST;
      case LE -> outcome ? AT_MOST : GREATER;
      case ULT -> outcome ? UNSIGNED_LESS : UNSIGNED_AT_LEAST;
      case ULE -> outcome ? UNSIGNED_AT_MOST : UNSIGNED_GREATER;
      case NE -> outcome ? DIFFERENT : null;
      case EQ -> outcome ? null : DIFFERENT;
      default -> null;
    };
  }

  /** The comparison of the smaller with the larger, or of equality. */
  Op comparison() {
    if (this == DIFFERENT) {
      return Op.NE;
    }
    return isUnsigned ? (isStrict ? Op.ULT : Op.ULE) : isStrict ? Op.LT : Op.LE;
  }

  /** Whether two numbers are in the relation. */
  boolean holds(long a, long b) {
    int order = isUnsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    if (this == DIFFERENT) {
      return a != b;
    }
    return (order == 0 && !isStrict) || (isUpward ? order < 0 : order > 0);
  }
}
