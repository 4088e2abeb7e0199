package dev.sargasso.frontend.c.check;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.Symbol;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A constant address (C11 6.6, 9): a static object or function, or a string literal, and an offset;
 * an offset alone is an absolute address.
 *
 * @param symbol the object or function, or null
 * @param text the string literal, or null
 * @param offset in bytes
 */
public record AddressConstant(
    @Nullable Symbol symbol, Expression.@Nullable StringConstant text, long offset) {
  /** The constant address that an expression comes to, or null. */
  public static @Nullable AddressConstant of(final Expression expression) {
    return switch (expression) {
      case Expression.AddressOf address -> ofObject(address.operand());
      case Expression.IntegerConstant number when number.type().isPointer() ->
          new AddressConstant(null, null, number.value());
      case Expression.PointerOffset moved -> {
        final AddressConstant base = of(moved.pointer());
        yield base != null && moved.index() instanceof Expression.IntegerConstant index
            ? base.plus(index.value() * moved.scale())
            : null;
      }
      case Expression.Convert convert
          when convert.type().isPointer()
              || (convert.type().isInteger() && convert.type().size() == 8) ->
          of(convert.operand());
      case Expression.Conditional choice -> {
        final Boolean zero = Folding.isZero(choice.condition());
        yield zero == null ? null : of(zero ? choice.whenFalse() : choice.whenTrue());
      }
      default -> null;
    };
  }

  private static @Nullable AddressConstant ofObject(final Expression object) {
    return switch (object) {
      case Expression.Variable variable -> ofSymbol(variable.symbol());
      case Expression.CompoundLiteral literal -> ofSymbol(literal.object());
      case Expression.FunctionName function -> new AddressConstant(function.symbol(), null, 0);
      case Expression.StringConstant string -> new AddressConstant(null, string, 0);
      case Expression.Member member -> {
        final AddressConstant base = ofObject(member.object());
        yield base == null ? null : base.plus(member.field().offset());
      }
      case Expression.Dereference indirect -> of(indirect.pointer());
      default -> null;
    };
  }

  private static @Nullable AddressConstant ofSymbol(final VariableSymbol variable) {
    return variable.storage() == VariableSymbol.Storage.STATIC
        ? new AddressConstant(variable, null, 0)
        : null;
  }

  /** Whether two addresses differ by their offsets alone. */
  boolean isInSameObject(final AddressConstant other) {
    return Objects.equals(symbol, other.symbol) && Objects.equals(text, other.text);
  }

  /** Whether this is a number and nothing else. */
  public boolean isAbsolute() {
    return symbol == null && text == null;
  }

  private AddressConstant plus(final long more) {
    return new AddressConstant(symbol, text, offset + more);
  }

  /** The name that the linker knows the object or function by; empty for a string literal. */
  public String linkName() {
    return switch (symbol) {
      case VariableSymbol variable -> variable.linkName();
      case FunctionSymbol function -> function.linkName();
      case null, default -> "";
    };
  }
}
