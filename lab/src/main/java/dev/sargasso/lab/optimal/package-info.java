/**
 * The cheapest legal placement of all nodes of a function, for comparison.
 *
 * <p>{@link dev.sargasso.lab.optimal.CostModel} says what a placement costs: nodes by latency, and
 * values that do not fit into registers, both by estimated frequency. {@link
 * dev.sargasso.lab.optimal.OptimalPlacement} is a policy that has the solver CP-SAT of OR-Tools
 * find the placement of least cost, with a time limit, and says whether it is proven to be so or
 * how far from that it may be.
 */
@NullMarked
package dev.sargasso.lab.optimal;

import org.jspecify.annotations.NullMarked;
