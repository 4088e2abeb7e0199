package dev.sargasso.frontend.c.syntax;

/** What a word or an attribute says of a function. */
public enum FunctionTrait {
  /** Calls never come back. */
  NO_RETURN,
  /** Depends on its arguments alone, and does nothing but compute its result. */
  CONST,
  /** Does nothing but compute its result. */
  PURE,
  /** Returns the address of an object that nothing else points into, or null. */
  MALLOC,
  /** Calls stay calls. */
  NO_INLINE,
  /** Every call is to be replaced by the body. */
  ALWAYS_INLINE
}
