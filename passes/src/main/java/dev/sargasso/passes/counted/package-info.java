/**
 * What is known of loops that count: how often they go round, and what changes by how much.
 *
 * <p>{@link dev.sargasso.passes.counted.Counter} is a phi of a loop's header that goes on with
 * itself plus what the loop does not change. {@link dev.sargasso.passes.counted.Rounds} says how
 * often control comes round before an exit is taken, as a number or as an expression over what is
 * there before the loop, and why the counter does not wrap on the way. {@link
 * dev.sargasso.passes.counted.Reduction} is a phi that gathers something over all rounds; {@link
 * dev.sargasso.passes.counted.LinearAddress} an address that moves on by the same number of bytes
 * each round. {@link dev.sargasso.passes.counted.CountedLoop} puts all this together for an
 * innermost loop with one exit. Nothing here changes the graph but for nodes without use.
 */
@NullMarked
package dev.sargasso.passes.counted;

import org.jspecify.annotations.NullMarked;
