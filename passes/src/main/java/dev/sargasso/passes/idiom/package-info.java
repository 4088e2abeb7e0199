/**
 * Idioms: what a program spells out in many operations although the machine has one.
 *
 * <p>{@link dev.sargasso.passes.idiom.ByteSources} follows each byte of an integer to where it
 * comes from, through shifts, masks, extensions and ors; bytes of one value in reverse order are a
 * byte swap, and bytes loaded one by one from neighbouring addresses are one wider load, perhaps
 * swapped. {@link dev.sargasso.passes.idiom.StoreRuns} does the same for stores. {@link
 * dev.sargasso.passes.idiom.PopulationCount} knows the sums of bits in ever larger fields, and
 * {@link dev.sargasso.passes.idiom.BitLoops} the loops that take one bit at a time. What is local,
 * such as rotations, is left to the rules of simplification.
 */
@NullMarked
package dev.sargasso.passes.idiom;

import org.jspecify.annotations.NullMarked;
