package dev.sargasso.ir.type;

/** What is known of a value beyond its type: a set of values of that type. */
public interface Stamp {
  /** The type whose values this is a set of. */
  Type type();
}
