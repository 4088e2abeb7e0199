/**
 * The grammar of C11 (6.5 to 6.9), by recursive descent over a token buffer.
 *
 * <p>Each class reads one part of the language: {@link
 * dev.sargasso.frontend.c.parse.ExpressionParser} expressions, {@link
 * dev.sargasso.frontend.c.parse.SpecifierParser}, {@link
 * dev.sargasso.frontend.c.parse.DeclaratorParser} and {@link
 * dev.sargasso.frontend.c.parse.RecordParser} types, {@link
 * dev.sargasso.frontend.c.parse.InitializerParser} initialisers, {@link
 * dev.sargasso.frontend.c.parse.StatementParser} statements, {@link
 * dev.sargasso.frontend.c.parse.UnitParser} declarations and the file as a whole. A {@link
 * dev.sargasso.frontend.c.parse.Parser} ties them together. Nesting is counted against a limit;
 * what repeats without nesting, such as a long sum, is read by loops. After a syntax error reading
 * goes on at the next statement or declaration.
 */
@NullMarked
package dev.sargasso.frontend.c.parse;

import org.jspecify.annotations.NullMarked;
