/**
 * What a place in the program knows because of how control came there.
 *
 * <p>{@link dev.sargasso.passes.facts.ConditionalElimination} walks down the dominator tree. Below
 * the arm of a branch or switch, and behind a guard, its condition is known; {@link
 * dev.sargasso.passes.facts.Assumptions} turns that into {@link dev.sargasso.passes.facts.Facts}:
 * stamps that are narrower than those of the nodes, and relations between two values. {@link
 * dev.sargasso.passes.facts.Conclusions} asks them what a condition further down comes to. Facts
 * belong to places, nodes float: so only what is pinned to a place is ever rewritten by them.
 */
@NullMarked
package dev.sargasso.passes.facts;

import org.jspecify.annotations.NullMarked;
