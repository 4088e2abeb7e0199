/**
 * The encoder: from instructions to bytes, and to a listing that assembles to the same bytes.
 *
 * <p>{@link dev.sargasso.x64.encode.Instruction} is a table in the notation of the Intel manual. It
 * is packed once into words that hold all facts of a form, and one small encoder interprets the
 * words; no instruction has code of its own. {@link dev.sargasso.x64.encode.Assembler} takes
 * instructions in order, encodes each at once, and keeps beside the bytes only what is not settled:
 * jumps, alignments, references to labels and symbols. When a function ends, jumps get the length
 * that they need, labels their places, constants theirs behind the code, and a {@link
 * dev.sargasso.x64.encode.MachineCode} comes out, position independent but for its {@linkplain
 * dev.sargasso.x64.encode.Relocation relocations}.
 *
 * <p>On the way from the allocator to the bytes everything is an int; nothing is allocated for an
 * instruction.
 */
@NullMarked
package dev.sargasso.x64.encode;

import org.jspecify.annotations.NullMarked;
