/**
 * Several comparisons of one value with constants become one.
 *
 * <p>A comparison with a constant says that a value is in an interval of the ring of its integers,
 * {@link dev.sargasso.passes.range.Interval}; its negation says that it is in the rest of the ring.
 * {@link dev.sargasso.passes.range.RangeTests} finds branches that go to the same place unless two
 * such comparisons hold, and truth values that are put together from two, and tests for what the
 * intervals have in common by one subtraction and one unsigned comparison.
 */
@NullMarked
package dev.sargasso.passes.range;

import org.jspecify.annotations.NullMarked;
