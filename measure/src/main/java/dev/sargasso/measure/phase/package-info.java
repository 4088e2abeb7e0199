/**
 * The measurement of a compilation, phase by phase.
 *
 * <p>{@link dev.sargasso.measure.phase.PhaseClock} listens to a compilation and reads the clock of
 * its thread wherever one phase ends and the next begins, so that no time is lost between them.
 * {@link dev.sargasso.measure.phase.Profiler} compiles inputs, warm, over and over, and makes a
 * table of samples. {@link dev.sargasso.measure.phase.Builds} does that in fresh processes of one
 * or two builds in turn, since two processes of the same build differ by more than two rounds of
 * one: the JVM compiles the compiler a little differently each time.
 */
@NullMarked
package dev.sargasso.measure.phase;

import org.jspecify.annotations.NullMarked;
