/**
 * Instruction selection: from a schedule to a machine function.
 *
 * <p>{@link dev.sargasso.x64.select.Selector} walks every block from its end to its start and
 * covers the expression below each node that must be computed with as few instructions as it can:
 * address arithmetic becomes part of a memory operand, a load becomes the operand of what uses it,
 * a comparison melts into the branch, and what nobody asks for is never emitted. A block is walked
 * after all blocks that it dominates, so whether a value is needed in a register is known before
 * its definition comes up. The result is machine SSA for the register allocator; {@link
 * dev.sargasso.x64.select.MachineOp} and {@link dev.sargasso.x64.select.Opcode} say what its
 * instructions are, for the emitter.
 *
 * <p>One convention holds for all values in general registers. An I1 is 0 or 1 in all 64 bits.
 * Above the width of an I8, I16 or I32 a register holds anything, unless {@code
 * Selection.isZeroAbove} knows better; whatever depends on the upper bits (extension, comparison,
 * right shift, division) makes them first or uses an instruction of the right width. At calls and
 * returns the same holds, as in the System V convention: who passes a narrow integer to code of
 * another compiler extends it to I32 before.
 */
@NullMarked
package dev.sargasso.x64.select;

import org.jspecify.annotations.NullMarked;
