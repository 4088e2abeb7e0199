/**
 * The search for the change that breaks a program.
 *
 * <p>An {@link dev.sargasso.prove.bisect.Experiment} compiles the program with some changes
 * forbidden and says whether it is right. {@link dev.sargasso.prove.bisect.Bisection} then finds a
 * smallest set of changes that have to be forbidden, by delta debugging (Zeller and Hildebrandt,
 * IEEE TSE 2002): among single sites, or if a pass that does not ask for them is guilty, among
 * passes and functions.
 *
 * <p>A site is known by a hash of what is done and where in the source, as in the bisection of the
 * Go compiler (Cox, <i>Hash-Based Bisect Debugging</i>, 2024). So it is the same site in every
 * experiment, whatever else is forbidden, and in every pass that would do the same there.
 */
@NullMarked
package dev.sargasso.prove.bisect;

import org.jspecify.annotations.NullMarked;
