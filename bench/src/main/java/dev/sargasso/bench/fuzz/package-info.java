/**
 * Runs generated C programs every way that there is, and looks for differences.
 *
 * <p>An {@link dev.sargasso.bench.fuzz.Execution} is one way to run a C file: another compiler, an
 * interpreter of ours, or native code of ours under some choice of policies, with all verifiers and
 * checkers on. What it comes to is an {@link dev.sargasso.bench.fuzz.Ending}: how the program ended
 * and what it printed. The programs of {@code dev.sargasso.bench.generate} have one right ending,
 * so any two executions that differ show a bug, and which of them differ tells where to look.
 * {@link dev.sargasso.bench.fuzz.Fuzz} is the command; it keeps the programs, made small if asked
 * to.
 */
@NullMarked
package dev.sargasso.bench.fuzz;

import org.jspecify.annotations.NullMarked;
