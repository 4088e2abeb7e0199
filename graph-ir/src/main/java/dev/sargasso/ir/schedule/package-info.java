/**
 * What global code motion makes of a sea: every node in a block, every block in order.
 *
 * <p>A {@link dev.sargasso.ir.schedule.Schedule} is the hand-over from the graph to everything that
 * needs an order: instruction selection, the interpreter that runs blocks, the textual form with
 * {@code goto} and block parameters, and the pictures. It is immutable and knows nothing of how the
 * places were chosen.
 */
@NullMarked
package dev.sargasso.ir.schedule;

import org.jspecify.annotations.NullMarked;
