package dev.sargasso.x64.object;

import dev.sargasso.ir.debug.GlobalDescription;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.VariableTable;

/**
 * Receives the compiled functions and the globals of one unit of translation and makes something of
 * them: an object file, assembly text, code in this process. Whatever is referred to and not
 * defined is taken to be defined elsewhere. The result depends on the order of definitions only.
 */
public interface ObjectSink {
  /**
   * Defines a function.
   *
   * @param lines where its code comes from
   * @throws IllegalArgumentException if the symbol is defined already
   */
  void function(String symbol, Linkage linkage, MachineCode code, LineTable lines);

  /** As the other {@code function}, for code that comes from no source. */
  default void function(String symbol, Linkage linkage, MachineCode code) {
    function(symbol, linkage, code, LineTable.EMPTY);
  }

  /** Says where the variables of a function are that is defined next; may be ignored. */
  default void variables(String symbol, VariableTable table) {}

  /** Describes a variable for debuggers; may be ignored. */
  default void describe(GlobalDescription description) {}

  /**
   * Defines a variable.
   *
   * @throws IllegalArgumentException if the symbol is defined already
   */
  void global(Global global);
}
