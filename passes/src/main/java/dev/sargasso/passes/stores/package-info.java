/**
 * Stores that nobody reads.
 *
 * <p>{@link dev.sargasso.passes.stores.DeadStores} walks from each store forward along memory,
 * round loops and through phis, and removes it if every way leads to one that writes the same
 * bytes, or, for a stack slot that only the function itself can reach, to where the function ends.
 * {@link dev.sargasso.passes.stores.StoreSinking} moves a store that is only dead as long as a loop
 * goes round behind the loop: together with load elimination this keeps a cell of memory in a
 * register while the loop runs.
 */
@NullMarked
package dev.sargasso.passes.stores;

import org.jspecify.annotations.NullMarked;
