/**
 * Emission: an allocated function becomes calls of the {@linkplain
 * dev.sargasso.x64.encode.Assembler assembler}.
 *
 * <p>{@link dev.sargasso.x64.emit.Emitter} lays out the frame and walks the blocks in order. Blocks
 * that do nothing are jumped past, jumps to what comes next are left out, and a branch is turned
 * around where that saves a jump. The moves of the allocator never touch the flags. Traps stand
 * behind the code of the function, out of its way.
 *
 * <p>The frame holds, from the stack pointer upwards: arguments for functions that are called,
 * spilled values, stack slots. There is no frame pointer. A function that calls nobody and needs at
 * most 128 bytes does not move the stack pointer at all, as the System V convention allows.
 */
@NullMarked
package dev.sargasso.x64.emit;

import org.jspecify.annotations.NullMarked;
