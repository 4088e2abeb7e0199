/**
 * Jump threading: who knows at the end of one block how a later block will branch goes there at
 * once.
 *
 * <p>{@link dev.sargasso.passes.thread.JumpThreading} looks for blocks that do nothing but choose,
 * and for edges into them on which the choice is known, since the phis that it hangs on have known
 * inputs: {@link dev.sargasso.passes.thread.EdgeValues}. It also looks a few blocks ahead: a state
 * machine in a loop chooses by the state that it was given before the end of the loop. {@link
 * dev.sargasso.passes.thread.BlockSplit} then gives the block copies for such edges and repairs SSA
 * form.
 */
@NullMarked
package dev.sargasso.passes.thread;

import org.jspecify.annotations.NullMarked;
