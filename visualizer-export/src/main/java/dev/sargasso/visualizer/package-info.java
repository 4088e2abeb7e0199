/** Pictures and dumps of programs. */
@NullMarked
package dev.sargasso.visualizer;

import org.jspecify.annotations.NullMarked;
