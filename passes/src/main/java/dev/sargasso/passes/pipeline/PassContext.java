package dev.sargasso.passes.pipeline;

import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.simplify.Simplifications;

/**
 * What a pass gets.
 *
 * @param function to change
 * @param simplifications for finished graphs, shared by all passes of a pipeline
 * @param chaosSeed 0, or a seed from which free choices are made at random
 */
public record PassContext(Function function, Simplifications simplifications, long chaosSeed) {}
