package dev.sargasso.bench.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

/** The command {@code bench/peers}. */
@Command(
    name = "peers",
    mixinStandardHelpOptions = true,
    description =
        "Compiles and runs a folder of C programs with several compilers, interleaved, checks what"
            + " they print, and compares user CPU time.",
    footer = {
      "",
      "A compiler is NAME=COMPILE or NAME=COMPILE||RUN, both shell command lines in which",
      "  {src} is the kernel, {out} a file to write, {dir} a scratch folder, {name} its name,",
      "  {base} its path without ending.",
      "RUN defaults to {out}; an empty COMPILE means that RUN does both. Example:",
      "  bench/peers -k kernels 'gcc-O2=gcc -O2 {src} -o {out}' \\",
      "      'ours=./sargasso compile {src} -o {out}'",
      "Every kernel NAME.c needs NAME.expected beside it. The exit status is 1 if any failed."
    })
public final class Peers implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-k", "--kernels"},
      required = true,
      paramLabel = "FOLDER",
      description = "Folder of kernels; may be repeated.")
  private List<Path> folders = List.of();

  @Option(
      names = {"-b", "--baseline"},
      paramLabel = "NAME",
      description = "The compiler that ratios are to (default: the first).")
  private @Nullable String baseline;

  @Option(
      names = {"-n", "--runs"},
      defaultValue = "5",
      description = "Timed runs of each kernel (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = {"-c", "--compiles"},
      defaultValue = "3",
      description = "Timed compilations of each kernel (default: ${DEFAULT-VALUE}).")
  private int compiles;

  @Option(
      names = {"-t", "--timeout"},
      defaultValue = "60",
      description = "Limit of one command in CPU seconds (default: ${DEFAULT-VALUE}).")
  private long timeout;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Only these kernels, separated by commas.")
  private List<String> only = List.of();

  @Option(names = "--csv", paramLabel = "FILE", description = "Write every measurement here.")
  private @Nullable Path csv;

  @Option(
      names = "--installed",
      paramLabel = "COMMAND",
      arity = "0..1",
      fallbackValue = "./sargasso",
      description =
          "Also ours at all levels, started by this command (${FALLBACK-VALUE}), and all others"
              + " that are installed at all of theirs: gcc, clang, tcc, and HotSpot's C1 and C2 and"
              + " Go for kernels with NAME.java or NAME.go beside them.")
  private @Nullable String installed;

  @Option(
      names = "--pareto",
      paramLabel = "FILE",
      description = "Draw run time against compile time here, as SVG.")
  private @Nullable Path pareto;

  @Parameters(paramLabel = "COMPILER", arity = "0..*", description = "See below.")
  private List<String> compilers = List.of();

  private Peers() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Peers()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = line.getErr();
    if (runs < 1 || compiles < 1 || timeout < 1) {
      throw new ParameterException(line, "--runs, --compiles and --timeout take 1 or more");
    }
    List<Contender> contenders = new ArrayList<>();
    List<Kernel> kernels = new ArrayList<>();
    try {
      for (String compiler : compilers) {
        contenders.add(Contender.parse(compiler));
      }
      if (installed != null) {
        contenders.addAll(Installed.ours(installed));
        contenders.addAll(Installed.others());
        contenders.addAll(Installed.otherLanguages());
      }
      if (contenders.isEmpty()) {
        throw new IllegalArgumentException("name a compiler, or say --installed");
      }
      for (Path folder : folders) {
        kernels.addAll(Kernel.in(folder));
      }
    } catch (IllegalArgumentException | IOException e) {
      throw new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
    if (!only.isEmpty()) {
      kernels.removeIf(kernel -> !only.contains(kernel.name()));
    }
    if (kernels.isEmpty()) {
      throw new ParameterException(line, "no kernels in " + folders);
    }
    int base = 0;
    for (int i = 0; i < contenders.size() && baseline != null; i++) {
      if (contenders.get(i).name().equals(baseline)) {
        base = i;
      }
    }
    if (baseline != null && !contenders.get(base).name().equals(baseline)) {
      throw new ParameterException(line, "no compiler is named '" + baseline + "'");
    }
    Path scratch = Files.createTempDirectory("peers");
    try {
      Contest contest =
          new Contest(
              contenders,
              kernels,
              runs,
              compiles,
              timeout,
              text -> {
                err.println(text);
                err.flush();
              });
      contest.run(scratch);
      Standings standings = new Standings(contest, base);
      line.getOut().print(standings.text());
      line.getOut().flush();
      if (csv != null) {
        Files.writeString(csv, standings.csv(), StandardCharsets.UTF_8);
      }
      if (pareto != null) {
        Files.writeString(pareto, standings.pareto(), StandardCharsets.UTF_8);
      }
      return failed(contest) ? 1 : 0;
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static boolean failed(Contest contest) {
    for (int c = 0; c < contest.contenders().size(); c++) {
      for (int k = 0; k < contest.kernels().size(); k++) {
        if (contest.failure(c, k) != null && !contest.isAbsent(c, k)) {
          return true;
        }
      }
    }
    return false;
  }
}
