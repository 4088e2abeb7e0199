package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Prints a sea as a list of nodes, one a line, in an order that follows control. Equal graphs give
 * equal texts under {@link Names#ORDER}. Nodes that END does not need are left out. {@link
 * SeaParser} reads it back.
 */
public final class SeaPrinter {
  /** How nodes are called. */
  public enum Names {
    /** By their id, as in messages and in other dumps. */
    ID,
    /** By their place in the text. */
    ORDER
  }

  private final Function function;
  private final List<Node> order;
  private final int[] names;
  private final StringBuilder out;

  private SeaPrinter(Function function, Names naming, StringBuilder out) {
    this.function = function;
    this.out = out;
    order = SeaOrder.of(function.graph());
    names = new int[function.graph().idLimit()];
    for (int i = 0; i < order.size(); i++) {
      int id = order.get(i).id();
      names[id] = naming == Names.ID ? id : i;
    }
  }

  /** A whole program. */
  public static String print(Program program, Names naming) {
    StringBuilder out = new StringBuilder();
    for (Program.External external : program.externals()) {
      DeclarationPrinter.external(out, external);
    }
    for (Global global : program.globals()) {
      DeclarationPrinter.global(out, global);
    }
    for (Function function : program.functions()) {
      if (!out.isEmpty()) {
        out.append('\n');
      }
      new SeaPrinter(function, naming, out).print();
    }
    return out.toString();
  }

  /** One function. */
  public static String print(Function function, Names naming) {
    StringBuilder out = new StringBuilder();
    new SeaPrinter(function, naming, out).print();
    return out.toString();
  }

  private void print() {
    out.append(function.linkage().prefix())
        .append("sea ")
        .append(DeclarationPrinter.symbol(function.name()))
        .append(DeclarationPrinter.signature(function.signature()));
    if (function.aliasClassCount() > 1) {
      out.append(" classes=").append(function.aliasClassCount());
    }
    if (!function.sourceFile().isEmpty()) {
      out.append(" source ")
          .append(DeclarationPrinter.quote(function.sourceFile().getBytes(StandardCharsets.UTF_8)));
    }
    out.append(" {\n");
    for (StackSlot slot : function.slots()) {
      out.append("  slot ")
          .append(slot.index())
          .append(' ')
          .append(slot.size())
          .append(':')
          .append(slot.alignment())
          .append(' ')
          .append(DeclarationPrinter.quote(slot.name().getBytes(StandardCharsets.UTF_8)))
          .append('\n');
    }
    for (Node node : order) {
      if (isHead(node)) {
        out.append('\n');
      }
      printNode(node);
    }
    out.append("}\n");
  }

  private static boolean isHead(Node node) {
    if (node.op() != Op.PROJECTION || node.type() != Type.CTRL) {
      return node.op().isRegion();
    }
    Node tuple = node.inputOrNull(0);
    return tuple != null && tuple.op().isTerminator();
  }

  private void printNode(Node node) {
    out.append("  v")
        .append(names[node.id()])
        .append(": ")
        .append(node.type().text())
        .append(" = ")
        .append(node.op().text());
    modifiers(node);
    boolean first = true;
    if (node.op() == Op.CONSTANT) {
      out.append(' ').append(Literal.format(node.type(), node.immediate()));
      first = false;
    } else if (node.op() == Op.SYMBOL) {
      out.append(' ')
          .append(DeclarationPrinter.symbol((String) Objects.requireNonNull(node.attribute())));
      first = false;
    }
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      out.append(first ? " " : ", ");
      if (input == null) {
        out.append('_');
      } else {
        out.append('v').append(names[input.id()]);
      }
      first = false;
    }
    if (node.attribute() instanceof SwitchTable table) {
      table(table);
    } else if (node.attribute() instanceof CallDescriptor call) {
      String symbol = call.symbol();
      out.append(" : ")
          .append(symbol == null ? "" : DeclarationPrinter.symbol(symbol))
          .append(DeclarationPrinter.signature(call.signature()));
    }
    if (node.position() != Position.NONE) {
      out.append(" @")
          .append(Position.line(node.position()))
          .append(':')
          .append(Position.column(node.position()));
    }
    Stamp stamp = node.stamp();
    if (stamp != null && !stamp.isFull() && node.op() != Op.CONSTANT) {
      out.append("  // ").append(stamp);
    }
    out.append('\n');
  }

  /** What the immediate says. */
  private void modifiers(Node node) {
    long immediate = node.immediate();
    long rest = immediate;
    switch (node.op()) {
      case CONSTANT -> rest = 0;
      case PARAMETER, PROJECTION, EXTRACT_LANE, SHUFFLE -> {
        out.append(" index=").append(immediate);
        rest = 0;
      }
      case INITIAL_MEMORY, MEMORY_PART -> {
        out.append(" class=").append(immediate);
        rest = 0;
      }
      case PHI -> {
        if (node.type() == Type.MEM) {
          out.append(" class=").append(immediate);
          rest = 0;
        }
      }
      case GUARD, TRAP -> {
        out.append(" code=").append(immediate);
        rest = 0;
      }
      case LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL -> {
        int aliasClass = Access.aliasClass(immediate);
        int size = Access.size(immediate);
        out.append(Access.isVolatile(immediate) ? " volatile" : "")
            .append(aliasClass == 0 ? "" : " class=" + aliasClass)
            .append(Access.tag(immediate) == 0 ? "" : " tag=" + Access.tag(immediate))
            .append(size == 0 ? "" : " size=" + size);
        rest = 0;
      }
      case VECTOR_UNARY,
          VECTOR_BINARY,
          VECTOR_SHIFT,
          INTERLEAVE_LOW,
          INTERLEAVE_HIGH,
          EVEN_LANES -> {
        out.append(VectorText.modifiers(node));
        rest = 0;
      }
      case STACK_SLOT ->
          out.append(" slot=")
              .append(((StackSlot) Objects.requireNonNull(node.attribute())).index());
      case OFFSET -> {
        out.append((immediate & Op.IN_BOUNDS) != 0 ? " inbounds" : "");
        rest &= ~Op.IN_BOUNDS;
      }
      case ADD, SUB, MUL, NEG, SHL -> {
        out.append((immediate & Op.NO_SIGNED_WRAP) != 0 ? " nsw" : "");
        rest &= ~Op.NO_SIGNED_WRAP;
      }
      case CALL -> {
        out.append(CallFacts.text(immediate));
        rest = 0;
      }
      default -> {}
    }
    if (rest != 0) {
      out.append(" immediate=").append(rest);
    }
  }

  private void table(SwitchTable table) {
    out.append(" targets=").append(table.targetCount()).append(" {");
    for (int i = 0; i < table.size(); i++) {
      out.append(i == 0 ? " " : ", ").append(table.key(i)).append(" -> ").append(table.target(i));
    }
    out.append(" }");
  }
}
