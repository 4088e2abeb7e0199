/**
 * Promotion: stack slots, or the scalars within them, become values.
 *
 * <p>A slot can be promoted if its address goes nowhere but into loads, stores, copies and fills at
 * constant offsets. {@link dev.sargasso.passes.promote.SlotUses} finds out and cuts each slot into
 * pieces, one a scalar that is always read and written whole; copies carry the cuts of one slot
 * over to another. {@link dev.sargasso.passes.promote.PieceValues} then follows the memory tokens
 * back from each load: the value of a piece changes only where the token of its alias class does,
 * so where tokens meet in a phi, values do, and nowhere else. At last loads become values and the
 * stores leave the token chain. Linear: the search has a budget of steps proportional to the graph,
 * and a slot that would exceed it stays in memory.
 */
@NullMarked
package dev.sargasso.passes.promote;

import org.jspecify.annotations.NullMarked;
