/**
 * The laws of graphs and schedules, checked.
 *
 * <p>{@link dev.sargasso.ir.verify.GraphVerifier} checks a sea: edges against uses, the shape and
 * types of every operation, control chains, memory tokens, and that nothing is garbage. {@link
 * dev.sargasso.ir.verify.ScheduleVerifier} checks a schedule against its graph: definitions before
 * uses, pinned nodes in place, and by a walk of its own that no load sees another state of memory
 * than the one it asked for. Both collect all problems and throw one {@link
 * dev.sargasso.ir.verify.VerificationFailed} that lists them by function, node and rule. They are
 * meant to run after every pass in tests, take (almost) linear time, and share no code with the
 * passes that they check.
 */
@NullMarked
package dev.sargasso.ir.verify;

import org.jspecify.annotations.NullMarked;
