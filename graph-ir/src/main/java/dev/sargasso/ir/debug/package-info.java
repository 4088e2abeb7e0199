/**
 * What a debugger is told of the source of a program: types, variables with their scopes, and where
 * each variable is to be found.
 *
 * <p>Nothing here takes part in compilation. Nodes do not know of it, and it keeps no node alive: a
 * front end that is asked to describe its functions hangs a {@link
 * dev.sargasso.ir.debug.FunctionDescription} on each, and whoever writes objects reads it. Where
 * nobody asks, there is none, and it costs nothing.
 */
@NullMarked
package dev.sargasso.ir.debug;

import org.jspecify.annotations.NullMarked;
