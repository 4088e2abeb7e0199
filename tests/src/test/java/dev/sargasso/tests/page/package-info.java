/** The page that shows a compilation, in a real browser. */
@NullMarked
package dev.sargasso.tests.page;

import org.jspecify.annotations.NullMarked;
