/**
 * The typed syntax tree of a translation unit.
 *
 * <p>The tree is built while parsing, already checked: every {@link
 * dev.sargasso.frontend.c.syntax.Expression} knows its type, implicit conversions and the decay of
 * arrays and functions to pointers are nodes, operands of an operator already have its type, and
 * constant integer and floating expressions are folded. Names are resolved to {@link
 * dev.sargasso.frontend.c.syntax.Symbol symbols}; an {@link
 * dev.sargasso.frontend.c.syntax.Initializer} is a flat list of values at offsets, whatever the
 * nesting of its braces was. Labels of statements are statements of their own, so that the depth of
 * the tree does not grow with their number.
 */
@NullMarked
package dev.sargasso.frontend.c.syntax;

import org.jspecify.annotations.NullMarked;
