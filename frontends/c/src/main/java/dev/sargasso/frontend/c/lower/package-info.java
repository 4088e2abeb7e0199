/**
 * From the typed syntax tree straight to the sea of nodes, after Braun et al. 2013.
 *
 * <p>A variable whose address nobody takes is a variable of the {@code FunctionBuilder}; so are the
 * parts of a small structure that is only used as a whole or by its members ({@link
 * dev.sargasso.frontend.c.lower.Parts}). Everything else lives in a stack slot or a global. A
 * {@link dev.sargasso.frontend.c.lower.Place} says where an object is and reads and writes it.
 *
 * <p>Scalars have the width of their C types; truth values stay I1 until a number is asked for.
 * Signed overflow is marked as impossible, a variable without a value reads as zero. Structures are
 * passed and returned as the System V ABI says ({@link dev.sargasso.frontend.c.lower.Passing}).
 * {@link dev.sargasso.frontend.c.lower.StaticData} lays out the globals.
 */
@NullMarked
package dev.sargasso.frontend.c.lower;

import org.jspecify.annotations.NullMarked;
