package dev.sargasso.lab.compare;

import dev.sargasso.driver.Compiler;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.MainArguments;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.TrapKind;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How often each block of each function runs.
 *
 * @param description where the numbers come from
 * @param executions by function, then by block; empty if nothing was run
 */
record Profile(String description, Map<String, long[]> executions) {
  /** Nothing was run: blocks count as often as they are thought to run. */
  static Profile estimated(String why) {
    return new Profile(why + "; executions are estimates for one call of each function", Map.of());
  }

  /**
   * Runs a program from its start in the interpreter of schedules, until it ends or has executed a
   * number of nodes.
   *
   * @param program read, but not optimised
   */
  static Profile run(Compiler compiler, Program program, List<String> argv, long steps) {
    Function main = program.function("main");
    if (main == null) {
      return estimated("there is no function main");
    }
    if (steps == 0) {
      return estimated("no run was asked for");
    }
    compiler.optimise(program);
    Map<String, Integer> blocks = new HashMap<>();
    ScheduleInterpreter interpreter =
        new ScheduleInterpreter(
            program,
            function -> {
              Schedule schedule = compiler.schedule(function);
              blocks.put(function.name(), schedule.blockCount());
              return schedule;
            },
            new CLibrary(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream()),
            Limits.DEFAULT.withSteps(steps));
    Signature signature = main.signature();
    Outcome outcome =
        interpreter.run("main", MainArguments.write(interpreter.memory(), signature, argv));
    Map<String, long[]> executions = new HashMap<>();
    blocks.forEach(
        (name, count) -> {
          long[] counts = new long[count];
          for (int block = 0; block < count; block++) {
            counts[block] = interpreter.count(name, block);
          }
          executions.put(name, counts);
        });
    String nodes = String.format(Locale.ROOT, "%,d nodes", interpreter.steps());
    String ending = "executions are those of a whole run in the interpreter (" + nodes + ")";
    if (outcome instanceof Outcome.Trapped trapped) {
      ending =
          trapped.trap().kind() == TrapKind.STEP_LIMIT
              ? "executions are those of the first " + nodes + " of a run in the interpreter"
              : "the run in the interpreter was stopped ("
                  + trapped.trap()
                  + "); executions are those until then ("
                  + nodes
                  + ")";
    }
    return new Profile(ending, executions);
  }

  /** Whether there was a run. */
  boolean isMeasured() {
    return !executions.isEmpty();
  }

  /** How often a block runs: as counted, 0 in a function that never ran, or as estimated. */
  double of(Schedule schedule, String function, int block) {
    if (!isMeasured()) {
      return schedule.controlFlow().frequencies().frequency(block);
    }
    long[] counts = executions.get(function);
    return counts == null || block >= counts.length ? 0 : counts[block];
  }
}
