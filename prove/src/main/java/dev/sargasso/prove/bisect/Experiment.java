package dev.sargasso.prove.bisect;

import dev.sargasso.passes.decision.Decisions;

/** Compiles the program anew, with some changes forbidden, and tries it out. */
@FunctionalInterface
public interface Experiment {
  /** Whether the program, compiled under these decisions, does what it should. */
  boolean isRight(Decisions decisions);
}
