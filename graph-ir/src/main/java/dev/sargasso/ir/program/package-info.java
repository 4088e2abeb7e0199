/**
 * Whole programs: functions with their graphs, globals with initialisers and relocations, and the
 * names of what lives elsewhere.
 *
 * <p>A front end fills a {@link dev.sargasso.ir.program.Program}; passes change the graphs in it;
 * the back end and the interpreters read it. Symbols are plain strings; functions, globals and
 * externals share one name space. Nothing here is thread-safe while it is being filled; once
 * filled, functions may be compiled in parallel, since a graph refers to other functions by name
 * only.
 */
@NullMarked
package dev.sargasso.ir.program;

import org.jspecify.annotations.NullMarked;
