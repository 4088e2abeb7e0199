/**
 * How fast we compile, from source to bytes, next to another compiler on the same files.
 *
 * <p>{@link dev.sargasso.bench.speed.Race} takes both in turn, round by round, file by file: ours
 * warm and in this process, the other as a command that starts anew each time, as compilers do.
 * {@link dev.sargasso.bench.speed.CompileSpeed} is the command that prints times a function,
 * ratios, and a confidence interval.
 */
@NullMarked
package dev.sargasso.bench.speed;

import org.jspecify.annotations.NullMarked;
