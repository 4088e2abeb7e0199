package dev.sargasso.visualizer.describe;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.type.Type;

/** Nodes as text for people. */
public final class NodeText {
  private NodeText() {}

  /** Operation, type, immediate and attribute, such as {@code add i32 nsw} or {@code i32 42}. */
  public static String operation(Node node) {
    StringBuilder out = new StringBuilder();
    if (node.op() == Op.CONSTANT) {
      return out.append(node.type().text()).append(' ').append(constant(node)).toString();
    }
    out.append(node.op().text());
    if (node.type().isValue()) {
      out.append(' ').append(node.type().text());
    }
    details(node, out);
    return out.toString();
  }

  /** A whole line, such as {@code v7 = add i32 v3, v5}; {@code _} stands for an absent input. */
  public static String line(Node node) {
    StringBuilder out = new StringBuilder();
    if (!node.op().isTerminator()) {
      out.append(node).append(" = ");
    }
    out.append(operation(node));
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      out.append(i == 0 ? " " : ", ").append(input == null ? "_" : input.toString());
    }
    return out.toString();
  }

  /** The source position as {@code line:column}, or the empty string. */
  public static String position(Node node) {
    int position = node.position();
    return position == Position.NONE
        ? ""
        : Position.line(position) + ":" + Position.column(position);
  }

  private static String constant(Node node) {
    return switch (node.type()) {
      case F32 -> Float.toString(Float.intBitsToFloat((int) node.immediate()));
      case F64 -> Double.toString(Double.longBitsToDouble(node.immediate()));
      case PTR -> node.immediate() == 0 ? "null" : "0x" + Long.toHexString(node.immediate());
      default -> Long.toString(node.immediate());
    };
  }

  private static void details(Node node, StringBuilder out) {
    long immediate = node.immediate();
    switch (node.op()) {
      case PARAMETER, PROJECTION -> out.append(" #").append(immediate);
      case INITIAL_MEMORY, MEMORY_PART -> out.append(" class ").append(immediate);
      case PHI -> {
        if (node.type() == Type.MEM && immediate != 0) {
          out.append(" class ").append(immediate);
        }
      }
      case LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL -> access(immediate, out);
      case GUARD, TRAP -> out.append(" code ").append(immediate);
      case ADD, SUB, MUL, NEG, SHL ->
          out.append((immediate & Op.NO_SIGNED_WRAP) != 0 ? " nsw" : "");
      case OFFSET -> out.append((immediate & Op.IN_BOUNDS) != 0 ? " inbounds" : "");
      default -> {
        if (immediate != 0) {
          out.append(' ').append(immediate);
        }
      }
    }
    switch (node.attribute()) {
      case null -> {}
      case CallDescriptor call ->
          out.append(' ')
              .append(call.symbol() == null ? "indirect " : call.symbol())
              .append(call.signature());
      case SwitchTable table -> out.append(' ').append(table.size()).append(" keys");
      case Object attribute -> out.append(' ').append(attribute);
    }
  }

  private static void access(long immediate, StringBuilder out) {
    if (Access.size(immediate) != 0) {
      out.append(' ').append(Access.size(immediate)).append(" bytes");
    }
    if (Access.aliasClass(immediate) != Access.ANY_CLASS) {
      out.append(" class ").append(Access.aliasClass(immediate));
    }
    if (Access.isVolatile(immediate)) {
      out.append(" volatile");
    }
  }
}
