package dev.sargasso.bench.ssa;

import dev.sargasso.bench.peers.Standings;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.program.ConstructionCounts;
import dev.sargasso.ir.program.Function;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code bench/ssa}. */
@Command(
    name = "ssa",
    mixinStandardHelpOptions = true,
    description =
        "Builds the functions of each file by every SSA construction, and tells how many phis that"
            + " makes and how long it takes.",
    footer = {
      "",
      "phis are those made, removed those found to stand for one value while building, dead those",
      "that nothing needed, redundant those of the rest that have one value only. Times are the",
      "wall time from a function's first operation to its finished graph, in milliseconds; the",
      "median of all rounds, which take the constructions in turn."
    })
public final class Constructions implements Callable<Integer> {
  private static final SsaConstruction[] ALL = SsaConstruction.values();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Programs in C or in SSA notation.")
  private List<Path> files = List.of();

  @Option(
      names = {"-n", "--rounds"},
      defaultValue = "21",
      description = "How often each is built (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "Seconds of building before (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Option(
      names = {"-O", "--level"},
      defaultValue = "2",
      description =
          "0 builds graphs without simplifying nodes as they are made (default: ${DEFAULT-VALUE}).")
  private String level = "2";

  @Option(
      names = "-I",
      paramLabel = "FOLDER",
      description = "Look for C headers here first; may be repeated.")
  private List<Path> includes = List.of();

  @Option(names = "--csv", description = "Print the table as CSV.")
  private boolean csv;

  private Constructions() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new Constructions());
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    if (rounds < 1) {
      throw new ParameterException(line, "--rounds takes one and more");
    }
    List<Compiler> compilers = new ArrayList<>();
    try {
      for (SsaConstruction construction : ALL) {
        compilers.add(
            new Compiler(
                CompilerOptions.DEFAULT
                    .withLevel(level)
                    .withIncludes(includes)
                    .withConstruction(construction)));
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
    PrintWriter out = line.getOut();
    try {
      for (long end = System.nanoTime() + (long) (warmUp * 1e9); System.nanoTime() < end; ) {
        for (Path file : files) {
          for (Compiler compiler : compilers) {
            var _ = counts(compiler, file);
          }
        }
      }
      List<ConstructionCounts> totals = new ArrayList<>();
      for (int c = 0; c < ALL.length; c++) {
        totals.add(ConstructionCounts.NONE);
      }
      out.print(csv ? "file,construction,phis,removed,dead,left,redundant,ms\n" : "");
      for (Path file : files) {
        List<ConstructionCounts> rows = measure(compilers, file);
        for (int c = 0; c < ALL.length; c++) {
          totals.set(c, totals.get(c).plus(rows.get(c)));
        }
        print(out, file.getFileName().toString(), rows);
      }
      if (files.size() > 1) {
        print(out, "all", totals);
      }
    } catch (SourceException e) {
      e.messages().forEach(line.getErr()::println);
      line.getErr().flush();
      return 1;
    } finally {
      out.flush();
    }
    return 0;
  }

  /** What each construction took, with median times. */
  private List<ConstructionCounts> measure(List<Compiler> compilers, Path file)
      throws SourceException {
    double[][] times = new double[ALL.length][rounds];
    ConstructionCounts[] last = new ConstructionCounts[ALL.length];
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < ALL.length; i++) {
        int c = (i + round) % ALL.length;
        last[c] = counts(compilers.get(c), file);
        times[c][round] = last[c].nanoseconds();
      }
    }
    List<ConstructionCounts> rows = new ArrayList<>();
    for (int c = 0; c < ALL.length; c++) {
      ConstructionCounts counts = last[c];
      rows.add(
          new ConstructionCounts(
              counts.phis(),
              counts.removed(),
              counts.dead(),
              counts.redundant(),
              counts.left(),
              (long) Standings.median(times[c])));
    }
    return rows;
  }

  private static ConstructionCounts counts(Compiler compiler, Path file) throws SourceException {
    ConstructionCounts sum = ConstructionCounts.NONE;
    for (Function function : compiler.read(file).functions()) {
      sum = sum.plus(function.construction());
    }
    return sum;
  }

  private void print(PrintWriter out, String name, List<ConstructionCounts> rows) {
    if (!csv) {
      out.printf("%n### %s%n%n%s", name, ConstructionCounts.HEAD);
    }
    for (int c = 0; c < ALL.length; c++) {
      ConstructionCounts row = rows.get(c);
      out.print(
          csv
              ? String.format(
                  Locale.ROOT,
                  "%s,%s,%d,%d,%d,%d,%d,%.3f%n",
                  name,
                  ALL[c].text(),
                  row.phis(),
                  row.removed(),
                  row.dead(),
                  row.left(),
                  row.redundant(),
                  row.nanoseconds() / 1e6)
              : row.row(ALL[c].text()));
    }
  }
}
