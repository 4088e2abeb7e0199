/** What the tests of all modules share. */
@NullMarked
package dev.sargasso.testsupport;

import org.jspecify.annotations.NullMarked;
