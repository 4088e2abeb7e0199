package dev.sargasso.frontend.c.syntax;

import dev.sargasso.frontend.c.type.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The initial value of an object: values at offsets, in the order of their evaluation. Where
 * entries overlap, the later one wins; what no entry covers is zero.
 *
 * @param entries the values
 */
public record Initializer(List<Entry> entries) {
  public Initializer {
    entries = List.copyOf(entries);
  }

  /**
   * One value.
   *
   * @param offset in bytes from the beginning of the object
   * @param bitField the bit-field that takes the value, or null
   * @param value a scalar, a structure, or a string literal that fills an array of characters
   * @param size how many bytes the value fills; a string literal is cut or padded to it
   */
  public record Entry(long offset, @Nullable Field bitField, Expression value, long size) {}
}
