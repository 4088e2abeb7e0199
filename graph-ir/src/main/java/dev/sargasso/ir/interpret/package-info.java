/**
 * Running programs without compiling them: the definition of what a graph means.
 *
 * <p>{@link dev.sargasso.ir.interpret.SeaInterpreter} runs the unscheduled graph by demand along
 * control; {@link dev.sargasso.ir.interpret.ScheduleInterpreter} runs a schedule block by block,
 * much faster, and counts. Both share {@link dev.sargasso.ir.interpret.Evaluation} (what each pure
 * operation computes), a byte-accurate {@link dev.sargasso.ir.interpret.Memory}, and {@link
 * dev.sargasso.ir.interpret.Externals}, functions written in Java. A run ends in an {@link
 * dev.sargasso.ir.interpret.Outcome}: it returns, exits, or traps and says where; nothing that a
 * program does ends in an exception. Calls live on an explicit stack of frames.
 */
@NullMarked
package dev.sargasso.ir.interpret;

import org.jspecify.annotations.NullMarked;
