package dev.sargasso.bench.growth;

import dev.sargasso.bench.peers.Standings;
import dev.sargasso.bench.phase.Compilation;
import dev.sargasso.bench.phase.Phase;
import dev.sargasso.bench.phase.Workspace;
import dev.sargasso.measure.shape.Subject;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Compiles subjects at several sizes, over and over, and keeps the times of their phases. */
final class Measurement {
  private static final Phase[] PHASES = Phase.values();

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final List<Subject> subjects;
  private final int[] sizes;
  private final int rounds;
  private final Consumer<String> progress;
  private final Workspace workspace;

  /** Nanoseconds by subject, size, phase and round. */
  private final double[][][][] nanos;

  /** Nodes of the sea by subject and size. */
  private final int[][] nodes;

  /**
   * @param sizes in nodes, ascending
   * @param rounds how often each is measured
   * @param level of optimisation
   * @param progress told one short line for each round
   */
  Measurement(
      List<Subject> subjects,
      int[] sizes,
      int rounds,
      OptimizationLevel level,
      Consumer<String> progress) {
    this.subjects = subjects;
    this.sizes = sizes;
    this.rounds = rounds;
    this.progress = progress;
    workspace = new Workspace(level);
    nanos = new double[subjects.size()][sizes.length][PHASES.length][rounds];
    nodes = new int[subjects.size()][sizes.length];
  }

  List<Subject> subjects() {
    return subjects;
  }

  /**
   * Compiles all subjects until the JVM has compiled the compiler.
   *
   * @param seconds for all together
   */
  void warmUp(double seconds) {
    progress.accept("warming up");
    long end = System.nanoTime() + (long) (seconds * 1e9);
    double[] ignored = new double[PHASES.length];
    for (int turn = 0; System.nanoTime() < end; turn++) {
      for (Subject subject : subjects) {
        // Small sizes for many calls, now and then a large one for long loops.
        compile(subject, turn % 8 == 7 ? 20_000 : 2_000, ignored);
      }
    }
  }

  void run() {
    double[] times = new double[PHASES.length];
    for (int round = 0; round < rounds; round++) {
      progress.accept("round " + (round + 1) + " of " + rounds);
      for (int s = 0; s < subjects.size(); s++) {
        for (int i = 0; i < sizes.length; i++) {
          // A small function takes less than the clock and the caches settle in: repeat it.
          int repeats = Math.max(1, Math.min(20, 20_000 / sizes[i]));
          double[] sum = new double[PHASES.length];
          for (int repeat = 0; repeat < repeats; repeat++) {
            nodes[s][i] = compile(subjects.get(s), sizes[i], times);
            for (int p = 0; p < sum.length; p++) {
              sum[p] += times[p] / repeats;
            }
          }
          for (int p = 0; p < sum.length; p++) {
            nanos[s][i][p][round] = sum[p];
          }
        }
      }
    }
  }

  /** Compiles once; puts the CPU nanoseconds of each phase into {@code times}. */
  private int compile(Subject subject, int size, double[] times) {
    Compilation compilation = Compilation.of(subject, size, workspace);
    int built = 0;
    long before = threads.getCurrentThreadCpuTime();
    for (Phase phase : PHASES) {
      compilation.run(phase);
      long after = threads.getCurrentThreadCpuTime();
      times[phase.ordinal()] = after - before;
      if (phase == Phase.CONSTRUCTION) {
        built = compilation.function().graph().size();
        after = threads.getCurrentThreadCpuTime();
      }
      before = after;
    }
    return built;
  }

  /** The curve of one phase of a subject. */
  Curve curve(int subject, Phase phase) {
    double[] medians = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      medians[i] = Standings.median(nanos[subject][i][phase.ordinal()]);
    }
    return new Curve(nodes[subject], medians);
  }

  /** The curve of all that comes after construction: from the sea to bytes. */
  Curve whole(int subject) {
    double[] medians = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      double[] sums = new double[rounds];
      for (int p = 1; p < PHASES.length; p++) {
        for (int round = 0; round < rounds; round++) {
          sums[round] += nanos[subject][i][p][round];
        }
      }
      medians[i] = Standings.median(sums);
    }
    return new Curve(nodes[subject], medians);
  }

  /** The sizes asked for. */
  int[] sizes() {
    return Arrays.copyOf(sizes, sizes.length);
  }
}
