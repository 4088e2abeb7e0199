/**
 * Simplification: every node is looked at as it is made, and again when its inputs have changed.
 *
 * <p>{@link dev.sargasso.passes.simplify.Simplifications} is the {@link
 * dev.sargasso.ir.graph.Simplifier} that a graph is given. It folds constants by {@link
 * dev.sargasso.ir.interpret.Evaluation}, brings expressions into canonical forms, which each family
 * of rules states at its head, and infers stamps. A rule makes nothing worse and needs only what it
 * sees around the node; it changes no existing edge. Each has a name in {@link
 * dev.sargasso.passes.simplify.Rule} and a golden test; hits are counted. Rules that trust a
 * promise (no signed wrap, in bounds) rewrite values only: stamps never rest on promises, since
 * what has been promised of a value does not hold where its result is not used.
 */
@NullMarked
package dev.sargasso.passes.simplify;

import org.jspecify.annotations.NullMarked;
