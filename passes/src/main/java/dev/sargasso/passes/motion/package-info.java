/**
 * Global code motion: from a sea of nodes back to blocks.
 *
 * <p>{@link dev.sargasso.passes.motion.GlobalCodeMotion} finds for every floating node the legal
 * blocks, which lie on one path of the dominator tree, and asks a {@link
 * dev.sargasso.passes.motion.PlacementPolicy} to choose among these {@link
 * dev.sargasso.passes.motion.Candidates}. A policy of one's own is a class with one method; it can
 * make code slower but not wrong. {@link dev.sargasso.passes.motion.PlacementPolicies} has those
 * that come with the compiler: {@code early}, {@code late}, {@code click}, {@code pressure}, and
 * random ones for tests.
 */
@NullMarked
package dev.sargasso.passes.motion;

import org.jspecify.annotations.NullMarked;
