/**
 * Data that never changes.
 *
 * <p>{@link dev.sargasso.passes.data.UnwrittenGlobals} looks at all uses of local globals in the
 * program: those that are only loaded from become read-only. {@link
 * dev.sargasso.passes.data.ConstantLoads} puts contents of read-only globals in the place of loads
 * of them, if the address is known.
 */
@NullMarked
package dev.sargasso.passes.data;

import org.jspecify.annotations.NullMarked;
