/**
 * Random C programs whose behaviour is defined in every detail, to compare executions with.
 *
 * <p>{@link dev.sargasso.bench.generate.ProgramGenerator} makes from a seed a program that
 * terminates soon, prints checksums of all that it computed, and does the same under every correct
 * compiler for x86-64: signed overflow, bad shifts, divisions by zero, wild pointers, uninitialised
 * reads and conversions out of range are excluded by construction, not by luck. What C leaves
 * unspecified (order of evaluation, padding, the sign of a NaN) is never looked at. Each statement
 * has a number and can be left out without changing any other, so that a program on which two
 * executions differ is made small by leaving out what the difference does not need: {@link
 * dev.sargasso.bench.generate.Reducer}.
 */
@NullMarked
package dev.sargasso.bench.generate;

import org.jspecify.annotations.NullMarked;
