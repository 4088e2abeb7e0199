/** The C front end. */
@NullMarked
package dev.sargasso.frontend.c;

import org.jspecify.annotations.NullMarked;
