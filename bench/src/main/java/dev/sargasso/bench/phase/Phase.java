package dev.sargasso.bench.phase;

import java.util.Locale;

/** The steps of a compilation, in order. */
public enum Phase {
  /** The builder makes the sea, simplified and numbered on the way. */
  CONSTRUCTION,
  /** Global code motion and the order within blocks. */
  MOTION;

  /** The name in tables and on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
