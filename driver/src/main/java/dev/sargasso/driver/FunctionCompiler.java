package dev.sargasso.driver;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.x64.CodeGenerator;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.allocate.AllocatorOptions;
import dev.sargasso.x64.select.CpuFeatures;
import dev.sargasso.x64.select.SymbolScope;

/** Takes functions through all arrows, one at a time, and keeps its memory between them. */
final class FunctionCompiler {
  private final CompilerOptions options;
  private final CodeGenerator generator;

  FunctionCompiler(CompilerOptions options, CpuFeatures features, boolean listing) {
    this.options = options;
    AllocatorOptions allocator =
        options.chaos().isPresent()
            ? AllocatorOptions.chaos(options.chaos().getAsLong())
            : AllocatorOptions.DEFAULT;
    generator = new CodeGenerator(new CodeOptions(features, allocator, options.verify(), listing));
  }

  /** What simplifies nodes while they are made. */
  static Simplifier newSimplifier(CompilerOptions options) {
    return options.level() == 0 ? Simplifier.NONE : Simplifications.whileBuilding();
  }

  void optimise(Function function) {
    if (options.verify()) {
      GraphVerifier.verify(function);
    }
  }

  Schedule schedule(Function function) {
    optimise(function);
    GlobalCodeMotion.Options motion =
        options.chaos().isPresent()
            ? new GlobalCodeMotion.Options(
                PlacementPolicies.random(options.chaos().getAsLong()),
                OrderPriorities.random(options.chaos().getAsLong()))
            : new GlobalCodeMotion.Options(options.placement(), options.order());
    Schedule schedule = GlobalCodeMotion.schedule(function, motion);
    if (options.verify()) {
      ScheduleVerifier.verify(function.name(), schedule);
    }
    return schedule;
  }

  CompiledFunction compile(Function function, SymbolScope scope) {
    return generator.compile(function, schedule(function), scope);
  }
}
