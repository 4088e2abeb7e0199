/** Whether our objects go together with what other compilers and linkers make. */
@NullMarked
package dev.sargasso.tests.link;

import org.jspecify.annotations.NullMarked;
