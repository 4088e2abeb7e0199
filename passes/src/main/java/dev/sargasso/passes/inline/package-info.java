/**
 * What looks at several functions of a program: who calls whom, calls replaced by copies of what
 * they call, and functions that nobody needs.
 *
 * <p>A {@link dev.sargasso.passes.inline.CallGraph} finds the calls and their strongly connected
 * components (Tarjan, on ints) in an order in which callees come before callers. {@link
 * dev.sargasso.passes.inline.Inlining} takes one function after the other in that order and
 * replaces those calls that {@link dev.sargasso.passes.inline.InlineDecision} thinks worth it; a
 * {@link dev.sargasso.passes.inline.GraphCopy} makes the copy, node by node, so that it is
 * simplified and numbered against the constants and values of the caller at once. A function that
 * calls itself is copied into itself a few times over. Functions of one component share a task;
 * components on one level share nothing and may be taken in parallel. {@link
 * dev.sargasso.passes.inline.UnusedFunctions} removes what no longer has a use.
 */
@NullMarked
package dev.sargasso.passes.inline;

import org.jspecify.annotations.NullMarked;
