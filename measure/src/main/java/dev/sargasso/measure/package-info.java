/**
 * Measurement of the compiler: what each phase of a compilation takes, and whether two builds
 * differ in that.
 *
 * <p>A module of its own, so that the {@code sargasso} command can offer it without what the
 * benchmarks need besides.
 */
@NullMarked
package dev.sargasso.measure;

import org.jspecify.annotations.NullMarked;
