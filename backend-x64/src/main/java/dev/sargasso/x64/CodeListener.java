package dev.sargasso.x64;

import dev.sargasso.ir.program.Function;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;

/**
 * Hears of each state on the way to machine code. What it is given is good during the call only,
 * and must not be changed.
 */
public interface CodeListener {
  /** Does not listen. */
  CodeListener NONE = new CodeListener() {};

  /** Instructions have been selected. */
  default void selected(Function function, MachineFunction machine) {}

  /** Registers have been allocated. */
  default void allocated(Function function, AllocatedFunction allocated) {}

  /** The code is there. */
  default void emitted(Function function, CompiledFunction compiled) {}
}
