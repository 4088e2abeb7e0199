package dev.sargasso.ir.debug;

import dev.sargasso.ir.graph.StackSlot;

/**
 * A variable or parameter of a function.
 *
 * @param name as the source has it
 * @param position where it is declared, packed
 * @param isParameter whether it gets its first value from the caller
 * @param scope the index of the scope that it belongs to
 * @param home where it lives
 */
public record SourceVariable(
    String name, SourceType type, int position, boolean isParameter, int scope, Home home) {

  /** Where a variable lives. */
  public sealed interface Home {
    /** In an object of the frame, from the body's first instruction on. */
    record InSlot(StackSlot slot) implements Home {}

    /** Nowhere that can be told. */
    record Unknown() implements Home {}
  }
}
