package dev.sargasso.bench.jmh;

import dev.sargasso.bench.phase.Compilation;
import dev.sargasso.bench.phase.Phase;
import dev.sargasso.bench.phase.Workspace;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.measure.shape.Subject;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Each phase alone, on functions of several shapes and sizes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgs = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
public class PhaseBenchmark {
  /** For JMH. */
  public PhaseBenchmark() {}

  /** What is compiled. */
  // JMH sets the fields.
  @NullUnmarked
  @State(Scope.Thread)
  public static class Input {
    /** The name of a subject. */
    @Param({
      "straight-line",
      "memory-chain",
      "diamonds",
      "loop-nests",
      "live-across-calls",
      "random"
    })
    public String shape;

    /** About how many nodes it has. */
    @Param({"1000", "10000"})
    public int nodes;

    /** The level of optimisation. */
    @Param({"O2"})
    public OptimizationLevel level;

    Workspace workspace;

    /** For JMH. */
    public Input() {}

    /** Makes the workspace. */
    @Setup(Level.Trial)
    public void prepare() {
      workspace = new Workspace(level);
    }

    Compilation compilation() {
      for (Subject subject : Subject.all()) {
        if (subject.name().equals(shape)) {
          return Compilation.of(subject, nodes, workspace);
        }
      }
      throw new IllegalArgumentException("no shape is named '" + shape + "'");
    }
  }

  /** A compilation in which all phases before emission have been done. */
  @NullUnmarked
  @State(Scope.Thread)
  public static class Ready {
    Compilation compilation;

    /** For JMH. */
    public Ready() {}

    /** Does the phases. */
    @Setup(Level.Trial)
    public void prepare(Input input) {
      compilation = input.compilation();
      compilation.runUpTo(Phase.EMISSION);
    }
  }

  /** A function that has not been optimised, new for each invocation since the passes change it. */
  @NullUnmarked
  @State(Scope.Thread)
  public static class Fresh {
    Compilation compilation;

    /** For JMH. */
    public Fresh() {}

    /** Builds the function. */
    @Setup(Level.Invocation)
    public void prepare(Input input) {
      compilation = input.compilation();
      compilation.run(Phase.CONSTRUCTION);
    }
  }

  /** The builder. */
  @Benchmark
  public Function construction(Input input) {
    Compilation compilation = input.compilation();
    compilation.run(Phase.CONSTRUCTION);
    return compilation.function();
  }

  /** All passes on the graph. */
  @Benchmark
  public Function optimisation(Fresh fresh) {
    fresh.compilation.run(Phase.OPTIMISATION);
    return fresh.compilation.function();
  }

  /** Blocks, dominators, loops and frequencies. */
  @Benchmark
  public ControlFlow controlFlow(Ready ready) {
    ControlFlow flow = ControlFlow.of(ready.compilation.function().graph());
    flow.dominators();
    flow.frequencies();
    return flow;
  }

  /** Global code motion, control flow included. */
  @Benchmark
  public Schedule motion(Ready ready) {
    ready.compilation.run(Phase.MOTION);
    return ready.compilation.schedule();
  }

  /** Selection. */
  @Benchmark
  public MachineFunction selection(Ready ready) {
    ready.compilation.run(Phase.SELECTION);
    return ready.compilation.machine();
  }

  /** Allocation. */
  @Benchmark
  public AllocatedFunction allocation(Ready ready) {
    ready.compilation.run(Phase.ALLOCATION);
    return ready.compilation.allocated();
  }

  /** Emission. */
  @Benchmark
  public MachineCode emission(Ready ready) {
    ready.compilation.run(Phase.EMISSION);
    return ready.compilation.code();
  }

  /** All phases. */
  @Benchmark
  public MachineCode whole(Input input) {
    Compilation compilation = input.compilation();
    for (Phase phase : Phase.values()) {
      compilation.run(phase);
    }
    return compilation.code();
  }
}
