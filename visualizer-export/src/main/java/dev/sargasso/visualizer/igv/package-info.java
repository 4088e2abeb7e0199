/**
 * Dumps for OpenJDK's Ideal Graph Visualizer: its XML, to a file or over the network.
 *
 * <p>The format has no public description; {@code docs/formats.md} is ours, from IGV's parser.
 * {@link dev.sargasso.visualizer.igv.IgvWriter} writes documents that IGV takes without guessing:
 * blocks in every graph that has any, a category and a type on every node, ids that stay the same
 * from phase to phase. {@link dev.sargasso.visualizer.igv.IgvConnection} does the handshake.
 */
@NullMarked
package dev.sargasso.visualizer.igv;

import org.jspecify.annotations.NullMarked;
