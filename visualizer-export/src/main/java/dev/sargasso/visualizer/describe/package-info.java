/**
 * What there is to say of a node in one line, whatever the format in which it is shown.
 *
 * <p>{@link dev.sargasso.visualizer.describe.NodeText} renders an operation with its type,
 * immediate and attribute the same way for every exporter; {@link
 * dev.sargasso.visualizer.describe.Kind} sorts nodes and edges into control, memory and data, by
 * which exporters choose colours and styles. Both only read the graph, and take time in proportion
 * to the text that they make.
 */
@NullMarked
package dev.sargasso.visualizer.describe;

import org.jspecify.annotations.NullMarked;
