/**
 * Loops that fill or copy memory element by element, as one operation.
 *
 * <p>{@link dev.sargasso.passes.bulk.BulkLoops} looks for counted loops of one block whose only
 * effect is one store that moves on by its own size each round, so that together the rounds write
 * each byte of an area once. If the number of rounds is a constant and all bytes are the same, that
 * is a fill; if the value comes from as many bytes of other memory, a copy. The operation goes in
 * front of the loop and the store away; what is left of the loop counts for nothing, and goes with
 * {@link dev.sargasso.passes.closed}.
 */
@NullMarked
package dev.sargasso.passes.bulk;

import org.jspecify.annotations.NullMarked;
