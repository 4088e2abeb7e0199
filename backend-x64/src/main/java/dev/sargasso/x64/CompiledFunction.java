package dev.sargasso.x64;

import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.VariableTable;
import dev.sargasso.x64.object.ObjectSink;
import org.jspecify.annotations.Nullable;

/**
 * A function in machine code with what is known of it.
 *
 * @param name the symbol
 * @param linkage who can see it
 * @param code bytes, relocations and constants; its marks are ids of the nodes of the graph
 * @param lines where the code comes from
 * @param variables where its variables are, or null if it is not described
 * @param traps where it stops by intent
 * @param statistics what it took
 */
public record CompiledFunction(
    String name,
    Linkage linkage,
    MachineCode code,
    LineTable lines,
    @Nullable VariableTable variables,
    TrapTable traps,
    Statistics statistics) {
  /**
   * What the function took.
   *
   * @param instructions machine instructions before allocation
   * @param blocks blocks before emission
   * @param virtualRegisters values that asked for a register
   * @param edits moves, exchanges and repetitions that the allocator put in
   * @param spillSlots slots that it needed
   * @param frameBytes bytes of the frame, without the return address
   */
  public record Statistics(
      int instructions,
      int blocks,
      int virtualRegisters,
      int edits,
      int spillSlots,
      int frameBytes) {}

  /** Defines the function in an object file, assembly text, or code memory. */
  public void writeTo(ObjectSink sink) {
    if (variables != null) {
      sink.variables(name, variables);
    }
    sink.function(name, linkage, code, lines);
  }
}
