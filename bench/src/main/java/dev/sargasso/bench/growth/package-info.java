/**
 * How compile time grows with the size of a function.
 *
 * <p>{@link dev.sargasso.bench.growth.Measurement} compiles every subject at every size, warm,
 * round by round over all of them so that drift of the machine falls on all alike, and keeps the
 * CPU time of each phase. {@link dev.sargasso.bench.growth.Curve} is what one phase of one subject
 * came to: a median for each size and the exponent of growth, the slope of the line of best fit
 * through the logarithms; 1 is linear. {@link dev.sargasso.bench.growth.Growth} is the command that
 * prints them, and fails where an exponent is too high.
 */
@NullMarked
package dev.sargasso.bench.growth;

import org.jspecify.annotations.NullMarked;
