/**
 * Recursion that is a loop: a function whose last act is to call itself jumps to its own beginning
 * instead.
 *
 * <p>{@link dev.sargasso.passes.recursion.TailRecursion} finds returns right behind a call of the
 * function itself, and returns of a sum or product of the call's result and something else, for
 * which it keeps the sum or product so far. What was the beginning of the function becomes the head
 * of a loop; parameters, memory and the accumulator are its phis.
 */
@NullMarked
package dev.sargasso.passes.recursion;

import org.jspecify.annotations.NullMarked;
