/**
 * Whether an optimisation that could be done is done.
 *
 * <p>Every pass asks {@link dev.sargasso.passes.decision.Decisions} before each single change that
 * it could as well leave alone: a rule of simplification before it fires, promotion before it takes
 * a slot, and so on. The usual answer is yes and costs one comparison. Whoever looks for the change
 * that breaks a program answers no here and there, and watches when the program is whole again.
 *
 * <p>A change is known by its pass, function, name and the node in work, never by a running number:
 * to forbid one must not give another name to all that come after it.
 */
@NullMarked
package dev.sargasso.passes.decision;

import org.jspecify.annotations.NullMarked;
