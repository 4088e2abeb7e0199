/**
 * Pictures in the language of Graphviz.
 *
 * <p>Three views, each a pure function from the data structure to text: {@link
 * dev.sargasso.visualizer.dot.SeaDot} draws the sea, nodes coloured and edges styled by control,
 * memory and data; {@link dev.sargasso.visualizer.dot.ScheduleDot} draws a schedule, a cluster a
 * block with its instructions in order; {@link dev.sargasso.visualizer.dot.DominatorDot} draws the
 * dominator tree of the blocks. Equal inputs give equal text, nodes come in order of their ids and
 * blocks in reverse postorder, and the work is linear in the picture. Labels are escaped, so that
 * any symbol a program may hold is shown as it is.
 */
@NullMarked
package dev.sargasso.visualizer.dot;

import org.jspecify.annotations.NullMarked;
