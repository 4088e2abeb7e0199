/**
 * Dumps for Graal's Ideal Graph Visualizer and for Seafoam: BGV 7.0, to a file or over the network.
 *
 * <p>The format is described in {@code docs/formats.md}. {@link
 * dev.sargasso.visualizer.bgv.BgvWriter} writes groups, graphs, nodes, blocks and source positions;
 * {@code ConstantPool} holds what is written once and referred to from then on.
 */
@NullMarked
package dev.sargasso.visualizer.bgv;

import org.jspecify.annotations.NullMarked;
