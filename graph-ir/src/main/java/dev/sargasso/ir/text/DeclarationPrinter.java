package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Prints what both notations declare alike. */
final class DeclarationPrinter {
  private static final int ITEMS_PER_LINE = 16;

  /** The fewest equal bytes that are worth a {@code zero} item, or a string. */
  private static final int RUN = 4;

  private DeclarationPrinter() {}

  /** A symbol with its sign, in quotes where its characters ask for it. */
  static String symbol(String name) {
    boolean plain = !name.isEmpty();
    for (int i = 0; i < name.length(); i++) {
      plain &= Lexer.isNamePart(name.charAt(i));
    }
    return plain ? "$" + name : "$" + quote(name.getBytes(StandardCharsets.UTF_8));
  }

  static String quote(byte[] bytes) {
    StringBuilder text = new StringBuilder("\"");
    for (byte b : bytes) {
      switch (b) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '\r' -> text.append("\\r");
        case 0 -> text.append("\\0");
        default -> {
          if (b >= ' ' && b <= '~') {
            text.append((char) b);
          } else {
            text.append("\\x%02x".formatted(b & 0xFF));
          }
        }
      }
    }
    return text.append('"').toString();
  }

  static String parameter(Signature.Parameter parameter) {
    return parameter.isByValue()
        ? "byval " + parameter.byValueSize() + ":" + parameter.byValueAlignment()
        : parameter.type().text();
  }

  static String results(Signature signature) {
    return signature.results().isEmpty()
        ? ""
        : signature.results().stream()
            .map(Type::text)
            .collect(Collectors.joining(", ", " -> (", ")"));
  }

  static String signature(Signature signature) {
    return signature.parameters().stream()
            .map(DeclarationPrinter::parameter)
            .collect(
                Collectors.joining(
                    ", ",
                    "(",
                    !signature.variadic()
                        ? ")"
                        : signature.parameters().isEmpty() ? "...)" : ", ...)"))
        + results(signature);
  }

  static void external(StringBuilder out, Program.External external) {
    Signature signature = external.signature();
    out.append("extern ").append(symbol(external.name()));
    if (signature != null) {
      out.append(signature(signature));
    }
    out.append('\n');
  }

  static void global(StringBuilder out, Global global) {
    out.append(global.linkage().prefix())
        .append(global.readOnly() ? "const " : "global ")
        .append(symbol(global.name()))
        .append(' ')
        .append(global.size())
        .append(':')
        .append(global.alignment());
    if (!global.isZero()) {
      out.append(" = {");
      contents(out, global);
      out.append(" }");
    }
    out.append('\n');
  }

  private static void contents(StringBuilder out, Global global) {
    byte[] bytes = global.initialiser();
    List<Global.DataRelocation> relocations = global.relocations();
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    int at = 0;
    boolean first = true;
    for (int i = 0; i <= relocations.size(); i++) {
      int end = i < relocations.size() ? (int) relocations.get(i).offset() : Math.max(at, length);
      while (at < end) {
        out.append(first ? " " : ", ");
        at = run(out, bytes, at, end);
        first = false;
      }
      if (i < relocations.size()) {
        Global.DataRelocation relocation = relocations.get(i);
        out.append(first ? " " : ", ").append(symbol(relocation.symbol()));
        if (relocation.addend() != 0) {
          out.append(relocation.addend() < 0 ? " - " : " + ").append(Math.abs(relocation.addend()));
        }
        at += 8;
        first = false;
      }
    }
  }

  private static int at(byte[] bytes, int i) {
    return i < bytes.length ? bytes[i] : 0;
  }

  private static boolean isText(int b) {
    return (b >= ' ' && b <= '~') || b == '\n' || b == '\t';
  }

  /** Prints one item that begins at {@code from}; gives the place behind it. */
  private static int run(StringBuilder out, byte[] bytes, int from, int end) {
    int to = from;
    while (to < end && at(bytes, to) == 0) {
      to++;
    }
    if (to - from >= RUN || to == end) {
      out.append("zero ").append(to - from);
      return to;
    }
    to = from;
    while (to < end && isText(at(bytes, to))) {
      to++;
    }
    if (to - from >= RUN) {
      if (to < end && at(bytes, to) == 0) {
        to++;
      }
      out.append(quote(Arrays.copyOfRange(bytes, from, to)));
      return to;
    }
    to = from;
    StringBuilder items = new StringBuilder("i8 ");
    do {
      items.append(to == from ? "" : ", ").append(at(bytes, to++));
    } while (to < end && to - from < ITEMS_PER_LINE && !startsRun(bytes, to, end));
    out.append(items);
    return to;
  }

  private static boolean startsRun(byte[] bytes, int from, int end) {
    boolean zero = true;
    boolean text = true;
    for (int i = from; i < from + RUN; i++) {
      zero &= i < end && at(bytes, i) == 0;
      text &= i < end && isText(at(bytes, i));
    }
    return zero || text;
  }
}
