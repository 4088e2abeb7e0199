/**
 * The interference graph of a machine function, for people who want to look at it.
 *
 * <p>The allocator never builds one: it colours while it walks the blocks in dominance order. What
 * it relies on is a property of this graph, so the graph is here to show it. {@link
 * dev.sargasso.x64.interference.InterferenceGraph} holds the values and which of them are alive
 * together, fixed operands and clobbers left aside; {@code InterferenceBuilder} finds that out in
 * one walk. {@link dev.sargasso.x64.interference.EliminationOrder} checks the certificate that the
 * graph is chordal: definitions in reverse dominance order are a perfect elimination order (Hack
 * and Goos, "Optimal Register Allocation for SSA-Form Programs in Polynomial Time", 2006).
 *
 * <p>Its size is that of all live ranges together, which the sizes of functions do not bound;
 * therefore there is a limit, and nothing in a compilation depends on this package.
 */
@NullMarked
package dev.sargasso.x64.interference;

import org.jspecify.annotations.NullMarked;
