/**
 * Source text, positions in it, and what is wrong with it.
 *
 * <p>A compilation reads many files: the one that was asked for and all that it includes. {@link
 * dev.sargasso.frontend.c.source.SourceMap} lays their texts one behind the other in a single range
 * of integers, so that a position anywhere in the compilation is one {@code int} that tokens,
 * syntax and graph nodes carry at no cost. Only when something is to be said to a person is it
 * turned into a file, a line and a column.
 *
 * <p>{@link dev.sargasso.frontend.c.source.Diagnostics} collects messages, in order, up to a limit
 * of errors; a {@link dev.sargasso.frontend.c.source.Diagnostic} prints as {@code file:line:column:
 * error: message} with the source line and a caret below it.
 */
@NullMarked
package dev.sargasso.frontend.c.source;

import org.jspecify.annotations.NullMarked;
