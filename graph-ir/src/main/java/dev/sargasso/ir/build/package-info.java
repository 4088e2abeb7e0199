/**
 * Building the sea directly from a syntax tree.
 *
 * <p>A {@link dev.sargasso.ir.build.FunctionBuilder} takes blocks, variables and operations in
 * program order and makes the graph at once, after Braun, Buchwald, Hack, Leißa, Mallon and
 * Zwinkau, "Simple and Efficient Construction of Static Single Assignment Form" (CC 2013):
 * variables are looked up through predecessors, phis are made on demand and trivial ones removed.
 * Memory is a variable like the others, one for each alias class, which is all that it takes to
 * thread memory tokens. Lookups use explicit stacks: a chain of a hundred thousand blocks is fine.
 *
 * <p>To compare, a {@link dev.sargasso.ir.build.SsaConstruction} chooses the older way instead:
 * note what each block reads and writes, and when all is known, place phis at iterated dominance
 * frontiers and rename down the dominator tree. {@link dev.sargasso.ir.build.PhiPlacement} does
 * that, for whoever has blocks and variables.
 */
@NullMarked
package dev.sargasso.ir.build;

import org.jspecify.annotations.NullMarked;
