package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.Field;
import dev.sargasso.ir.graph.Node;

/** Where an object is. */
sealed interface Place {
  /** The type of the object. */
  CType type();

  /** In a variable of the builder. */
  record Variable(int variable, CType type) implements Place {}

  /**
   * In consecutive variables of the builder, one for each part of a structure.
   *
   * @param first the variable of part {@code from}
   * @param from the first part that belongs to the object, which may be a member of a larger one
   * @param base the offset of the object in the structure that the parts are of
   */
  record InParts(int first, Parts parts, int from, long base, CType type) implements Place {}

  /**
   * In memory, at an address and a constant offset.
   *
   * @param access how the object is accessed, if that is a scalar with its type tag
   */
  record Memory(Node address, long offset, CType type, long access) implements Place {}

  /** In a bit-field of the unit at an address and a constant offset. */
  record Bits(Node address, long offset, Field field, CType type, long access) implements Place {}
}
