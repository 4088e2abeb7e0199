/**
 * Register allocation on machine SSA, in stages that can each be replaced by a trivial twin.
 *
 * <p>{@link dev.sargasso.x64.allocate.RegisterAllocator} runs them. {@code Liveness} says what is
 * live where; {@code Pressure} whether that fits. If not, {@code NextUseSpiller} decides which
 * values are in registers at each point, {@code StorePlacement} where the others are stored, and
 * {@code SlotColouring} which share a slot. {@code Colouring} walks the blocks in dominance order
 * and gives each value in a register a colour, guided by {@code Preferences}; {@code
 * ConstraintMatcher} deals with fixed operands where they occur, and {@code EdgeMoves} reconciles
 * the ends of edges. All copies that are meant to happen at once go through {@code ParallelCopy}.
 *
 * <p>Spilling and splitting do not rewrite the program: a value stays one SSA value, and what
 * changes from point to point is where it is. So there is no SSA form to repair, and no
 * interference graph to keep.
 */
@NullMarked
package dev.sargasso.x64.allocate;

import org.jspecify.annotations.NullMarked;
