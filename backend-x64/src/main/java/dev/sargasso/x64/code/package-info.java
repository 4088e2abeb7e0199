/**
 * Code memory: machine code that runs inside this process.
 *
 * <p>A {@link dev.sargasso.x64.code.CodeImage} collects functions and globals, lays them out, finds
 * the symbols of the C library, applies relocations and maps the result; a {@link
 * dev.sargasso.x64.code.LoadedCode} is the mapped result, from which functions are called by way of
 * the foreign function API. No page is ever writable and executable at once: everything is written
 * first, then code becomes executable and constants read-only. Functions of the C library may lie
 * further away than a call reaches; calls to them go through stubs beside the code, which jump to
 * the addresses in a table that is read-only by then.
 */
@NullMarked
package dev.sargasso.x64.code;

import org.jspecify.annotations.NullMarked;
