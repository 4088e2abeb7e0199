/** The public façade. */
@NullMarked
package dev.sargasso.driver;

import org.jspecify.annotations.NullMarked;
