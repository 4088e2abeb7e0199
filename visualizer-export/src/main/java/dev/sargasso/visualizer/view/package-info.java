/**
 * Our graphs as graphs of JGraphT, so that any algorithm or writer of that library applies to them.
 *
 * <p>A view keeps no copy: it is as cheap to make as an object, answers from the structure behind
 * it, and cannot be used to change it. {@link dev.sargasso.visualizer.view.SeaView} has the nodes
 * as vertices and an edge for every input; {@link dev.sargasso.visualizer.view.ControlFlowView} the
 * blocks and the ways from one to another; {@link dev.sargasso.visualizer.view.DominatorView} the
 * dominator tree. Make a new view once the graph behind it has changed.
 */
@NullMarked
package dev.sargasso.visualizer.view;

import org.jspecify.annotations.NullMarked;
