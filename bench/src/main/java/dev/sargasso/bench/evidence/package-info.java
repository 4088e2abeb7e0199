/**
 * Evidence on what is said against the sea of nodes: each complaint, measured on this compiler.
 *
 * <p>{@link dev.sargasso.bench.evidence.Evidence} is the command. {@link
 * dev.sargasso.bench.evidence.StaticFigures} counts what compilations did and what came of it,
 * {@link dev.sargasso.bench.evidence.MotionCounts} where nodes went, {@link
 * dev.sargasso.bench.evidence.MemoryMutations} how many wrong memory edges are found, {@link
 * dev.sargasso.bench.evidence.CacheCounts} what caches do with the code; {@link
 * dev.sargasso.bench.evidence.Measured} is all of it together, and {@link
 * dev.sargasso.bench.evidence.Document} the report, whichever way the figures come out.
 */
@NullMarked
package dev.sargasso.bench.evidence;

import org.jspecify.annotations.NullMarked;
