/**
 * Keeping a graph small: revisiting what may have become simpler, and removing what is not needed.
 *
 * <p>{@link dev.sargasso.passes.dead.Worklist} revisits nodes, in topological order first and then
 * exactly the users of what changed, until nothing changes. {@link
 * dev.sargasso.passes.dead.ControlSimplification} edits control: branches whose way is known, empty
 * arms, regions that only lead to regions; {@link dev.sargasso.passes.dead.IfConversion} turns
 * small branches into selects. {@link dev.sargasso.passes.dead.Cleanup} alternates the two while
 * that gets somewhere. What END does not need, cycles of phis included, is swept by {@link
 * dev.sargasso.ir.build.Reachability}, which also makes control whole after edits.
 */
@NullMarked
package dev.sargasso.passes.dead;

import org.jspecify.annotations.NullMarked;
