/**
 * What is done to loops.
 *
 * <p>{@link dev.sargasso.passes.loop.Rehearsal} runs the part of a loop that decides how long it
 * goes on, if that depends on constants alone; {@link dev.sargasso.passes.loop.FullUnrolling} then
 * lays the iterations of short loops out one after the other. Bodies are copied by {@link
 * dev.sargasso.passes.duplicate}. A pass looks at a function once and treats all loops that are
 * innermost then; loops around those have their turn in the next round.
 */
@NullMarked
package dev.sargasso.passes.loop;

import org.jspecify.annotations.NullMarked;
