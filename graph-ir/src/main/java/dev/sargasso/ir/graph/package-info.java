/**
 * The sea: nodes, the table of operations, and the graph that owns them.
 *
 * <p>A {@link dev.sargasso.ir.graph.Node} is one final class for every operation, with a dense id,
 * ordered inputs and exact use lists; what an operation means is said once, in the table {@link
 * dev.sargasso.ir.graph.Op}. A {@link dev.sargasso.ir.graph.Graph} creates nodes, numbers equal
 * ones to one (value numbering), rewires and kills them, and calls a {@link
 * dev.sargasso.ir.graph.Simplifier} on each node as it is made. All edges go through the graph, so
 * that use lists and the value-numbering table are never stale. Side tables belong to whoever needs
 * them and are arrays indexed by {@link dev.sargasso.ir.graph.Node#id}.
 */
@NullMarked
package dev.sargasso.ir.graph;

import org.jspecify.annotations.NullMarked;
