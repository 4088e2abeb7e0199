/**
 * Control flow as seen from the sea: blocks, dominators, loops and how often each block runs.
 *
 * <p>{@link dev.sargasso.ir.cfg.ControlFlow} cuts the control chains of a graph into blocks, which
 * are plain ints from then on, numbered in a reverse postorder that keeps loops together. On it
 * stand {@link dev.sargasso.ir.cfg.Dominators} and {@link dev.sargasso.ir.cfg.PostDominators},
 * {@link dev.sargasso.ir.cfg.DominanceFrontiers}, a {@link dev.sargasso.ir.cfg.LoopTree} that knows
 * irreducible loops, and {@link dev.sargasso.ir.cfg.BlockFrequencies}. Everything is arrays indexed
 * by block, takes (almost) linear time, and uses no recursion. None of it changes when the graph
 * does: make it anew. A {@link dev.sargasso.ir.cfg.FlowGraph} is blocks and edges without a graph.
 */
@NullMarked
package dev.sargasso.ir.cfg;

import org.jspecify.annotations.NullMarked;
