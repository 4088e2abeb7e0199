/**
 * How SSA constructions compare.
 *
 * <p>{@link dev.sargasso.bench.ssa.Constructions} reads each file with each {@link
 * dev.sargasso.ir.build.SsaConstruction}, over and over, in turn, and prints how many phis they
 * make, how many of those nobody needs, and how long building takes. See docs/ssa.md.
 */
@NullMarked
package dev.sargasso.bench.ssa;

import org.jspecify.annotations.NullMarked;
