package dev.sargasso.x64.object;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.MachineCode;

/**
 * Receives the compiled functions and the globals of one unit of translation and makes something of
 * them: an object file, assembly text, code in this process. Whatever is referred to and not
 * defined is taken to be defined elsewhere. The result depends on the order of definitions only.
 */
public interface ObjectSink {
  /**
   * Defines a function.
   *
   * @throws IllegalArgumentException if the symbol is defined already
   */
  void function(String symbol, Linkage linkage, MachineCode code);

  /**
   * Defines a variable.
   *
   * @throws IllegalArgumentException if the symbol is defined already
   */
  void global(Global global);
}
