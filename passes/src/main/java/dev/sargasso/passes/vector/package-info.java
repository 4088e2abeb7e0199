/**
 * Several rounds of a loop, or several equal operations, as one on vectors of 128 bits.
 *
 * <p>{@link dev.sargasso.passes.vector.LoopVectorisation} puts a loop that does as many rounds at
 * once as values fit in a vector in front of a counted loop, which does the rest. {@link
 * dev.sargasso.passes.vector.LoopPlan} says whether that can be done: which nodes become vectors,
 * how many lanes, which accesses must be shown to be apart (Allen and Kennedy, <i>Optimizing
 * Compilers for Modern Architectures</i>, 2001). {@link dev.sargasso.passes.vector.LaneCode} makes
 * the vector operation for each scalar one. {@link dev.sargasso.passes.vector.StraightLinePacking}
 * does the same for neighbouring stores outside of loops. Floating-point sums keep their order, so
 * they are left alone.
 */
@NullMarked
package dev.sargasso.passes.vector;

import org.jspecify.annotations.NullMarked;
