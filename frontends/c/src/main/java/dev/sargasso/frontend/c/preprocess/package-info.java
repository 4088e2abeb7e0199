/**
 * Preprocessing (C11 6.10) by JCPP, against the headers of the system.
 *
 * <p>{@link dev.sargasso.frontend.c.preprocess.Preprocessing} runs JCPP and fills a token buffer.
 * Its errors become diagnostics of ours. The tokens that JCPP works on come from a lexer of our
 * own, {@code TextLexer}, which is quick with comments and skipped text, and which writes the
 * position of the {@link dev.sargasso.frontend.c.source.SourceMap} into a token's column; so a
 * token out of a macro's argument keeps its own place, and any other token of an expansion gets the
 * place where the macro was used.
 *
 * <p>The headers that belong to the compiler rather than to the C library (stddef.h, stdarg.h,
 * limits.h and so on) are resources of this package, and are found before the system's. {@code
 * __GNUC__} is not defined, which makes the system's headers fall back to nearly plain C.
 */
@NullMarked
package dev.sargasso.frontend.c.preprocess;

import org.jspecify.annotations.NullMarked;
