package dev.sargasso.passes.counted;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.text.SsaParser;
import dev.sargasso.passes.duplicate.LoopBodies;
import dev.sargasso.passes.duplicate.LoopForm;
import org.jspecify.annotations.Nullable;

/** The first loop of a function. */
final class Loops {
  private Loops() {}

  static Function parse(String text, Simplifier simplifier) {
    return SsaParser.parse("test.ssa", text, simplifier).functions().iterator().next();
  }

  private static LoopBodies bodies(Function function) {
    ControlFlow controlFlow = ControlFlow.of(function.graph());
    if (LoopForm.run(controlFlow) > 0) {
      controlFlow = ControlFlow.of(function.graph());
    }
    return LoopBodies.of(controlFlow);
  }

  static @Nullable CountedLoop counted(Function function) {
    return CountedLoop.of(bodies(function), 0);
  }

  static @Nullable Rounds rounds(Function function) {
    LoopBodies bodies = bodies(function);
    return ExitTest.rounds(bodies.body(0), bodies.controlFlow(), 0);
  }
}
