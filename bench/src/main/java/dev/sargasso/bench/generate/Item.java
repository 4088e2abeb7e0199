package dev.sargasso.bench.generate;

import java.util.List;
import java.util.Optional;

/** Something with a name that the statements in its scope may use. */
sealed interface Item {
  /** The name in C. */
  String name();

  /**
   * A variable.
   *
   * @param assignable not so for the counter of a loop
   * @param lasting whether it lives at least as long as the function's activation
   */
  record Variable(String name, Scalar type, boolean assignable, boolean lasting) implements Item {}

  /**
   * An array of {@code rows} times {@code length} elements, both powers of two; {@code rows} is 1
   * if it has but one dimension. Also a pointer to the first of that many elements.
   *
   * @param assignable not so for a constant array
   */
  record Array(String name, Scalar type, int rows, int length, boolean assignable)
      implements Item {}

  /** A pointer that always points to a live object of its type. */
  record Pointer(String name, Scalar type, boolean assignable) implements Item {}

  /** A structure, or where {@code pointed} a pointer that always points to a live one. */
  record Aggregate(String name, Structure type, boolean pointed) implements Item {}

  /**
   * A structure type.
   *
   * @param name of the typedef
   */
  record Structure(String name, List<Field> fields) {}

  /**
   * A member: a scalar if {@code length} is 0, else an array; a nested structure if {@code nested}
   * is one.
   */
  record Field(String name, Scalar type, int length, Optional<Structure> nested) {}
}
