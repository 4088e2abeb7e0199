package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.List;

/** An expression whose integers have a width that is chosen when its nodes are made. */
public sealed interface Expression {
  /** The nodes of it, in a graph whose parameters are {@code variables}. */
  Node make(Graph graph, Type type, Node[] variables);

  /** The variables in it: bit 0 for x, bit 1 for y. */
  int variables();

  /** Parameter 0 or 1: {@code x} or {@code y}. */
  record Variable(int index) implements Expression {
    @Override
    public Node make(Graph graph, Type type, Node[] variables) {
      return variables[index];
    }

    @Override
    public int variables() {
      return 1 << index;
    }

    @Override
    public String toString() {
      return index == 0 ? "x" : "y";
    }
  }

  /** A constant that means something at every width. */
  enum Constant implements Expression {
    ZERO("0"),
    ONE("1"),
    MINUS_ONE("-1"),
    TWO("2"),
    THREE("3"),
    MINUS_SIX("-6"),
    LAST_BIT("width-1"),
    MINIMUM("min"),
    MAXIMUM("max");

    private final String text;

    Constant(String text) {
      this.text = text;
    }

    /** The value at a width. */
    long value(Type type) {
      long minimum = -1L << (type.bits() - 1);
      return switch (this) {
        case ZERO -> 0;
        case ONE -> 1;
        case MINUS_ONE -> -1;
        case TWO -> 2;
        case THREE -> 3;
        case MINUS_SIX -> -6;
        case LAST_BIT -> type.bits() - 1;
        case MINIMUM -> minimum;
        case MAXIMUM -> ~minimum;
      };
    }

    @Override
    public Node make(Graph graph, Type type, Node[] variables) {
      return graph.constant(type, value(type));
    }

    @Override
    public int variables() {
      return 0;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * An operation.
   *
   * @param type of the result: the chosen width, one bit, or twice or half the width
   * @param promise whether it promises not to wrap
   */
  record Operation(Op op, Width type, boolean promise, List<Expression> operands)
      implements Expression {
    @Override
    public Node make(Graph graph, Type chosen, Node[] variables) {
      Node[] inputs = new Node[operands.size() + (op.hasControl() ? 1 : 0)];
      int at = 0;
      if (op.hasControl()) {
        inputs[at++] = graph.start();
      }
      for (Expression operand : operands) {
        inputs[at++] = operand.make(graph, chosen, variables);
      }
      return graph.make(op, type.of(chosen), promise ? Op.NO_SIGNED_WRAP : 0, null, inputs);
    }

    @Override
    public int variables() {
      int all = 0;
      for (Expression operand : operands) {
        all |= operand.variables();
      }
      return all;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("(").append(op.text());
      text.append(promise ? "!" : "").append(type.suffix());
      for (Expression operand : operands) {
        text.append(' ').append(operand);
      }
      return text.append(')').toString();
    }
  }

  /** Which type, once a width is chosen. */
  enum Width {
    CHOSEN,
    BIT,
    DOUBLE;

    Type of(Type chosen) {
      return switch (this) {
        case CHOSEN -> chosen;
        case BIT -> Type.I1;
        case DOUBLE ->
            switch (chosen) {
              case I8 -> Type.I16;
              case I16 -> Type.I32;
              default -> Type.I64;
            };
      };
    }

    String suffix() {
      return switch (this) {
        case CHOSEN -> "";
        case BIT -> ".i1";
        case DOUBLE -> ".double";
      };
    }
  }
}
