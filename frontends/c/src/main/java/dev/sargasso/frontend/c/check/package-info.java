/**
 * The rules of C: scopes, and what every operator asks of its operands and makes of them.
 *
 * <p>The parser hands each construct over as soon as it has read it and gets a checked node of the
 * typed syntax tree back, or an erroneous one after a message; errors do not cascade, because an
 * erroneous operand is accepted everywhere in silence. Constants are folded here, exactly and in
 * the type of the expression, by {@link dev.sargasso.frontend.c.check.Folding}; {@link
 * dev.sargasso.frontend.c.check.AddressConstant} recognises the constants that the linker
 * completes.
 */
@NullMarked
package dev.sargasso.frontend.c.check;

import org.jspecify.annotations.NullMarked;
