/**
 * The same program under several ways to place nodes and to order blocks.
 *
 * <p>{@link dev.sargasso.lab.compare.Comparison} compiles a source once for each {@link
 * dev.sargasso.lab.compare.Contestant} and measures schedules and allocated functions by {@link
 * dev.sargasso.lab.compare.Measure}. How often each block runs comes from one run of the program in
 * the interpreter of schedules, and where there is none from estimates; blocks are the same under
 * all contestants, since global code motion moves nodes and no control. Run time is that of the
 * executables, in turns.
 */
@NullMarked
package dev.sargasso.lab.compare;

import org.jspecify.annotations.NullMarked;
