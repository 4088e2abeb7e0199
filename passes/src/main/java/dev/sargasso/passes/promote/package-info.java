/**
 * Promotion: stack slots, or the scalars within them, become values.
 *
 * <p>A slot can be promoted if its address goes nowhere but into loads, stores, copies and fills at
 * constant offsets. {@link dev.sargasso.passes.promote.SlotUses} finds out and cuts each slot into
 * pieces, one a scalar that is always read and written whole; copies carry the cuts of one slot
 * over to another. {@link dev.sargasso.passes.promote.Renaming} then finds the value of each piece
 * at each read, in one walk over the dominator tree, with phis where different values meet; the
 * order within a block is that of the memory tokens. At last loads become values and the stores
 * leave the token chain.
 */
@NullMarked
package dev.sargasso.passes.promote;

import org.jspecify.annotations.NullMarked;
