package dev.sargasso.x64.machine;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Prints machine functions, before and after allocation, for people and for tests. The text depends
 * on nothing but the function.
 *
 * <p>Operands read {@code v7} (any register), {@code v7@rax} (fixed), {@code v7=1} (the register of
 * operand 1), {@code v7~1} (rather that of operand 1), {@code v7/m} (register or memory), {@code
 * v7/*} (anywhere), with {@code !} after an operand in the unusual half: a late use or an early
 * definition. After allocation {@code :rcx} or {@code :[2]} is where each one is.
 */
public final class MachinePrinter {
  private final MachineFunction function;
  private final IntFunction<String> opcodeName;
  private final StringBuilder text = new StringBuilder();

  private MachinePrinter(final MachineFunction function, final IntFunction<String> opcodeName) {
    this.function = function;
    this.opcodeName = opcodeName;
  }

  /** The text of a machine function before allocation. */
  public static String print(final MachineFunction function, final IntFunction<String> opcodeName) {
    final MachinePrinter printer = new MachinePrinter(function, opcodeName);
    printer.header();
    for (int block = 0; block < function.blockCount(); block++) {
      printer.blockHead(block);
      for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
        printer.instruction(at, null);
      }
      printer.edges(block);
    }
    return printer.text.toString();
  }

  /** The text of a function after allocation. */
  public static String print(
      final AllocatedFunction allocated, final IntFunction<String> opcodeName) {
    final MachineFunction function = allocated.function();
    final MachinePrinter printer = new MachinePrinter(function, opcodeName);
    printer.header();
    printer.text.append("  ; ").append(allocated.slotAreaSize()).append(" bytes in ");
    printer.text.append(allocated.slotCount()).append(" slots\n");
    for (int block = 0; block < function.blockCount(); block++) {
      printer.blockHead(block);
      for (int place = allocated.firstItem(block); place < allocated.endItem(block); place++) {
        final int item = allocated.item(place);
        if (item >= 0) {
          printer.instruction(item, allocated);
        } else {
          printer.edit(allocated, ~item);
        }
      }
      printer.edges(block);
    }
    return printer.text.toString();
  }

  private void header() {
    text.append("machine ").append(function.name()).append('\n');
  }

  private void blockHead(final int block) {
    text.append('b').append(block);
    if (function.parameterCount(block) > 0) {
      text.append('(');
      for (int index = 0; index < function.parameterCount(block); index++) {
        text.append(index > 0 ? ", v" : "v").append(function.parameter(block, index));
      }
      text.append(')');
    }
    text.append(":  ; frequency ").append(function.frequency(block));
    text.append(", depth ").append(function.loopDepth(block)).append('\n');
  }

  private void instruction(final int at, final @Nullable AllocatedFunction allocated) {
    text.append(String.format("  %5d  ", at));
    boolean any = false;
    for (int index = 0; index < function.operandCount(at); index++) {
      if (Operand.isDefinition(function.operand(at, index))) {
        text.append(any ? ", " : "");
        operand(at, index, allocated);
        any = true;
      }
    }
    text.append(any ? " = " : "").append(opcodeName.apply(function.opcode(at)));
    any = false;
    for (int index = 0; index < function.operandCount(at); index++) {
      if (!Operand.isDefinition(function.operand(at, index))) {
        text.append(any ? ", " : " ");
        operand(at, index, allocated);
        any = true;
      }
    }
    if (function.immediate(at) != 0) {
      text.append(" #").append(function.immediate(at));
    }
    if (function.attribute(at) != null) {
      text.append(" {").append(function.attribute(at)).append('}');
    }
    if (function.clobbers(at) != 0) {
      text.append(" clobbers ").append(PhysicalRegister.namesOf(function.clobbers(at)));
    }
    if (function.has(at, MachineFunction.REMATERIALISABLE)) {
      text.append(" rematerialisable");
    }
    if (function.has(at, MachineFunction.COMMUTATIVE)) {
      text.append(" commutative");
    }
    text.append('\n');
  }

  private void operand(final int at, final int index, final @Nullable AllocatedFunction allocated) {
    final long operand = function.operand(at, index);
    text.append('v').append(Operand.register(operand));
    final int detail = Operand.detail(operand);
    switch (Operand.constraint(operand)) {
      case Operand.FIXED -> text.append('@').append(PhysicalRegister.nameOf(detail));
      case Operand.REUSE -> text.append('=').append(detail);
      case Operand.REGISTER_OR_STACK -> text.append("/m");
      case Operand.ANYWHERE -> text.append("/*");
      default -> {
        if (detail > 0) {
          text.append('~').append(detail - 1);
        }
      }
    }
    if (Operand.isLate(operand) != Operand.isDefinition(operand)) {
      text.append('!');
    }
    if (allocated != null) {
      text.append(':').append(Location.nameOf(allocated.location(at, index)));
    }
  }

  private void edit(final AllocatedFunction allocated, final int edit) {
    final String to = Location.nameOf(allocated.editTo(edit));
    text.append("         ");
    switch (allocated.editKind(edit)) {
      case AllocatedFunction.MOVE ->
          text.append(to).append(" <- ").append(Location.nameOf(allocated.editFrom(edit)));
      case AllocatedFunction.SWAP ->
          text.append(to).append(" <-> ").append(Location.nameOf(allocated.editFrom(edit)));
      default -> text.append(to).append(" <- again ").append(allocated.editInstruction(edit));
    }
    text.append(" (").append(allocated.editWidth(edit)).append(")\n");
  }

  private void edges(final int block) {
    for (int index = 0; index < function.successorCount(block); index++) {
      final int edge = function.successorEdge(block, index);
      text.append("         -> b").append(function.edgeTarget(edge));
      for (int at = 0; at < function.argumentCount(edge); at++) {
        text.append(at > 0 ? ", v" : "(v").append(function.argument(edge, at));
      }
      text.append(function.argumentCount(edge) > 0 ? ")\n" : "\n");
    }
  }
}
