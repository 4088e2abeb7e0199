/**
 * Functions as formulas.
 *
 * <p>{@link dev.sargasso.prove.encode.Execution} follows all paths of a sea at once, loops up to a
 * bound, and gives its {@link dev.sargasso.prove.encode.Behaviour}: under which condition it
 * returns, with which values, memory and calls, and when it traps. Integers are bit vectors, memory
 * is one array of bytes for each alias class, calls are uninterpreted functions of all that the
 * callee can see. {@link dev.sargasso.prove.encode.Refinement} asks Z3 whether one behaviour is an
 * allowed stand-in for another.
 *
 * <p>Each value carries two more bits: whether computing it traps, and whether it is unspecified,
 * since a promise was broken on the way to it. Operations on bits are in {@link
 * dev.sargasso.prove.encode.Arithmetic} and say the same as {@code ir.interpret.Evaluation}; a test
 * holds the two together.
 */
@NullMarked
package dev.sargasso.prove.encode;

import org.jspecify.annotations.NullMarked;
