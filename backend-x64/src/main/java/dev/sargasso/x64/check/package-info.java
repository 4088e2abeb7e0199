/**
 * The judge of register allocations.
 *
 * <p>{@link dev.sargasso.x64.check.AllocationChecker} proves, from an allocated function and the
 * machine function that it came from, that on every path every instruction reads the values that it
 * read before allocation, and that all constraints hold. It knows nothing of how the allocator
 * works: what it looks at are locations and edits, whoever made them.
 */
@NullMarked
package dev.sargasso.x64.check;

import org.jspecify.annotations.NullMarked;
