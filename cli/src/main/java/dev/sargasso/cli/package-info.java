/** The command line. */
@NullMarked
package dev.sargasso.cli;

import org.jspecify.annotations.NullMarked;
