/**
 * How often compiled programs touch the stack: the measure of what a register allocator spills.
 *
 * <p>A program runs under callgrind, which counts how often each instruction is executed; {@code
 * ExecutionCounts} reads that. {@code StackAccess} says what an instruction, as {@code objdump}
 * prints it, does with the stack. {@link dev.sargasso.bench.spills.SpillCount} is the command that
 * puts the two together for several compilers.
 */
@NullMarked
package dev.sargasso.bench.spills;

import org.jspecify.annotations.NullMarked;
