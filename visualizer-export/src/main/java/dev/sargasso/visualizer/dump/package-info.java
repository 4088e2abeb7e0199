/**
 * What a function looks like at one moment of its compilation, for any writer.
 *
 * <p>A {@link dev.sargasso.visualizer.dump.GraphDump} is plain data: nodes with properties, edges,
 * blocks in their order, live ranges. {@link dev.sargasso.visualizer.dump.SeaDump}, {@link
 * dev.sargasso.visualizer.dump.ScheduleDump} and {@link dev.sargasso.visualizer.dump.MachineDump}
 * take one of a graph, a schedule and a machine function; writers turn it into a format. Node ids
 * are those of the graph, so that they are stable from phase to phase.
 *
 * <p>{@link dev.sargasso.visualizer.dump.DumpFilter} says which moments are wanted.
 */
@NullMarked
package dev.sargasso.visualizer.dump;

import org.jspecify.annotations.NullMarked;
