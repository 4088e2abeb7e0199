/**
 * What memory tokens mean for the order of things.
 *
 * <p>A sea of nodes orders memory by tokens: a store consumes the state that it replaces, a load
 * names the state that it reads. What the edges do not say is that a load must not come after the
 * state has been replaced (an anti-dependence). {@link dev.sargasso.passes.memory.MemoryStates}
 * answers that from dominance alone: how far down a load may sink, and what it must precede in its
 * block. {@link dev.sargasso.passes.memory.NodeOrder} is the order of nodes that this and global
 * code motion start from.
 */
@NullMarked
package dev.sargasso.passes.memory;

import org.jspecify.annotations.NullMarked;
