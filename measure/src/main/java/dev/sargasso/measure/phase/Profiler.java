package dev.sargasso.measure.phase;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.frontend.c.CFrontEnd;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.measure.sample.SampleTable;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** Compiles inputs in this process and one thread, over and over, and times their phases. */
public final class Profiler {
  /** The bytes of the object file. */
  private static final String WRITE = "write";

  /** A sample compiles an input so often that this many nodes come together. */
  private static final int LEAST_NODES = 20_000;

  private static final int MOST_REPEATS = 20;

  private final PhaseClock clock = new PhaseClock();
  private final Compiler compiler;
  private final List<BenchInput> inputs;
  private final int[] nodes;
  private final String options;

  /**
   * @param options how to compile; the number of threads does not matter, there is one
   * @param inputs at least one
   * @param described the options, for people
   */
  public Profiler(CompilerOptions options, List<BenchInput> inputs, String described) {
    compiler = new Compiler(options.withThreads(1)).heardBy(clock);
    this.inputs = List.copyOf(inputs);
    nodes = new int[inputs.size()];
    this.options = described;
  }

  /**
   * Compiles all inputs until the JVM has compiled the compiler, then takes samples. All of it goes
   * on in one thread, that of the front end included, since clocks are read of one.
   *
   * @param warmUp seconds of compiling before, for all inputs together
   * @param rounds samples of each input, at least 1
   * @param progress told one short line for each round
   * @throws SourceException if an input is wrong
   */
  public SampleTable measure(double warmUp, int rounds, Consumer<String> progress)
      throws SourceException {
    SampleTable table = new SampleTable("round", options);
    FutureTask<SampleTable> work =
        new FutureTask<>(
            () -> {
              warmUp(warmUp);
              run(table, rounds, progress);
              return table;
            });
    new CFrontEnd.DeepThread(work).start();
    try {
      return work.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case SourceException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  private void warmUp(double seconds) throws SourceException {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      for (int i = 0; i < inputs.size() && System.nanoTime() < end; i++) {
        compile(i);
      }
    }
  }

  private void compile(int i) throws SourceException {
    clock.start(PhaseClock.READ);
    Program program = inputs.get(i).read(compiler);
    clock.stop();
    nodes[i] = program.functions().stream().mapToInt(Profiler::size).sum();
    clock.start(PhaseClock.PROGRAM);
    var compiled = compiler.compile(program);
    clock.enter(WRITE);
    if (compiled.object().length == 0) {
      throw new IllegalStateException("no object for " + inputs.get(i).name());
    }
    clock.stop();
  }

  private static int size(Function function) {
    return function.graph().size();
  }

  private void run(SampleTable table, int rounds, Consumer<String> progress)
      throws SourceException {
    for (int round = 0; round < rounds; round++) {
      progress.accept("round " + (round + 1) + " of " + rounds);
      for (int i = 0; i < inputs.size(); i++) {
        sample(table, i, round);
      }
    }
  }

  private void sample(SampleTable table, int i, int round) throws SourceException {
    if (nodes[i] == 0) {
      compile(i);
    }
    int repeats = Math.max(1, Math.min(MOST_REPEATS, LEAST_NODES / Math.max(1, nodes[i])));
    clock.reset();
    for (int repeat = 0; repeat < repeats; repeat++) {
      compile(i);
    }
    SampleTable.Input input =
        new SampleTable.Input(inputs.get(i).name(), inputs.get(i).family(), nodes[i]);
    List<String> phases = clock.phases();
    for (int p = 0; p < phases.size(); p++) {
      table.put(
          input,
          phases.get(p),
          round,
          (double) clock.nanos(p) / repeats,
          (double) clock.bytes(p) / repeats);
    }
  }

  /** Milliseconds that garbage collection has taken in this process, in threads of its own. */
  public static long collectionMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
