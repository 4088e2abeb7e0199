/** Benchmarks. */
@NullMarked
package dev.sargasso.bench;

import org.jspecify.annotations.NullMarked;
