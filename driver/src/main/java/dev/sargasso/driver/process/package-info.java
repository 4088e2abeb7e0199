/**
 * Processes below the JVM's own notion of them: who used how much CPU, who died of which signal,
 * and compiled code that runs in a child of this process.
 *
 * <p>Java's {@code Process} tells neither a child's CPU time nor the signal that ended it, and
 * cannot fork. The few POSIX calls that it takes are bound here through the foreign function API,
 * for Linux on x86-64.
 */
@NullMarked
package dev.sargasso.driver.process;

import org.jspecify.annotations.NullMarked;
