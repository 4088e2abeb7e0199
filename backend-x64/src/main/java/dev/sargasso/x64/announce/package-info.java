/**
 * Tells profilers and debuggers of code in this process, of which no file on disk tells them.
 *
 * <p>{@code perf} reads a text of addresses and names ({@link dev.sargasso.x64.announce.PerfMap}),
 * or a dump with the code itself and its lines ({@link dev.sargasso.x64.announce.JitDump}), which
 * {@code perf inject --jit} turns into object files. {@code gdb} puts a breakpoint on a function
 * that it knows by name and reads an object file from memory when it is called ({@link
 * dev.sargasso.x64.announce.DebuggerInterface}). All of this happens only where it is asked for.
 */
@NullMarked
package dev.sargasso.x64.announce;

import org.jspecify.annotations.NullMarked;
