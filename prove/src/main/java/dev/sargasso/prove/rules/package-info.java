/**
 * The simplification rules against all small expressions.
 *
 * <p>{@link dev.sargasso.prove.rules.Enumeration} makes every expression of depth two over the
 * integer operations, of variables and the constants that matter; {@link
 * dev.sargasso.prove.rules.RuleProof} simplifies each, compares both forms for all operands of 8
 * bits, and proves with Z3 that they agree at 32 and 64 bits, for one of each set of rules that go
 * together. {@link dev.sargasso.prove.rules.Sampling} does the same with random deeper expressions.
 */
@NullMarked
package dev.sargasso.prove.rules;

import org.jspecify.annotations.NullMarked;
