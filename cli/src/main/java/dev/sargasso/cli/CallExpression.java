package dev.sargasso.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A call as the user writes it: {@code fib(30)}, {@code scale(2.5, -1)}.
 *
 * @param function the name
 * @param arguments each a {@link Long} or a {@link Double}
 */
record CallExpression(String function, List<Number> arguments) {
  CallExpression {
    arguments = List.copyOf(arguments);
  }

  /**
   * Parses one call.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static CallExpression parse(String text) {
    String trimmed = text.strip();
    int open = trimmed.indexOf('(');
    if (open <= 0 || !trimmed.endsWith(")")) {
      throw new IllegalArgumentException(
          "'" + text + "' is no call; write NAME(ARGUMENTS), for example 'fib(30)'");
    }
    String name = trimmed.substring(0, open).strip();
    String inside = trimmed.substring(open + 1, trimmed.length() - 1).strip();
    List<Number> arguments = new ArrayList<>();
    if (!inside.isEmpty()) {
      for (String argument : inside.split(",", -1)) {
        arguments.add(number(argument.strip(), text));
      }
    }
    return new CallExpression(name, arguments);
  }

  private static Number number(String argument, String whole) {
    try {
      if (argument.startsWith("0x") || argument.startsWith("0X")) {
        return Long.parseUnsignedLong(argument.substring(2), 16);
      }
      if (argument.matches("[+-]?\\d+")) {
        return Long.parseLong(argument);
      }
      return Double.parseDouble(argument);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + argument + "' in '" + whole + "' is no number; arguments are integers or decimals",
          e);
    }
  }
}
