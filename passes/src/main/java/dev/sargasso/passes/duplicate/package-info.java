/**
 * Copying parts of a graph and keeping it in SSA form.
 *
 * <p>{@link dev.sargasso.passes.duplicate.LoopForm} gives every loop one way in and one way round.
 * {@link dev.sargasso.passes.duplicate.LoopBodies} says which nodes belong to a loop: those that
 * cannot be computed before it. {@link dev.sargasso.passes.duplicate.LoopCopies} copies such a body
 * any number of times; where control leaves, the copies meet in a region, and whoever used a value
 * of the loop outside of it is given the phi that {@link dev.sargasso.passes.duplicate.ExitValues}
 * finds for the place. All work on one view of the control flow: what is copied in one loop does
 * not make it wrong for another loop beside it, so that a function with many loops is looked at
 * once.
 */
@NullMarked
package dev.sargasso.passes.duplicate;

import org.jspecify.annotations.NullMarked;
