/**
 * Reassociation: integer sums, products and bitwise operations of several operands, in another
 * order.
 *
 * <p>{@link dev.sargasso.passes.reassociate.Reassociation} takes a tree of one operation apart into
 * its operands and puts it together again if that is cheaper: equal operands meet and cancel or add
 * up, common factors come out, operands that do not change in a loop meet before those that do, so
 * that code motion takes their part out, and what was carried round a loop comes last, which makes
 * the chain from one iteration to the next as short as it can be. {@link
 * dev.sargasso.passes.reassociate.LoopLevels} says how deep in loops a value is computed. The
 * ranking of operands is due to Briggs and Cooper (PLDI 1994).
 */
@NullMarked
package dev.sargasso.passes.reassociate;

import org.jspecify.annotations.NullMarked;
