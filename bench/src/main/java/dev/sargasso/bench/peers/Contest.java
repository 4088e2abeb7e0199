package dev.sargasso.bench.peers;

import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compiles and runs every kernel with every contender, interleaved, and keeps all times. */
public final class Contest {
  private static final String ABSENT = "not there in this language";

  private final List<Contender> contenders;
  private final List<Kernel> kernels;
  private final int runs;
  private final int compiles;
  private final long timeoutSeconds;
  private final Consumer<String> progress;
  private final double[][][] runSeconds;
  private final double[][][] compileSeconds;
  private final @Nullable String[][] failures;

  /**
   * @param runs timed runs of each kernel with each contender
   * @param compiles timed compilations likewise, at least 1
   * @param timeoutSeconds CPU seconds that one command may take; ten times that elapsed
   * @param progress told one short line for each round
   */
  public Contest(
      List<Contender> contenders,
      List<Kernel> kernels,
      int runs,
      int compiles,
      long timeoutSeconds,
      Consumer<String> progress) {
    this.contenders = List.copyOf(contenders);
    this.kernels = List.copyOf(kernels);
    this.runs = runs;
    this.compiles = compiles;
    this.timeoutSeconds = timeoutSeconds;
    this.progress = progress;
    runSeconds = new double[contenders.size()][kernels.size()][runs];
    compileSeconds = new double[contenders.size()][kernels.size()][compiles];
    failures = new String[contenders.size()][kernels.size()];
    for (int c = 0; c < failures.length; c++) {
      for (int k = 0; k < kernels.size(); k++) {
        if (contenders.get(c).lacksSource(kernels.get(k).source())) {
          failures[c][k] = ABSENT;
        }
      }
    }
  }

  /** Whether there is nothing to compile for a contender, which is no fault of it. */
  public boolean isAbsent(int contender, int kernel) {
    return ABSENT.equals(failures[contender][kernel]);
  }

  /** The contenders, in the order given. */
  public List<Contender> contenders() {
    return contenders;
  }

  /** The kernels, in the order given. */
  public List<Kernel> kernels() {
    return kernels;
  }

  /** User CPU seconds of each run of a kernel, or null if it failed. */
  public double @Nullable [] runSeconds(int contender, int kernel) {
    return failures[contender][kernel] == null ? runSeconds[contender][kernel] : null;
  }

  /** User and system CPU seconds of each compilation, or null if it failed or is not apart. */
  public double @Nullable [] compileSeconds(int contender, int kernel) {
    return failures[contender][kernel] == null && contenders.get(contender).compilesApart()
        ? compileSeconds[contender][kernel]
        : null;
  }

  /** Why a kernel failed with a contender, or null. */
  public @Nullable String failure(int contender, int kernel) {
    return failures[contender][kernel];
  }

  /**
   * Does all the work.
   *
   * @param folder an empty scratch folder
   */
  public void run(Path folder) throws IOException {
    for (int round = 0; round < compiles; round++) {
      progress.accept("compiling, round " + (round + 1) + " of " + compiles);
      for (int k = 0; k < kernels.size(); k++) {
        for (int c : order(round)) {
          compile(folder, c, k, round);
        }
      }
    }
    for (int round = 0; round < runs; round++) {
      progress.accept("running, round " + (round + 1) + " of " + runs);
      for (int k = 0; k < kernels.size(); k++) {
        for (int c : order(round)) {
          execute(folder, c, k, round);
        }
      }
    }
  }

  /** Rotated each round, and turned round after each full rotation. */
  private int[] order(int round) {
    int n = contenders.size();
    int[] order = new int[n];
    boolean backwards = round / n % 2 == 1;
    for (int i = 0; i < n; i++) {
      order[backwards ? n - 1 - i : i] = (i + round) % n;
    }
    return order;
  }

  private void compile(Path folder, int c, int k, int round) throws IOException {
    Contender contender = contenders.get(c);
    if (!contender.compilesApart() || failures[c][k] != null) {
      return;
    }
    ExitStatus status = command(contender.compile(), folder, c, k);
    if (status.isSuccess()) {
      compileSeconds[c][k][round] = status.userSeconds() + status.systemSeconds();
    } else {
      failures[c][k] = "compile: " + status + complaint(folder);
    }
  }

  private void execute(Path folder, int c, int k, int round) throws IOException {
    if (failures[c][k] != null) {
      return;
    }
    ExitStatus status = command(contenders.get(c).run(), folder, c, k);
    if (!status.isSuccess()) {
      failures[c][k] = "run: " + status + complaint(folder);
    } else if (!Arrays.equals(
        Files.readAllBytes(folder.resolve("stdout")),
        Files.readAllBytes(kernels.get(k).expected()))) {
      failures[c][k] = "run: wrong output";
    } else {
      runSeconds[c][k][round] = status.userSeconds();
    }
  }

  private ExitStatus command(String template, Path folder, int c, int k) {
    Kernel kernel = kernels.get(k);
    Path output = folder.resolve(kernel.name() + "." + c);
    String command = Contender.fill(template, kernel.source(), output, folder, kernel.name());
    return ShellCommand.run(
        "ulimit -t " + timeoutSeconds + "; " + command,
        folder.resolve("stdout"),
        folder.resolve("stderr"),
        10_000 * timeoutSeconds);
  }

  private static String complaint(Path folder) throws IOException {
    String text = new String(Files.readAllBytes(folder.resolve("stderr")), StandardCharsets.UTF_8);
    String first = text.lines().findFirst().orElse("");
    return first.isEmpty() ? "" : ": " + first.substring(0, Math.min(120, first.length()));
  }
}
