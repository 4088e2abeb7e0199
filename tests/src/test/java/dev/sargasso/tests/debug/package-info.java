/** Whether debuggers and unwinders find their way through compiled programs. */
@NullMarked
package dev.sargasso.tests.debug;

import org.jspecify.annotations.NullMarked;
