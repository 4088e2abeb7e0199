package dev.sargasso.ir.program;

/** What the source asks for where a function is called. */
public enum InlineRequest {
  /** Nothing. */
  NONE,
  /** Calls may well be replaced by the body, even if it is not small. */
  HINT,
  /** Calls are to be replaced by the body wherever that can be done. */
  ALWAYS,
  /** Calls stay calls. */
  NEVER
}
