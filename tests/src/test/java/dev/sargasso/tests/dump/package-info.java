/** What the writers of dumps write is read back: by the real reader, or by a strict one. */
@NullMarked
package dev.sargasso.tests.dump;

import org.jspecify.annotations.NullMarked;
