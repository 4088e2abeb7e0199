/** The sea of nodes. */
@NullMarked
package dev.sargasso.ir;

import org.jspecify.annotations.NullMarked;
