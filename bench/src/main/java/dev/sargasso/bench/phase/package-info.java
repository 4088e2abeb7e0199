/**
 * The steps from a builder to machine code, each to be timed alone.
 *
 * <p>A {@link dev.sargasso.bench.phase.Compilation} is one function on its way; a {@link
 * dev.sargasso.bench.phase.Phase} takes it one step further, with the options that the compiler
 * itself uses. Verifiers and checkers are off, as in a compilation that somebody waits for. The
 * growth curves and the JMH benchmarks both go through here, so that they speak of the same phases.
 */
@NullMarked
package dev.sargasso.bench.phase;

import org.jspecify.annotations.NullMarked;
