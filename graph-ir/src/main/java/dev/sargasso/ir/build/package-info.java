/**
 * Building the sea directly from a syntax tree.
 *
 * <p>A {@link dev.sargasso.ir.build.FunctionBuilder} takes blocks, variables and operations in
 * program order and makes the graph at once, after Braun, Buchwald, Hack, Leißa, Mallon and
 * Zwinkau, "Simple and Efficient Construction of Static Single Assignment Form" (CC 2013):
 * variables are looked up through predecessors, phis are made on demand and trivial ones removed.
 * Memory is a variable like the others, one for each alias class, which is all that it takes to
 * thread memory tokens. Lookups use explicit stacks: a chain of a hundred thousand blocks is fine.
 */
@NullMarked
package dev.sargasso.ir.build;

import org.jspecify.annotations.NullMarked;
