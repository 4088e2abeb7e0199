/**
 * Loops that would run faster if they were copied in part.
 *
 * <p>{@link dev.sargasso.passes.unswitch.Unswitching} asks before a loop what the loop would ask in
 * every round with the same answer, and has a loop for each answer; {@link
 * dev.sargasso.passes.unswitch.Peeling} puts the first round in front of a loop where all later
 * ones have a value that does not change. Both copy bodies with {@link
 * dev.sargasso.passes.duplicate} and leave it to the clean-up to draw the conclusions.
 */
@NullMarked
package dev.sargasso.passes.unswitch;

import org.jspecify.annotations.NullMarked;
