/**
 * Programs as text, and back.
 *
 * <p>Two notations share one lexer, one way to declare globals and externals, and one way to report
 * errors. The <em>SSA notation</em> has blocks with parameters, and memory and control are implied
 * by the order of its lines: people write it, {@link dev.sargasso.ir.text.SsaParser} turns it into
 * a sea, and {@link dev.sargasso.ir.text.SchedulePrinter} prints a schedule in it. The <em>sea
 * form</em> lists the nodes of a graph with all their edges, in an order that follows control:
 * {@link dev.sargasso.ir.text.SeaPrinter} and {@link dev.sargasso.ir.text.SeaParser}. What is
 * printed can be read again. Parsers never recurse, report up to twenty errors with line, column
 * and caret in a {@link dev.sargasso.ir.text.ParseException}, and throw nothing else on bad input.
 * The notations are defined in {@code docs/notation.md}.
 */
@NullMarked
package dev.sargasso.ir.text;

import org.jspecify.annotations.NullMarked;
