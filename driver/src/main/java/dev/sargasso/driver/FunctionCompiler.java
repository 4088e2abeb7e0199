package dev.sargasso.driver;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.PassStatistics;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.x64.CodeGenerator;
import dev.sargasso.x64.CodeListener;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.allocate.AllocatorOptions;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.select.CpuFeatures;
import dev.sargasso.x64.select.SymbolScope;

/** Takes functions through all arrows, one at a time, and keeps its memory between them. */
final class FunctionCompiler {
  private final GlobalCodeMotion.Options motion;
  private final Pipeline pipeline;
  private final CodeGenerator generator;
  private final CodeListener codeListener;

  FunctionCompiler(
      CompilerOptions options,
      CompilationListener listener,
      CpuFeatures features,
      boolean listing) {
    pipeline = new Pipeline(options.pipeline(), listener);
    codeListener = new Phases(listener);
    if (options.isChaotic()) {
      long seed = options.pipeline().chaosSeed();
      motion = GlobalCodeMotion.Options.chaos(seed);
      generator = generator(AllocatorOptions.chaos(seed), options, features, listing);
    } else {
      motion =
          options.keepsObjects()
              ? new GlobalCodeMotion.Options(PlacementPolicies.LATE, OrderPriorities.SOURCE)
              : new GlobalCodeMotion.Options(options.placement(), options.order());
      generator = generator(options.allocator(), options, features, listing);
    }
  }

  private static CodeGenerator generator(
      AllocatorOptions allocator, CompilerOptions options, CpuFeatures features, boolean listing) {
    return new CodeGenerator(
        new CodeOptions(
            features,
            allocator,
            options.pipeline().verify(),
            listing,
            options.pipeline().level().prefersSize()));
  }

  void optimise(Function function) {
    pipeline.optimize(function);
  }

  Schedule schedule(Function function) {
    return pipeline.schedule(function, motion);
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** Finishes and compiles a function that has been optimised together with others. */
  CompiledFunction compile(Function function, SymbolScope scope) {
    pipeline.finish(function);
    return generator.compile(function, schedule(function), scope, codeListener);
  }

  PassStatistics statistics() {
    return pipeline.statistics();
  }

  /** Hands what the code generator tells to the listener of the whole compilation. */
  private record Phases(CompilationListener listener) implements CodeListener {
    @Override
    public void selected(Function function, MachineFunction machine) {
      listener.phaseDone(function, "select", machine);
    }

    @Override
    public void allocated(Function function, AllocatedFunction allocated) {
      listener.phaseDone(function, "allocate", allocated);
    }

    @Override
    public void emitted(Function function, CompiledFunction compiled) {
      listener.phaseDone(function, "emit", compiled);
    }
  }
}
