package dev.sargasso.frontend.c.preprocess;

import dev.sargasso.frontend.c.lex.NumberLiteral;
import org.anarres.cpp.NumericValue;

/**
 * The value of a number in a directive. JCPP computes with signed 64-bit values and refuses larger
 * ones; an unsigned value beyond them counts as the largest signed one here, so that the
 * comparisons by which programs find out about the widths of types come out right.
 */
final class DirectiveNumber extends NumericValue {
  private static final long serialVersionUID = 1L;

  private final String text;

  DirectiveNumber(final String text) {
    super(10, text);
    this.text = text;
  }

  @Override
  public long longValue() {
    return switch (NumberLiteral.parse(text)) {
      case NumberLiteral.Whole whole ->
          whole.type().isSigned() || whole.value() >= 0 ? whole.value() : Long.MAX_VALUE;
      case NumberLiteral.Floating floating -> (long) floating.value();
      case NumberLiteral.Malformed _ -> 0;
    };
  }

  @Override
  public int intValue() {
    return (int) longValue();
  }
}
