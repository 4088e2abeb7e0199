/**
 * Dumps as text for people and for {@code diff}: blocks in order, in each its nodes in order, with
 * the source line beside. A sea, in which nothing has an order, is listed as a trial schedule would
 * have it. The same compilation always gives the same text, and nothing that changes everywhere at
 * once, such as a count, is in it.
 */
@NullMarked
package dev.sargasso.visualizer.text;

import org.jspecify.annotations.NullMarked;
