package dev.sargasso.cli;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;

/** Numbers of the command line as arguments, and results as text. */
final class CallArguments {
  private CallArguments() {}

  /** Refuses a call that does not fit the function. */
  static void check(Function function, CallExpression call) throws UserError {
    Signature signature = function.signature();
    int wanted = signature.parameters().size();
    if (call.arguments().size() != wanted) {
      throw new UserError(
          "'"
              + function.name()
              + "' takes "
              + wanted
              + (wanted == 1 ? " argument" : " arguments")
              + ", the call has "
              + call.arguments().size());
    }
    for (int i = 0; i < wanted; i++) {
      if (signature.parameters().get(i).isByValue()) {
        throw new UserError(
            "'" + function.name() + "' takes an aggregate by value; call it from C");
      }
    }
  }

  /** The canonical bits of a number as a value of {@code type}. */
  static long bits(Type type, Number number) throws UserError {
    return switch (type) {
      case F32 -> Float.floatToRawIntBits(number.floatValue()) & 0xFFFF_FFFFL;
      case F64 -> Double.doubleToRawLongBits(number.doubleValue());
      default -> {
        if (number instanceof Double) {
          throw new UserError(number + " is no integer, as type " + type.text() + " wants it");
        }
        long value = number.longValue();
        long canonical = type.canonical(value);
        if (canonical != value && type.unsigned(canonical) != value) {
          throw new UserError(value + " does not fit into type " + type.text());
        }
        yield canonical;
      }
    };
  }

  /** A result for people: decimal, pointers in hexadecimal. */
  static String text(Type type, long bits) {
    return switch (type) {
      case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
      case F64 -> Double.toString(Double.longBitsToDouble(bits));
      case PTR -> "0x" + Long.toHexString(bits);
      default -> Long.toString(type.canonical(bits));
    };
  }
}
