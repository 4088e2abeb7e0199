/**
 * Conditional constant propagation: what values can be where control can go at all.
 *
 * <p>After Wegman and Zadeck, "Constant Propagation with Conditional Branches" (1991), on the
 * lattice of stamps instead of constants. {@link dev.sargasso.passes.constants.Propagation} starts
 * from the belief that nothing is executed and no value exists, and takes back only what it must;
 * so it sees what no rule that looks at one node can: that a variable which a loop only changes
 * under a condition that is never true stays as it was. {@link
 * dev.sargasso.passes.constants.Widening} makes loops end soon, at numbers that the function
 * compares with. {@link dev.sargasso.passes.constants.ConstantPropagation} writes back what was
 * found.
 */
@NullMarked
package dev.sargasso.passes.constants;

import org.jspecify.annotations.NullMarked;
