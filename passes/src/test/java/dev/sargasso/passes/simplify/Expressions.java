package dev.sargasso.passes.simplify;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pure expressions as text, for tests: {@code (add x (mul y 3))}.
 *
 * <p>All is of one type, given aside, but where the text says otherwise. {@code x}, {@code y} and
 * {@code z} are parameters of that type, {@code b} and {@code c} of I1, {@code p} and {@code q} of
 * PTR; {@code x:i64} is one of another type, as {@code 7:i64} is a constant. {@code
 * (zero_extend.i64 x)} has type I64. {@code add!} carries flag bit 0; {@code div@} has START as
 * control. {@code $name} is a symbol, {@code #name} a stack slot of 16 bytes.
 */
final class Expressions {
  private final Graph graph;
  private final Type type;
  private final Map<String, StackSlot> slots = new HashMap<>();
  private String text = "";
  private int at;

  Expressions(Graph graph, Type type) {
    this.graph = graph;
    this.type = type;
  }

  Node parse(String source) {
    text = source;
    at = 0;
    Node node = term(type);
    if (at != text.length()) {
      throw new IllegalArgumentException(source + ": too long at " + at);
    }
    return node;
  }

  private Node term(Type expected) {
    skipSpace();
    if (text.charAt(at) != '(') {
      return atom(word(), expected);
    }
    at++;
    String head = word();
    boolean control = head.endsWith("@");
    head = control ? head.substring(0, head.length() - 1) : head;
    boolean flag = head.endsWith("!");
    head = flag ? head.substring(0, head.length() - 1) : head;
    Type given = null;
    if (head.contains(".")) {
      given = type(head.substring(head.indexOf('.') + 1));
      head = head.substring(0, head.indexOf('.'));
    }
    Op op = Op.valueOf(head.toUpperCase(java.util.Locale.ROOT));
    Type result = given != null ? given : resultType(op, expected);
    List<@Nullable Node> inputs = new ArrayList<>();
    if (op.hasControl()) {
      inputs.add(control ? graph.start() : null);
    }
    Type operand = op.isComparison() || isConversion(op) ? type : result;
    for (int i = 0; ; i++) {
      skipSpace();
      if (text.charAt(at) == ')') {
        at++;
        break;
      }
      Type next =
          switch (op) {
            case OFFSET -> i == 0 ? Type.PTR : Type.I64;
            case SELECT -> i == 0 ? Type.I1 : result;
            default -> operand;
          };
      Node input = term(next);
      inputs.add(input);
      if (i == 0 && op.isComparison()) {
        operand = input.type();
      }
    }
    return graph.make(op, result, flag ? 1 : 0, null, inputs.toArray(new Node[0]));
  }

  private Type resultType(Op op, Type expected) {
    return op.isComparison() ? Type.I1 : op == Op.OFFSET ? Type.PTR : expected;
  }

  private static boolean isConversion(Op op) {
    return switch (op) {
      case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, BITCAST -> true;
      case INT_TO_FLOAT, UINT_TO_FLOAT, FLOAT_TO_INT, FLOAT_TO_UINT -> true;
      case FLOAT_EXTEND, FLOAT_ROUND -> true;
      default -> false;
    };
  }

  private Node atom(String word, Type expected) {
    String name = word;
    Type given = expected;
    if (word.contains(":")) {
      name = word.substring(0, word.indexOf(':'));
      given = type(word.substring(word.indexOf(':') + 1));
    }
    char first = name.charAt(0);
    if (first == '$') {
      return graph.make(Op.SYMBOL, Type.PTR, 0, name.substring(1));
    }
    if (first == '#') {
      StackSlot slot =
          slots.computeIfAbsent(name.substring(1), key -> new StackSlot(slots.size(), key, 16, 8));
      return graph.make(Op.STACK_SLOT, Type.PTR, 0, slot);
    }
    if (Character.isLetter(first)) {
      int index = "xyzbcpq".indexOf(first);
      if (!word.contains(":")) {
        given = index < 3 ? type : index < 5 ? Type.I1 : Type.PTR;
      }
      return graph.make(Op.PARAMETER, given, 10L * given.ordinal() + index, null, graph.start());
    }
    return given.isFloat()
        ? given == Type.F64
            ? graph.constant(Double.parseDouble(name))
            : graph.constant(Float.parseFloat(name))
        : graph.constant(given, Long.decode(name));
  }

  private static Type type(String name) {
    Type found = Type.named(name);
    if (found == null) {
      throw new IllegalArgumentException("no type " + name);
    }
    return found;
  }

  private void skipSpace() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private String word() {
    skipSpace();
    int from = at;
    while (at < text.length() && "() ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  // ---------------------------------------------------------------- printing

  /** The text of an expression, types left out where {@link #parse} supplies them. */
  String print(Node node) {
    StringBuilder out = new StringBuilder();
    print(node, type, out);
    return out.toString();
  }

  private void print(Node node, Type expected, StringBuilder out) {
    switch (node.op()) {
      case PARAMETER -> {
        char letter = "xyzbcpq".charAt((int) (node.immediate() % 10));
        out.append(letter);
        Type plain = "xyz".indexOf(letter) >= 0 ? type : letter < 'p' ? Type.I1 : Type.PTR;
        if (node.type() != plain) {
          out.append(':').append(node.type().text());
        }
      }
      case CONSTANT -> {
        if (node.type() == Type.F64) {
          out.append(Double.longBitsToDouble(node.immediate()));
        } else if (node.type() == Type.F32) {
          out.append(Float.intBitsToFloat((int) node.immediate()));
        } else {
          out.append(node.immediate());
        }
        if (node.type() != expected) {
          out.append(':').append(node.type().text());
        }
      }
      case SYMBOL -> out.append('$').append(node.attribute());
      case STACK_SLOT -> {
        if (node.attribute() instanceof StackSlot slot) {
          out.append('#').append(slot.name());
        }
      }
      default -> printOperation(node, expected, out);
    }
  }

  private void printOperation(Node node, Type expected, StringBuilder out) {
    Op op = node.op();
    out.append('(').append(op.text());
    if (node.type() != resultType(op, expected)) {
      out.append('.').append(node.type().text());
    }
    if (node.immediate() != 0) {
      out.append('!');
    }
    if (node.control() != null) {
      out.append('@');
    }
    Type operand = op.isComparison() || isConversion(op) ? type : node.type();
    for (int i = 0; i < node.valueCount(); i++) {
      Type next =
          switch (op) {
            case OFFSET -> i == 0 ? Type.PTR : Type.I64;
            case SELECT -> i == 0 ? Type.I1 : node.type();
            default -> operand;
          };
      out.append(' ');
      print(node.value(i), next, out);
      if (i == 0 && op.isComparison()) {
        operand = node.value(0).type();
      }
    }
    out.append(')');
  }
}
