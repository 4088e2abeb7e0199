/** Graph transformations. */
@NullMarked
package dev.sargasso.passes;

import org.jspecify.annotations.NullMarked;
