/**
 * JMH benchmarks of compiling: phase by phase, and whole programs from the source file.
 *
 * <p>{@link dev.sargasso.bench.jmh.PhaseBenchmark} times each phase alone on generated functions,
 * {@link dev.sargasso.bench.jmh.ProgramBenchmark} times reading and compiling C files, both by
 * level of optimisation. {@link dev.sargasso.bench.jmh.Jmh} is the command; with JMH's own options
 * it counts allocation ({@code -prof gc}) or writes its results as JSON or CSV ({@code -rf}).
 */
@NullMarked
package dev.sargasso.bench.jmh;

import org.jspecify.annotations.NullMarked;
