/**
 * The comparison with other compilers: the same C programs, compiled and run by each, in turn.
 *
 * <p>A {@link dev.sargasso.bench.peers.Contender} is a name and two shell command templates. {@link
 * dev.sargasso.bench.peers.Contest} compiles every kernel with every contender and runs the results
 * round-robin in a rotated order, so that drift of the machine falls on all alike, checks what each
 * run prints, and keeps every measurement. {@link dev.sargasso.bench.peers.Standings} turns them
 * into medians, ratios to a baseline and geometric means with bootstrap confidence intervals.
 */
@NullMarked
package dev.sargasso.bench.peers;

import org.jspecify.annotations.NullMarked;
