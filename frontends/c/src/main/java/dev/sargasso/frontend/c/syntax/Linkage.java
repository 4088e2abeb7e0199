package dev.sargasso.frontend.c.syntax;

/** Which declarations of a name mean the same thing (C11 6.2.2). */
public enum Linkage {
  /** Each declaration is another thing. */
  NONE,
  /** All in this translation unit are one thing. */
  INTERNAL,
  /** All in the whole program are one thing. */
  EXTERNAL
}
