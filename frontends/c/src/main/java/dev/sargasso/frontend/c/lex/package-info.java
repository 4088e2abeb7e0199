/**
 * Tokens, and the values of literals (C11 6.4).
 *
 * <p>What comes out of the preprocessor is kept in a {@link
 * dev.sargasso.frontend.c.lex.TokenBuffer}: parallel arrays of kinds, positions and texts, so that
 * the parser may look ahead and go back at no cost. Keywords have kinds of their own; the spellings
 * with underscores that the system's headers use are other spellings of the same kinds.
 *
 * <p>{@link dev.sargasso.frontend.c.lex.NumberLiteral} and {@link
 * dev.sargasso.frontend.c.lex.TextLiteral} turn the text of a literal into its exact value and
 * type.
 */
@NullMarked
package dev.sargasso.frontend.c.lex;

import org.jspecify.annotations.NullMarked;
