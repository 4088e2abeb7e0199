package dev.sargasso.bench.speed;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code bench/compile-speed}. */
@Command(
    name = "compile-speed",
    mixinStandardHelpOptions = true,
    description =
        "Compiles C files from source to an object file's bytes, by us, warm and in this process,"
            + " and by another compiler, in turn, and compares CPU time a function.",
    footer = {
      "",
      "Times are user and system CPU time, ours with garbage collection and the JVM's compiler."
          + " The",
      "ratio is how many times as long the other takes, as the geometric mean over the files. The",
      "second ratio leaves out what the other takes for an empty file. With --gate the exit status",
      "is 1 if the first ratio is lower."
    })
public final class CompileSpeed implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "C files.")
  private List<Path> files = List.of();

  @Option(
      names = {"-O", "--level"},
      defaultValue = "2",
      description = "Our level of optimisation (default: ${DEFAULT-VALUE}).")
  private String level = "2";

  @Option(
      names = "--other",
      paramLabel = "COMMAND",
      defaultValue = "gcc -w -O2 -c {src} -o {out}",
      description = "The other compiler (default: ${DEFAULT-VALUE}).")
  private String other = "";

  @Option(
      names = {"-n", "--rounds"},
      defaultValue = "15",
      description = "How often each is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Seconds of compiling before (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Option(
      names = "--gate",
      arity = "0..1",
      fallbackValue = "5",
      paramLabel = "RATIO",
      description = "Fail if we are fewer times as fast (${FALLBACK-VALUE} if none is given).")
  private @Nullable Double gate;

  private CompileSpeed() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new CompileSpeed());
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    if (rounds < 1) {
      throw new ParameterException(line, "--rounds takes one and more");
    }
    PrintWriter err = line.getErr();
    Path scratch = Files.createTempDirectory("speed");
    try {
      Race race = new Race(compiler(line), other, files, rounds);
      err.println("warming up");
      err.flush();
      race.warmUp(warmUp);
      for (int round = 0; round < rounds; round++) {
        err.println("round " + (round + 1) + " of " + rounds);
        err.flush();
        race.run(round, scratch);
      }
      return report(race, line.getOut());
    } catch (SourceException e) {
      e.messages().forEach(err::println);
      err.flush();
      return 1;
    } catch (Race.OtherFailed e) {
      err.println(e.getMessage());
      err.flush();
      return 1;
    } finally {
      try (Stream<Path> all = Files.walk(scratch)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Compiler compiler(CommandLine line) {
    try {
      return new Compiler(CompilerOptions.DEFAULT.withLevel(level).withThreads(1));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
  }

  private int report(Race race, PrintWriter out) {
    out.println("| file | functions | ours, ms a function | other, ms a function | ratio |");
    out.println("|---|---:|---:|---:|---:|");
    for (int f = 0; f < files.size(); f++) {
      int count = Math.max(1, race.functions(f));
      out.printf(
          Locale.ROOT,
          "| %s | %d | %.3f | %.3f | %.1f |%n",
          files.get(f).getFileName(),
          race.functions(f),
          race.ours(f) * 1e3 / count,
          race.theirs(f) * 1e3 / count,
          race.theirs(f) / race.ours(f));
    }
    for (boolean withoutStart : new boolean[] {false, true}) {
      double[] interval = race.confidence(withoutStart);
      out.printf(
          Locale.ROOT,
          "ratio %.2f (95 %% confidence %.2f to %.2f)%s%n",
          race.ratio(withoutStart),
          interval[0],
          interval[1],
          withoutStart
              ? String.format(Locale.ROOT, " without %.1f ms to start", race.starting() * 1e3)
              : "");
    }
    out.flush();
    return gate != null && race.ratio(false) < gate ? 1 : 0;
  }
}
