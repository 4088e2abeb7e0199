/**
 * Machine code before and after register allocation, on ints.
 *
 * <p>A {@link dev.sargasso.x64.machine.MachineFunction} is machine SSA: blocks with parameters hold
 * instructions, instructions hold {@linkplain dev.sargasso.x64.machine.Operand operands}, and each
 * operand says what it asks of the register allocator (any register, one register, the register of
 * another operand, memory will do). What an opcode means is known to the selector that chose it and
 * to the emitter that encodes it; nobody between them looks.
 *
 * <p>The allocator answers with an {@link dev.sargasso.x64.machine.AllocatedFunction}: a
 * {@linkplain dev.sargasso.x64.machine.Location location} for each operand, and per block the final
 * sequence of instructions and of moves, swaps and rematerialisations between them. The machine
 * function itself is not changed, so that what was meant and what was made of it can be compared.
 */
@NullMarked
package dev.sargasso.x64.machine;

import org.jspecify.annotations.NullMarked;
