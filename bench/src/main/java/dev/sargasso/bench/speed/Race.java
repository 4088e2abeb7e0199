package dev.sargasso.bench.speed;

import dev.sargasso.bench.peers.Standings;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import dev.sargasso.ir.program.Program;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Compiles files with both compilers, over and over, and keeps CPU times. */
final class Race {
  private static final int RESAMPLES = 2000;

  /** Our compilations of one file in one round take at least this long together. */
  private static final double LEAST_SECONDS = 0.2;

  private static final long TIMEOUT_MILLIS = 600_000;

  /** The other compiler did not compile. */
  static final class OtherFailed extends Exception {
    private static final long serialVersionUID = 1;

    OtherFailed(String message) {
      super(message);
    }
  }

  private final Compiler compiler;
  private final String command;
  private final List<Path> files;
  private final int[] functions;

  /** CPU seconds by file and round. */
  private final double[][] ours;

  private final double[][] theirs;

  /**
   * CPU seconds by round of the other compiler for a file with nothing in it: what starting costs.
   */
  private final double[] starting;

  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /**
   * @param command of the other compiler, with {@code {src}} and {@code {out}}
   */
  Race(Compiler compiler, String command, List<Path> files, int rounds) {
    this.compiler = compiler;
    this.command = command;
    this.files = files;
    functions = new int[files.size()];
    ours = new double[files.size()][rounds];
    theirs = new double[files.size()][rounds];
    starting = new double[rounds];
  }

  /** Compiles all files with ours until the JVM has compiled the compiler. */
  void warmUp(double seconds) throws SourceException {
    for (long end = System.nanoTime() + (long) (seconds * 1e9); System.nanoTime() < end; ) {
      for (Path file : files) {
        compile(file);
      }
    }
  }

  private int compile(Path file) throws SourceException {
    Program program = compiler.read(file);
    int count = program.functions().size();
    if (compiler.compile(program).object().length == 0) {
      throw new IllegalStateException("no object for " + file);
    }
    return count;
  }

  /** Runs round {@code round} of all files. */
  void run(int round, Path scratch) throws IOException, SourceException, OtherFailed {
    Path empty = Files.writeString(scratch.resolve("empty.c"), "");
    starting[round] = other(empty, scratch);
    for (int f = 0; f < files.size(); f++) {
      if (round % 2 == 0) {
        theirs[f][round] = other(files.get(f), scratch);
      }
      ours[f][round] = own(f);
      if (round % 2 == 1) {
        theirs[f][round] = other(files.get(f), scratch);
      }
    }
  }

  /** CPU time of this whole process, garbage collection and the JVM's compiler included. */
  private double own(int f) throws SourceException {
    long start = system.getProcessCpuTime();
    int times = 0;
    double seconds;
    do {
      functions[f] = compile(files.get(f));
      times++;
      seconds = (system.getProcessCpuTime() - start) / 1e9;
    } while (seconds < LEAST_SECONDS);
    return seconds / times;
  }

  private double other(Path file, Path scratch) throws IOException, OtherFailed {
    String text =
        command.replace("{src}", quoted(file)).replace("{out}", quoted(scratch.resolve("other.o")));
    Path errors = scratch.resolve("errors");
    ExitStatus status = ShellCommand.run(text, scratch.resolve("output"), errors, TIMEOUT_MILLIS);
    if (!status.isSuccess()) {
      throw new OtherFailed(text + ": " + status + "\n" + Files.readString(errors));
    }
    return status.userSeconds() + status.systemSeconds();
  }

  private static String quoted(Path path) {
    return "'" + path.toAbsolutePath().toString().replace("'", "'\\''") + "'";
  }

  int functions(int file) {
    return functions[file];
  }

  double ours(int file) {
    return Standings.median(ours[file]);
  }

  double theirs(int file) {
    return Standings.median(theirs[file]);
  }

  double starting() {
    return Standings.median(starting);
  }

  /**
   * How many times as long the other takes: the geometric mean over the files.
   *
   * @param withoutStart whether what it takes to start is left out
   */
  double ratio(boolean withoutStart) {
    double start = withoutStart ? starting() : 0;
    double sum = 0;
    for (int f = 0; f < files.size(); f++) {
      sum += Math.log(Math.max(theirs(f) - start, 1e-6) / ours(f));
    }
    return Math.exp(sum / files.size());
  }

  /** The 95 % confidence interval of that ratio, by resampling rounds (percentile bootstrap). */
  double[] confidence(boolean withoutStart) {
    SplittableRandom random = new SplittableRandom(1);
    double[] means = new double[RESAMPLES];
    for (int r = 0; r < RESAMPLES; r++) {
      double start = withoutStart ? resampled(starting, random) : 0;
      double sum = 0;
      for (int f = 0; f < files.size(); f++) {
        double other = Math.max(resampled(theirs[f], random) - start, 1e-6);
        sum += Math.log(other / resampled(ours[f], random));
      }
      means[r] = Math.exp(sum / files.size());
    }
    Arrays.sort(means);
    return new double[] {means[RESAMPLES * 25 / 1000], means[RESAMPLES * 975 / 1000]};
  }

  private static double resampled(double[] values, SplittableRandom random) {
    double[] sample = new double[values.length];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = values[random.nextInt(values.length)];
    }
    return Standings.median(sample);
  }
}
