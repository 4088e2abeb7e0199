package dev.sargasso.bench.phase;

import java.util.Locale;

/** The steps of a compilation, in order. */
public enum Phase {
  /** The builder makes the sea, simplified and numbered on the way. */
  CONSTRUCTION,
  /** All passes on the graph. */
  OPTIMISATION,
  /** Global code motion and the order within blocks. */
  MOTION,
  /** Instructions are chosen. */
  SELECTION,
  /** Registers are allocated. */
  ALLOCATION,
  /** Bytes are written. */
  EMISSION;

  /** The name in tables and on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
