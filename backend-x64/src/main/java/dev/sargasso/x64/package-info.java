/** The x86-64 back end. */
@NullMarked
package dev.sargasso.x64;

import org.jspecify.annotations.NullMarked;
