package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of functions of the C library that are better done otherwise: operations of the graph,
 * small copies, what is known of literals, and simpler functions. What the program itself defines
 * is never taken for the library's.
 */
final class LibraryCalls {
  /** Larger areas are left to the library, which knows the machine. */
  private static final long LARGEST_AREA = 128;

  private final Context context;

  LibraryCalls(final Context context) {
    this.context = context;
  }

  /** The name of the function of the library that is called; null if it is none. */
  private @Nullable String name(final Expression.Call call) {
    if (context.unit.isFreestanding()
        || !(call.callee() instanceof Expression.FunctionName named)
        || !call.function().prototyped()) {
      return null;
    }
    final FunctionSymbol symbol = named.symbol();
    return symbol.definition() == null && symbol.linkName().equals(symbol.name())
        ? symbol.name()
        : null;
  }

  /** Makes what a call does whose result nobody wants; false if it has to be a call as it is. */
  boolean lowerEffects(final Expression.Call call) {
    final String name = name(call);
    if (name != null && name.equals("printf") && print(call)) {
      return true;
    }
    return lower(call) != null;
  }

  /** The result of a call, or null if it has to be a call as it is. */
  @Nullable Node lower(final Expression.Call call) {
    final String name = name(call);
    if (name == null) {
      return null;
    }
    return switch (name) {
      case "fabs", "sqrt" -> floating(call, name, Type.F64);
      case "fabsf", "sqrtf" -> floating(call, name, Type.F32);
      case "abs", "labs", "llabs" -> absolute(call);
      case "memcpy", "memmove" -> copy(call, name.equals("memmove"));
      case "memset" -> fill(call);
      case "strlen" -> length(call);
      case "strcmp" -> comparison(call);
      default -> null;
    };
  }

  // ------------------------------------------------------------- arithmetic

  private @Nullable Node floating(final Expression.Call call, final String name, final Type type) {
    if (call.arguments().size() != 1
        || !call.type().isFloating()
        || Types.of(call.type()) != type
        || !call.type().equals(call.function().parameters().get(0))) {
      return null;
    }
    final Node value = context.values.of(call.arguments().get(0));
    context.at(call.position());
    return context.builder.unary(name.startsWith("fabs") ? Op.FABS : Op.FSQRT, type, value);
  }

  private @Nullable Node absolute(final Expression.Call call) {
    if (call.arguments().size() != 1
        || !call.type().isInteger()
        || !call.type().equals(call.function().parameters().get(0))) {
      return null;
    }
    final Node value = context.values.of(call.arguments().get(0));
    context.at(call.position());
    final Node zero = context.graph.constant(value.type(), 0);
    // The least number has no counterpart: its absolute value is undefined.
    final Node negated =
        context.builder.binary(Op.SUB, value.type(), Op.NO_SIGNED_WRAP, zero, value);
    return context.builder.select(context.builder.compare(Op.LT, value, zero), negated, value);
  }

  // ----------------------------------------------------------------- memory

  private static boolean takesArea(final Expression.Call call, final boolean fills) {
    final List<CType> parameters = call.function().parameters();
    return parameters.size() == 3
        && call.arguments().size() == 3
        && call.type().isPointer()
        && parameters.get(0).isPointer()
        && (fills ? parameters.get(1).isInteger() : parameters.get(1).isPointer())
        && parameters.get(2).isInteger();
  }

  private @Nullable Node copy(final Expression.Call call, final boolean mayOverlap) {
    final long size = takesArea(call, false) ? constant(call.arguments().get(2)) : -1;
    if (size < 0 || size > LARGEST_AREA || (mayOverlap && !Memory.copiesAtOnce(size))) {
      return null;
    }
    final Node target = context.values.of(call.arguments().get(0));
    final Node source = context.values.of(call.arguments().get(1));
    context.at(call.position());
    context.memory.copy(target, source, size);
    return target;
  }

  private @Nullable Node fill(final Expression.Call call) {
    final long size = takesArea(call, true) ? constant(call.arguments().get(2)) : -1;
    if (size < 0 || size > LARGEST_AREA) {
      return null;
    }
    final Node target = context.values.of(call.arguments().get(0));
    final Node value = context.values.of(call.arguments().get(1));
    context.at(call.position());
    if (value.isConstant(0)) {
      context.memory.clear(target, size);
    } else if (size > 0) {
      context.builder.fillMemory(
          target, context.arithmetic.resize(value, Type.I8, false), (int) size);
    }
    return target;
  }

  /** The value of an integer constant that is not negative; -1 for anything else. */
  private static long constant(final Expression expression) {
    Expression at = expression;
    while (at instanceof Expression.Convert convert && convert.type().isInteger()) {
      at = convert.operand();
    }
    return at instanceof Expression.IntegerConstant number ? Math.max(-1, number.value()) : -1;
  }

  // ------------------------------------------------------------------- text

  private @Nullable Node length(final Expression.Call call) {
    final byte[] text = call.arguments().size() == 1 ? text(call.arguments().get(0)) : null;
    if (text == null || !call.type().isInteger()) {
      return null;
    }
    context.at(call.position());
    return context.graph.constant(Types.of(call.type()), text.length);
  }

  /** Two literals compare the same always, and anything with an empty one by its first byte. */
  private @Nullable Node comparison(final Expression.Call call) {
    if (call.arguments().size() != 2
        || !call.type().isInteger()
        || Types.of(call.type()) != Type.I32) {
      return null;
    }
    final Expression first = call.arguments().get(0);
    final Expression second = call.arguments().get(1);
    if (!first.type().isPointer() || !second.type().isPointer()) {
      return null;
    }
    final byte[] one = text(first);
    final byte[] other = text(second);
    if (one != null && other != null) {
      context.at(call.position());
      return context.graph.constant(Type.I32, Integer.signum(Arrays.compareUnsigned(one, other)));
    }
    if (other != null && other.length == 0) {
      return firstByte(first, call.position());
    }
    if (one != null && one.length == 0) {
      final Node value = firstByte(second, call.position());
      return context.builder.binary(Op.SUB, Type.I32, context.graph.constant(Type.I32, 0), value);
    }
    return null;
  }

  /** The byte at an address, which may be one of anything, as a number that is not negative. */
  private Node firstByte(final Expression address, final int position) {
    final Node from = context.values.of(address);
    context.at(position);
    return context.builder.unary(Op.ZERO_EXTEND, Type.I32, context.builder.load(Type.I8, from));
  }

  /** What a string literal of bytes holds before its first zero; null for anything else. */
  private static byte @Nullable [] text(final Expression expression) {
    Expression at = expression;
    while (true) {
      if (at instanceof Expression.Convert convert && convert.type().isPointer()) {
        at = convert.operand();
      } else if (at instanceof Expression.AddressOf address) {
        at = address.operand();
      } else {
        break;
      }
    }
    if (!(at instanceof Expression.StringConstant literal)
        || literal.type().element().size() != 1) {
      return null;
    }
    for (int i = 0; i < literal.bytes().length; i++) {
      if (literal.bytes()[i] == 0) {
        return Arrays.copyOf(literal.bytes(), i);
      }
    }
    return null;
  }

  /** Prints without a format where it says nothing that a simpler function does not. */
  private boolean print(final Expression.Call call) {
    if (call.arguments().isEmpty() || !call.type().isInteger()) {
      return false;
    }
    final byte[] format = text(call.arguments().get(0));
    if (format == null) {
      return false;
    }
    if (call.arguments().size() == 2) {
      return printOne(call, format);
    }
    if (call.arguments().size() > 2 || contains(format, '%')) {
      return false;
    }
    if (format.length == 0) {
      return true;
    }
    if (format.length == 1) {
      return call(call, "putchar", context.graph.constant(Type.I32, format[0] & 0xFF));
    }
    if (format[format.length - 1] != '\n' || !context.unit.isLibrary("puts")) {
      return false;
    }
    // The zero takes the place of the end of the line.
    final byte[] line = Arrays.copyOf(format, format.length);
    line[line.length - 1] = 0;
    return call(call, "puts", context.builder.symbol(context.unit.string(line)));
  }

  private boolean printOne(final Expression.Call call, final byte[] format) {
    final Expression argument = call.arguments().get(1);
    if (Arrays.equals(format, new byte[] {'%', 's', '\n'})
        && argument.type().isPointer()
        && context.unit.isLibrary("puts")) {
      return call(call, "puts", context.values.of(argument));
    }
    if (Arrays.equals(format, new byte[] {'%', 'c'})
        && argument.type().isInteger()
        && Types.of(argument.type()) == Type.I32
        && context.unit.isLibrary("putchar")) {
      return call(call, "putchar", context.values.of(argument));
    }
    return false;
  }

  private static boolean contains(final byte[] text, final char character) {
    for (final byte at : text) {
      if (at == character) {
        return true;
      }
    }
    return false;
  }

  private boolean call(final Expression.Call call, final String name, final Node argument) {
    if (!context.unit.isLibrary(name)) {
      return false;
    }
    context.at(call.position());
    final Signature signature = Signature.of(List.of(argument.type()), List.of(Type.I32));
    context.unit.declareLibrary(name, signature);
    context.builder.call(new CallDescriptor(signature, name), List.of(argument));
    return true;
  }
}
