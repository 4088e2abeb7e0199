/**
 * Random programs, for testing whatever works on graphs.
 *
 * <p>{@link dev.sargasso.ir.random.RandomProgram} makes, from a seed and a {@link
 * dev.sargasso.ir.random.RandomShape}, a small program whose function {@code f} mixes arithmetic,
 * memory in several alias classes, guarded divisions, calls, branches, switches, nested loops and,
 * if asked for, jumps from anywhere to anywhere. It ends after a bounded number of steps and traps
 * only where asked to, so that interpreters and machine code can be compared on it; and the same
 * seed always gives the same program.
 */
@NullMarked
package dev.sargasso.ir.random;

import org.jspecify.annotations.NullMarked;
