/**
 * The passes as rows of one table, and what runs them.
 *
 * <p>{@link dev.sargasso.passes.pipeline.PassTable} lists every {@link
 * dev.sargasso.passes.pipeline.Pass} in order, with what it must follow and why. A {@link
 * dev.sargasso.passes.pipeline.Pipeline} takes functions through the rows that an {@link
 * dev.sargasso.passes.pipeline.OptimizationLevel} asks for, times them, counts what they allocate,
 * verifies the graph after each if told to, and tells a {@link
 * dev.sargasso.passes.pipeline.CompilationListener}. One grammar of flags serves all passes: {@link
 * dev.sargasso.passes.pipeline.PassFlags}. A failure names pass, function and node: {@link
 * dev.sargasso.passes.pipeline.PassFailure}. A pipeline belongs to one thread; statistics of
 * several add up.
 */
@NullMarked
package dev.sargasso.passes.pipeline;

import org.jspecify.annotations.NullMarked;
