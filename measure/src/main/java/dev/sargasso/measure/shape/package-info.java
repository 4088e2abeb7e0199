/**
 * Functions of known shape and any size, made through the builder.
 *
 * <p>A compiler whose work is linear on ordinary code may still be quadratic where a graph is long
 * or wide in one direction: a chain of memory states, a join with a thousand phis, a switch with a
 * thousand arms, loops inside loops. Each {@link dev.sargasso.measure.shape.Shape} stretches one
 * such direction and holds the others still. They are real functions: every operation contributes
 * to the result, nothing folds away, and all of them terminate quickly when they are run, so that
 * tests may also execute them.
 */
@NullMarked
package dev.sargasso.measure.shape;

import org.jspecify.annotations.NullMarked;
