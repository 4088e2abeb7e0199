/**
 * The C front end: from a C source file to a sea of nodes.
 *
 * <p>{@link dev.sargasso.frontend.c.CFrontEnd} strings the stages together: preprocessing, parsing
 * with checking in one go, lowering. What is wrong with the source comes back in a {@link
 * dev.sargasso.frontend.c.CompilationFailed} as a list of diagnostics.
 *
 * <p>The language is C11 without its optional parts (atomics, complex numbers, threads, arrays of
 * variable length), for Linux on x86-64 with the C library's own headers. Not supported, each with
 * a message of its own: arithmetic in long double, and most extensions of other compilers.
 */
@NullMarked
package dev.sargasso.frontend.c;

import org.jspecify.annotations.NullMarked;
