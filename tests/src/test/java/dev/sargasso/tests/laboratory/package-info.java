/** The laboratory and its documents, from source to report. */
@NullMarked
package dev.sargasso.tests.laboratory;

import org.jspecify.annotations.NullMarked;
