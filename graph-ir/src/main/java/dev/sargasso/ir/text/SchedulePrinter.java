package dev.sargasso.ir.text;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Prints schedules in the SSA notation. A register is named after its node's id, a block after its
 * number, so that the text goes with messages of the verifier. What {@link SsaParser} reads back
 * computes the same; constants, names and memory states are not placed any more.
 */
public final class SchedulePrinter {
  private final Function function;
  private final Schedule schedule;
  private final ControlFlow flow;
  private final @Nullable Program program;
  private final StringBuilder out;

  private SchedulePrinter(
      Function function, Schedule schedule, @Nullable Program program, StringBuilder out) {
    this.function = function;
    this.schedule = schedule;
    this.flow = schedule.controlFlow();
    this.program = program;
    this.out = out;
  }

  /** Gives the schedule of each function of a program. */
  @FunctionalInterface
  public interface Scheduler {
    /** The schedule of {@code function}. */
    Schedule schedule(Function function);
  }

  /** A whole program. */
  public static String print(Program program, Scheduler scheduler) {
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
      new SchedulePrinter(function, scheduler.schedule(function), program, out).print();
    }
    return out.toString();
  }

  /** One function alone, with the declarations that it takes to read it back. */
  public static String print(Function function, Schedule schedule) {
    StringBuilder out = new StringBuilder();
    SchedulePrinter printer = new SchedulePrinter(function, schedule, null, out);
    printer.declareSymbols();
    printer.print();
    return out.toString();
  }

  private void declareSymbols() {
    TreeSet<String> names = new TreeSet<>();
    for (int b = 0; b < schedule.blockCount(); b++) {
      for (int i = 0; i < schedule.size(b); i++) {
        Node node = schedule.node(b, i);
        if (node.op() == Op.SYMBOL) {
          names.add((String) Objects.requireNonNull(node.attribute()));
        } else if (node.attribute() instanceof CallDescriptor call && call.symbol() != null) {
          names.remove(call.symbol());
        }
      }
    }
    names.remove(function.name());
    for (String name : names) {
      out.append("extern ").append(DeclarationPrinter.symbol(name)).append('\n');
    }
  }

  // ---------------------------------------------------------------- function

  private void print() {
    Signature signature = function.signature();
    out.append(function.linkage().prefix())
        .append("func ")
        .append(DeclarationPrinter.symbol(function.name()))
        .append('(');
    List<Signature.Parameter> parameters = signature.parameters();
    @Nullable Node[] nodes = new Node[parameters.size()];
    for (int i = 0; i < schedule.size(0); i++) {
      Node node = schedule.node(0, i);
      if (node.op() == Op.PARAMETER) {
        nodes[(int) node.immediate()] = node;
      }
    }
    for (int i = 0; i < nodes.length; i++) {
      Node node = nodes[i];
      out.append(i == 0 ? "" : ", ")
          .append(node == null ? "%p" + i : register(node))
          .append(": ")
          .append(DeclarationPrinter.parameter(parameters.get(i)));
    }
    if (signature.variadic()) {
      out.append(nodes.length == 0 ? "..." : ", ...");
    }
    out.append(')').append(DeclarationPrinter.results(signature)).append(" {\n");
    printSlots();
    boolean[] reached = reachedBlocks();
    for (int b = 0; b < schedule.blockCount(); b++) {
      if (reached[b]) {
        printBlock(b);
      }
    }
    out.append("}\n");
  }

  /** One line for each slot, wherever its address is placed: two would be two objects. */
  private void printSlots() {
    boolean[] used = new boolean[function.slots().size()];
    for (int b = 0; b < schedule.blockCount(); b++) {
      for (int i = 0; i < schedule.size(b); i++) {
        Node node = schedule.node(b, i);
        if (node.op() == Op.STACK_SLOT) {
          used[((StackSlot) Objects.requireNonNull(node.attribute())).index()] = true;
        }
      }
    }
    for (StackSlot slot : function.slots()) {
      if (used[slot.index()]) {
        out.append("    ")
            .append(slotName(slot))
            .append(" = stack ")
            .append(slot.size())
            .append(':')
            .append(slot.alignment())
            .append(' ')
            .append(DeclarationPrinter.quote(slot.name().getBytes(StandardCharsets.UTF_8)))
            .append('\n');
      }
    }
  }

  private static String slotName(StackSlot slot) {
    return "%s" + slot.index();
  }

  /** What control can reach: not the exits of endless loops, nor arms that no key leads to. */
  private boolean[] reachedBlocks() {
    boolean[] reached = new boolean[schedule.blockCount()];
    int[] stack = new int[schedule.blockCount()];
    int depth = 1;
    reached[0] = true;
    while (depth > 0) {
      int block = stack[--depth];
      boolean[] taken = takenArms(block);
      for (int i = 0; i < taken.length; i++) {
        int successor = flow.successor(block, i);
        if (taken[i] && !reached[successor]) {
          reached[successor] = true;
          stack[depth++] = successor;
        }
      }
    }
    return reached;
  }

  private boolean[] takenArms(int block) {
    boolean[] taken = new boolean[flow.successorCount(block)];
    Node terminator = flow.terminator(block);
    if (terminator != null && terminator.attribute() instanceof SwitchTable table) {
      taken[0] = true;
      for (int i = 0; i < table.size(); i++) {
        taken[table.target(i)] = true;
      }
    } else if (terminator != null && terminator.op() == Op.NEVER) {
      taken[0] = true;
    } else {
      Arrays.fill(taken, true);
    }
    return taken;
  }

  // ------------------------------------------------------------------ blocks

  private static boolean isValuePhi(Node node) {
    return node.op() == Op.PHI && node.type() != Type.MEM;
  }

  private void printBlock(int block) {
    if (block > 0) {
      out.append("\n  @b").append(block);
      boolean first = true;
      for (int i = 0; i < schedule.size(block); i++) {
        Node node = schedule.node(block, i);
        if (isValuePhi(node)) {
          out.append(first ? "(" : ", ")
              .append(register(node))
              .append(": ")
              .append(node.type().text());
          first = false;
        }
      }
      out.append(first ? ":" : "):");
      int depth = flow.loops().depth(block);
      if (depth > 0) {
        out.append("  // loop depth ").append(depth);
      }
      out.append('\n');
    }
    for (int i = 0; i < schedule.size(block); i++) {
      printNode(block, schedule.node(block, i));
    }
    if (flow.terminator(block) == null) {
      out.append("    goto ");
      printTarget(block, 0);
      out.append('\n');
    }
  }

  private void printTarget(int block, int successor) {
    int target = flow.successor(block, successor);
    out.append("@b").append(target);
    if (flow.terminator(block) != null) {
      return;
    }
    int edge = flow.predecessorIndex(block, successor);
    boolean first = true;
    for (int i = 0; i < schedule.size(target); i++) {
      Node phi = schedule.node(target, i);
      if (isValuePhi(phi)) {
        out.append(first ? "(" : ", ").append(operand(phi.input(edge + 1), false));
        first = false;
      }
    }
    out.append(first ? "" : ")");
  }

  private void printNode(int block, Node node) {
    switch (node.op()) {
      case PHI, PARAMETER, INITIAL_MEMORY, PROJECTION, MEMORY_PART, MEMORY_MERGE -> {}
      case CONSTANT, SYMBOL, STACK_SLOT -> {}
      default -> {
        out.append("    ");
        if (node.op().isTerminator()) {
          printTerminator(block, node);
        } else {
          printInstruction(node);
        }
        out.append('\n');
      }
    }
  }

  private void printTerminator(int block, Node node) {
    switch (node.op()) {
      case IF -> {
        out.append("goto ").append(operand(node.value(0), true)).append(" { 1 -> ");
        printTarget(block, 1);
        out.append(", 0 -> ");
        printTarget(block, 0);
        out.append(" }");
      }
      case SWITCH -> printSwitch(block, node);
      case NEVER -> {
        out.append("goto ");
        printTarget(block, 0);
      }
      case RETURN -> {
        out.append("return");
        for (int i = 0; i < node.valueCount(); i++) {
          out.append(i == 0 ? " " : ", ").append(operand(node.value(i), false));
        }
      }
      case TRAP -> out.append("trap code=").append(node.immediate());
      default -> out.append("unreachable");
    }
  }

  private void printSwitch(int block, Node node) {
    SwitchTable table = (SwitchTable) Objects.requireNonNull(node.attribute());
    StringBuilder[] keys = new StringBuilder[table.targetCount()];
    for (int i = 0; i < table.size(); i++) {
      int target = table.target(i);
      if (target != 0) {
        if (keys[target] == null) {
          keys[target] = new StringBuilder();
        } else {
          keys[target].append(" | ");
        }
        keys[target].append(table.key(i));
      }
    }
    out.append("goto ").append(operand(node.value(0), true)).append(" {\n");
    for (int i = 1; i < keys.length; i++) {
      if (keys[i] != null) {
        out.append("      ").append(keys[i]).append(" -> ");
        printTarget(block, i);
        out.append(",\n");
      }
    }
    out.append("      _ -> ");
    printTarget(block, 0);
    out.append("\n    }");
  }

  // ------------------------------------------------------------ instructions

  private void printInstruction(Node node) {
    switch (node.op()) {
      case CALL -> printCall(node);
      case GUARD ->
          out.append("guard code=")
              .append(node.immediate())
              .append(' ')
              .append(operand(node.value(0), false));
      case LOAD -> {
        result(node);
        out.append("load").append(access(node)).append(' ').append(operand(node.value(0), false));
      }
      case VOLATILE_LOAD -> {
        Node value = node.projection(1);
        if (value == null) {
          // Nobody uses the value; of its type only the size is known.
          Type type = Type.ofBytes(Access.size(node.immediate()));
          out.append(register(node)).append(": ").append(type.text()).append(" = ");
        } else {
          result(value);
        }
        out.append("load").append(access(node)).append(' ').append(operand(node.value(0), false));
      }
      case STORE ->
          out.append("store")
              .append(access(node))
              .append(' ')
              .append(operand(node.value(0), false))
              .append(", ")
              .append(operand(node.value(1), true));
      case MEMORY_COPY, MEMORY_FILL ->
          out.append(node.op() == Op.MEMORY_COPY ? "copy" : "fill")
              .append(" size=")
              .append(Access.size(node.immediate()))
              .append(access(node))
              .append(' ')
              .append(operand(node.value(0), false))
              .append(", ")
              .append(operand(node.value(1), false));
      default -> printPure(node);
    }
  }

  private static String access(Node node) {
    int aliasClass = Access.aliasClass(node.immediate());
    return (Access.isVolatile(node.immediate()) ? " volatile" : "")
        + (aliasClass == 0 ? "" : " class=" + aliasClass);
  }

  private void result(Node node) {
    out.append(register(node)).append(": ").append(node.type().text()).append(" = ");
  }

  private void printPure(Node node) {
    Op op = node.op();
    result(node);
    boolean typed = false;
    if (op.isComparison()) {
      out.append("cmp.");
      // Two bare numbers would leave their type open.
      typed = node.value(0).isConstant() && node.value(1).isConstant();
    }
    out.append(op.text());
    if (op.isVector()) {
      out.append(VectorText.modifiers(node));
    } else if (op == Op.OFFSET) {
      out.append(node.immediate() == Op.IN_BOUNDS ? " inbounds" : "");
    } else {
      out.append(node.immediate() == Op.NO_SIGNED_WRAP ? " nsw" : "");
    }
    typed |= Operations.shape(op) == Operations.Shape.CONVERSION || op == Op.SPLAT;
    for (int i = 0; i < node.valueCount(); i++) {
      out.append(i == 0 ? " " : ", ").append(operand(node.value(i), typed));
    }
  }

  private void printCall(Node node) {
    CallDescriptor descriptor = (CallDescriptor) Objects.requireNonNull(node.attribute());
    Signature signature = descriptor.signature();
    int results = signature.results().size();
    @Nullable Node[] projections = new Node[results];
    boolean used = false;
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      if (user.op() == Op.PROJECTION && user.immediate() >= 2) {
        projections[(int) user.immediate() - 2] = user;
        used = true;
      }
    }
    for (int i = 0; used && i < results; i++) {
      Node projection = projections[i];
      out.append(i == 0 ? "" : ", ")
          .append(projection == null ? register(node) + ".r" + i : register(projection))
          .append(": ")
          .append(signature.results().get(i).text())
          .append(i == results - 1 ? " = " : "");
    }
    int first = descriptor.isIndirect() ? 1 : 0;
    String symbol = descriptor.symbol();
    out.append("call ")
        .append(symbol == null ? operand(node.value(0), false) : DeclarationPrinter.symbol(symbol))
        .append('(');
    for (int i = first; i < node.valueCount(); i++) {
      out.append(i == first ? "" : ", ")
          .append(operand(node.value(i), i - first >= signature.parameters().size()));
    }
    out.append(')');
    if (symbol == null || !signature.equals(declared(symbol))) {
      out.append(" : ").append(DeclarationPrinter.signature(signature));
    }
  }

  private @Nullable Signature declared(String symbol) {
    if (symbol.equals(function.name())) {
      return function.signature();
    }
    if (program == null) {
      return null;
    }
    Function defined = program.function(symbol);
    Program.External external = program.external(symbol);
    return defined != null ? defined.signature() : external == null ? null : external.signature();
  }

  // ---------------------------------------------------------------- operands

  private static String register(Node node) {
    return "%" + node.id();
  }

  /** An operand; a bare number gets its type if nothing else there tells it. */
  private static String operand(Node node, boolean typed) {
    return switch (node.op()) {
      case CONSTANT ->
          Literal.format(node.type(), node.immediate()) + (typed ? ": " + node.type().text() : "");
      case SYMBOL -> DeclarationPrinter.symbol((String) Objects.requireNonNull(node.attribute()));
      case STACK_SLOT -> slotName((StackSlot) Objects.requireNonNull(node.attribute()));
      default -> register(node);
    };
  }
}
