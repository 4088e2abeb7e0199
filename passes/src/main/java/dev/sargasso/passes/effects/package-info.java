/**
 * What calls do and do not do.
 *
 * <p>{@link dev.sargasso.passes.effects.CallAnnotation} goes through a program, callees before
 * callers, and notes at each call what is known of the callee: from its graph, which {@link
 * dev.sargasso.passes.effects.FunctionEffects} looks at once, or, of functions of the C library,
 * from {@link dev.sargasso.passes.effects.LibraryFunctions}. Whoever walks along memory then looks
 * past calls that do not touch what it is about; {@link dev.sargasso.passes.effects.PureCalls}
 * removes calls that nobody needs and those whose results are there already.
 */
@NullMarked
package dev.sargasso.passes.effects;

import org.jspecify.annotations.NullMarked;
