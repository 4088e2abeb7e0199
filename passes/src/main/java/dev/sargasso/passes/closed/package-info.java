/**
 * Loops whose results are known without them.
 *
 * <p>{@link dev.sargasso.passes.closed.FinalValues} says what values of a counted loop are when
 * control leaves: counters, sums of what changes evenly, and what is computed from them. If that is
 * all that anybody wants of a loop, and the loop does nothing else, {@link
 * dev.sargasso.passes.closed.ClosedForms} removes it; from other loops it takes constants. That the
 * loop ends is part of its count: a loop of which nobody knows whether it ends stays.
 */
@NullMarked
package dev.sargasso.passes.closed;

import org.jspecify.annotations.NullMarked;
