/**
 * Translation validation: whether each pass has kept what each function means.
 *
 * <p>{@link dev.sargasso.prove.Prover} compiles a program and, before and after every pass, turns
 * the function in work into a formula. Z3 then says that the two agree for all inputs, or gives an
 * input that tells them apart, or does not know. An input is tried out: both states are run with it
 * by the interpreter, and only if they differ there, too, is the pass called wrong.
 *
 * <p>The idea is that of Pnueli, Siegel and Singerman (TACAS 1998) and Necula (PLDI 2000); what is
 * undefined is treated as in Alive2 (Lopes et al., PLDI 2021): the result may be more defined than
 * the source.
 */
@NullMarked
package dev.sargasso.prove;

import org.jspecify.annotations.NullMarked;
