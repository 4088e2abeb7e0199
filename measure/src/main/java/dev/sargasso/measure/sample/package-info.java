/**
 * Samples of measured phases, and what may be concluded from them.
 *
 * <p>A {@link dev.sargasso.measure.sample.SampleTable} holds CPU time and allocation of each phase
 * of each input, sample by sample, and is what is saved to a file. A {@link
 * dev.sargasso.measure.sample.Comparison} holds two tables against each other: for each phase a
 * {@link dev.sargasso.measure.sample.Verdict} with the interval in which the ratio lies, from
 * {@link dev.sargasso.measure.sample.RatioOfMedians}. {@link dev.sargasso.measure.sample.PowerLaw}
 * says how fast something grows. Nothing here measures anything: all of it is a function of
 * numbers.
 */
@NullMarked
package dev.sargasso.measure.sample;

import org.jspecify.annotations.NullMarked;
