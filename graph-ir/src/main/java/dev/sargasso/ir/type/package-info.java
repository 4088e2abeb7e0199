/**
 * Types and stamps: what is known about a value without running the program.
 *
 * <p>A {@link dev.sargasso.ir.type.Type} says how wide a value is and which registers may hold it.
 * A {@link dev.sargasso.ir.type.Stamp} says more: it denotes a <em>set of values</em> of one type,
 * as an interval (signed and unsigned), known bits, or "not null". Stamps form a lattice under set
 * inclusion; meet is the smallest describable set that holds both, join the smallest that holds
 * their intersection. Everything here is immutable and knows nothing of graphs.
 */
@NullMarked
package dev.sargasso.ir.type;

import org.jspecify.annotations.NullMarked;
