/**
 * Load elimination: a load becomes the value that was stored, or loaded before, at its address.
 *
 * <p>{@link dev.sargasso.passes.forward.LoadElimination} walks from each load back along memory,
 * past what cannot touch the address ({@link dev.sargasso.passes.alias.Origins}). At a memory phi
 * the question is put to each of its inputs, with the address as it was on that edge ({@link
 * dev.sargasso.passes.forward.AddressTranslation}), and the answers meet in a phi of values. If
 * they are known on all edges but rarer ones, and the address is safe there, those edges load it
 * themselves: that takes loads out of loops, and carries in a register what one iteration writes
 * and the next one reads. {@link dev.sargasso.passes.forward.Search} finds the answers, without a
 * change to the graph but for addresses; {@link dev.sargasso.passes.forward.Answers} holds them.
 */
@NullMarked
package dev.sargasso.passes.forward;

import org.jspecify.annotations.NullMarked;
