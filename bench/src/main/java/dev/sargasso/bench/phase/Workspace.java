package dev.sargasso.bench.phase;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.passes.pipeline.PipelineOptions;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.allocate.RegisterAllocator;
import dev.sargasso.x64.emit.Emitter;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.select.Selector;
import java.util.List;

/** The parts of the compiler, as one of its threads has them and uses them again and again. */
public final class Workspace {
  private final CodeOptions options = CodeOptions.DEFAULT;
  private final PipelineOptions passes;
  private final Pipeline pipeline;
  private final Selector selector = new Selector();
  private final RegisterAllocator allocator = new RegisterAllocator(options.allocator());
  private final Emitter emitter = new Emitter(options.listing(), options.small());

  /** A workspace for compilations at a level. */
  public Workspace(OptimizationLevel level) {
    passes = PipelineOptions.DEFAULT.withLevel(level);
    pipeline = new Pipeline(passes, CompilationListener.NONE);
  }

  Simplifier newSimplifier() {
    return Pipeline.simplifierFor(passes);
  }

  void optimise(Function function) {
    pipeline.optimize(function);
  }

  Schedule schedule(Function function) {
    return pipeline.schedule(function, GlobalCodeMotion.Options.DEFAULT);
  }

  MachineFunction select(Function function, Schedule schedule) {
    return selector.select(function, schedule, options.features(), symbol -> true);
  }

  AllocatedFunction allocate(MachineFunction machine) {
    return allocator.allocate(machine);
  }

  /** Emits the function that was selected last. */
  MachineCode emit(Function function, AllocatedFunction allocated) {
    return emitter.emit(allocated, new Needs(function, selector), function.name() + ".constants");
  }

  private record Needs(Function function, Selector selector) implements Emitter.FrameNeeds {
    @Override
    public List<StackSlot> slots() {
      return function.slots();
    }

    @Override
    public boolean isUsed(StackSlot slot) {
      return selector.isUsed(slot);
    }

    @Override
    public int outgoingBytes() {
      return selector.outgoingBytes();
    }

    @Override
    public boolean calls() {
      return selector.calls();
    }
  }
}
