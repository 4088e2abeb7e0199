/**
 * Graphs in formats that programs about graphs read: DOT, GraphML, GEXF and JSON.
 *
 * <p>{@link dev.sargasso.visualizer.exchange.GraphExport} writes the views of this module, or any
 * other graph of JGraphT with a {@link dev.sargasso.visualizer.exchange.Description} of what its
 * vertices and edges are. {@link dev.sargasso.visualizer.exchange.ExchangeSink} writes every moment
 * of a compilation to a folder. The writers are JGraphT's; what is ours is to hand them no text
 * that would not come out right.
 */
@NullMarked
package dev.sargasso.visualizer.exchange;

import org.jspecify.annotations.NullMarked;
