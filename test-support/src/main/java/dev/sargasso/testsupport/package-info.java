/**
 * What the tests of all modules share.
 *
 * <p>Some tests compare what we make with what other programs make of it: the system's C compiler,
 * its assembler, its disassembler. Such a test says {@link RequiresTool} and does not run where the
 * program is missing, and {@link SkippedTestReport} names it at the end of the run, so that a test
 * that was left out is never mistaken for one that passed.
 */
@NullMarked
package dev.sargasso.testsupport;

import org.jspecify.annotations.NullMarked;
