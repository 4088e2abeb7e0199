package dev.sargasso.passes.pipeline;

import dev.sargasso.ir.program.Program;

/**
 * What a pass over a program gets.
 *
 * @param program to be changed
 * @param options of the compilation
 * @param workers take functions one by one
 * @param statistics of what belongs to no function
 */
public record ProgramContext(
    Program program, PipelineOptions options, Workers workers, PassStatistics statistics) {}
