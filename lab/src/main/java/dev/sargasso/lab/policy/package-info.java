/**
 * Policies that do not come with the compiler.
 *
 * <p>{@link dev.sargasso.lab.policy.Implementations} finds an implementation of an interface, a
 * placement policy or an order, by the name of a class on the class path, in a jar, or in a Java
 * source file, which it compiles in memory. Whatever is wrong with it becomes one message with
 * file, line and column.
 */
@NullMarked
package dev.sargasso.lab.policy;

import org.jspecify.annotations.NullMarked;
