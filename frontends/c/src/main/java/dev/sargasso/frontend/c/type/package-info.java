/**
 * The types of C (C11 6.2.5), and what they look like in memory under the System V ABI for x86-64.
 *
 * <p>{@link dev.sargasso.frontend.c.type.CType} is a closed family of values: arithmetic types are
 * enum constants, pointers, arrays and functions are records that compare by structure, and
 * structures, unions and enumerations are objects that compare by identity, since a tag declares
 * one type. Qualifiers wrap a type; nothing but an object's declared type has any.
 *
 * <p>{@link dev.sargasso.frontend.c.type.RecordLayout} places members and bit-fields; {@link
 * dev.sargasso.frontend.c.type.Conversions} has the integer promotions and the usual arithmetic
 * conversions, {@link dev.sargasso.frontend.c.type.Compatibility} says which types are compatible
 * and what two declarations of one thing come to.
 */
@NullMarked
package dev.sargasso.frontend.c.type;

import org.jspecify.annotations.NullMarked;
