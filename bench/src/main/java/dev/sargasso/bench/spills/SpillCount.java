package dev.sargasso.bench.spills;

import dev.sargasso.bench.peers.Contender;
import dev.sargasso.bench.peers.Kernel;
import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

/** The command {@code bench/spills}. */
@Command(
    name = "spills",
    mixinStandardHelpOptions = true,
    description =
        "Counts how often programs touch the stack: loads and stores at a constant distance from"
            + " the stack pointer, pushes and pops, as valgrind counts executions.",
    footer = {
      "",
      "A compiler is NAME=COMMAND with {src} and {out}; the first is the baseline. The last"
          + " columns",
      "are accesses for 1,000 instructions that the baseline executes. Small arrays on the stack",
      "count as well, for all compilers alike. With --gate the exit status is 1 if the mean of the",
      "second compiler is higher than that of the first."
    })
public final class SpillCount implements Callable<Integer> {
  private static final long TIMEOUT_MILLIS = 600_000;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-k", "--kernels"},
      required = true,
      paramLabel = "FOLDER",
      description = "C programs with what they print beside them, NAME.c and NAME.expected.")
  private Path folder = Path.of("");

  @Option(names = "--only", paramLabel = "NAME", description = "Only this kernel; repeatable.")
  private List<String> only = List.of();

  @Option(names = "--gate", description = "Fail if the second compiler spills more on average.")
  private boolean gate;

  @Parameters(
      arity = "2..*",
      paramLabel = "NAME=COMMAND",
      description = "Compilers, the baseline first.")
  private List<String> compilers = List.of();

  private SpillCount() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new SpillCount());
  }

  /**
   * What a program executed.
   *
   * @param instructions of the program itself, without libraries
   * @param loads from the stack
   * @param stores to the stack
   * @param saves pushes and pops
   */
  record Counts(long instructions, long loads, long stores, long saves) {
    long accesses() {
      return loads + stores + saves;
    }
  }

  /** A command of the system failed. */
  private static final class CommandFailed extends Exception {
    private static final long serialVersionUID = 1;

    CommandFailed(String message) {
      super(message);
    }
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    PrintWriter out = line.getOut();
    List<Contender> contenders = new ArrayList<>();
    List<Kernel> kernels = new ArrayList<>();
    try {
      for (String text : compilers) {
        contenders.add(Contender.parse(text));
      }
      kernels.addAll(Kernel.in(folder));
    } catch (IllegalArgumentException | IOException e) {
      throw new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
    kernels.removeIf(kernel -> !only.isEmpty() && !only.contains(kernel.name()));
    if (kernels.isEmpty()) {
      throw new ParameterException(line, "no such kernel in " + folder);
    }
    Path scratch = Files.createTempDirectory("spills");
    try {
      out.println(
          "| kernel | compiler | instructions | loads | stores | pushes, pops | per 1,000 |");
      out.println("|---|---|---:|---:|---:|---:|---:|");
      double[] sums = new double[contenders.size()];
      for (Kernel kernel : kernels) {
        long baseline = 0;
        for (int i = 0; i < contenders.size(); i++) {
          Counts counts = count(kernel, contenders.get(i), scratch);
          baseline = i == 0 ? counts.instructions() : baseline;
          double share = 1000.0 * counts.accesses() / baseline;
          sums[i] += share;
          out.printf(
              Locale.ROOT,
              "| %s | %s | %d | %d | %d | %d | %.2f |%n",
              kernel.name(),
              contenders.get(i).name(),
              counts.instructions(),
              counts.loads(),
              counts.stores(),
              counts.saves(),
              share);
          out.flush();
        }
      }
      for (int i = 0; i < sums.length; i++) {
        out.printf(
            Locale.ROOT,
            "%s: %.2f accesses of the stack per 1,000 instructions of %s, mean of %d kernels%n",
            contenders.get(i).name(),
            sums[i] / kernels.size(),
            contenders.getFirst().name(),
            kernels.size());
      }
      out.flush();
      return gate && sums[1] > sums[0] ? 1 : 0;
    } catch (CommandFailed e) {
      line.getErr().println("spills: error: " + e.getMessage());
      line.getErr().flush();
      return 1;
    } finally {
      try (Stream<Path> all = Files.walk(scratch)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static Counts count(Kernel kernel, Contender compiler, Path scratch)
      throws IOException, CommandFailed {
    Path program = scratch.resolve("program");
    Path profile = scratch.resolve("profile");
    String what = kernel.name() + ", " + compiler.name();
    run(
        compiler
            .compile()
            .replace("{src}", quoted(kernel.source()))
            .replace("{out}", quoted(program)),
        what,
        scratch);
    String printed =
        run(
            "valgrind -q --tool=callgrind --dump-instr=yes --callgrind-out-file="
                + quoted(profile)
                + " "
                + quoted(program),
            what,
            scratch);
    if (!printed.equals(Files.readString(kernel.expected()))) {
      throw new CommandFailed(what + " prints something else than " + kernel.expected());
    }
    Map<Long, Long> executions =
        ExecutionCounts.read(
            Files.readAllLines(profile, StandardCharsets.ISO_8859_1), program.toString());
    Map<Long, StackAccess> accesses =
        accesses(run("objdump -d --no-show-raw-insn " + quoted(program), what, scratch));
    long[] sums = new long[4];
    executions.forEach(
        (address, count) -> {
          StackAccess access = accesses.getOrDefault(address, StackAccess.NONE);
          sums[0] += count;
          sums[1] += access.loads() ? count : 0;
          sums[2] += access.stores() ? count : 0;
          sums[3] += access.saves() ? count : 0;
        });
    if (sums[0] == 0) {
      throw new CommandFailed(what + ": valgrind has counted nothing; is the program stripped?");
    }
    return new Counts(sums[0], sums[1], sums[2], sums[3]);
  }

  /** What each instruction of a disassembly does with the stack, by address. */
  static Map<Long, StackAccess> accesses(String disassembly) {
    Map<Long, StackAccess> accesses = new HashMap<>();
    for (String line : disassembly.lines().toList()) {
      int colon = line.indexOf(":\t");
      if (colon > 0) {
        accesses.put(
            Long.parseLong(line.substring(0, colon).strip(), 16),
            StackAccess.of(line.substring(colon + 2)));
      }
    }
    return accesses;
  }

  private static String run(String command, String what, Path scratch)
      throws IOException, CommandFailed {
    Path output = scratch.resolve("output");
    Path errors = scratch.resolve("errors");
    ExitStatus status = ShellCommand.run(command, output, errors, TIMEOUT_MILLIS);
    if (!status.isSuccess()) {
      throw new CommandFailed(
          what + ": '" + command + "' ended with " + status + ": " + Files.readString(errors));
    }
    return Files.readString(output);
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }
}
