/**
 * Whether two accesses to memory can touch the same bytes.
 *
 * <p>{@link dev.sargasso.passes.alias.Aliasing} answers from the addresses alone: a common base and
 * constant distances, or different objects. It looks at a few nodes only, so that local rewriting
 * can ask it. {@link dev.sargasso.passes.alias.Origins} knows more, for it has seen the whole
 * function: which object a pointer leads into, also through phis and selects, and which stack slots
 * nobody but the function's own accesses can reach.
 */
@NullMarked
package dev.sargasso.passes.alias;

import org.jspecify.annotations.NullMarked;
