package dev.sargasso.bench.evidence;

import dev.sargasso.bench.peers.Kernel;
import dev.sargasso.driver.SourceException;
import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.io.PrintWriter;
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
import picocli.CommandLine.Spec;

/** The command {@code bench/evidence}, also {@code sargasso lab evidence}. */
@Command(
    name = "evidence",
    mixinStandardHelpOptions = true,
    description =
        "Measures on this compiler what is said against the sea of nodes, complaint by complaint,"
            + " and writes the report docs/evidence.md with its charts. Takes some ten minutes on a"
            + " quiet machine.",
    footer = {
      "",
      "Without -k the kernels are the C programs in 'examples'. What a kernel prints is compared",
      "with NAME.expected beside it, or else with what gcc's program prints."
    })
public final class Evidence implements Callable<Integer> {
  private static final long TIMEOUT_MILLIS = 600_000;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-k", "--kernels"},
      paramLabel = "FOLDER",
      description = "A folder of C programs that run for a while.")
  private Path folder = Path.of("examples");

  @Option(
      names = {"-o", "--output"},
      defaultValue = "docs",
      paramLabel = "FOLDER",
      description = "Write evidence.md and images/*.svg here (default: ${DEFAULT-VALUE}).")
  private Path output = Path.of("docs");

  @Option(
      names = "--sargasso",
      defaultValue = "./sargasso",
      paramLabel = "COMMAND",
      description = "What starts our compiler (default: ${DEFAULT-VALUE}).")
  private String command = "";

  @Option(
      names = {"-n", "--runs"},
      defaultValue = "3",
      description = "Timed runs of each program (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "1000,10000,100000",
      paramLabel = "NODES",
      description = "Sizes of generated functions, ascending (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often compilations are timed (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "5",
      paramLabel = "SECONDS",
      description = "Seconds of compiling before phases are timed (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  @Option(
      names = "--mutations",
      defaultValue = "10",
      paramLabel = "N",
      description = "Wrong memory edges to try in each program (default: ${DEFAULT-VALUE}).")
  private int mutations;

  @Option(
      names = "--cachegrind",
      split = ",",
      defaultValue = "lru,sieve",
      paramLabel = "NAME",
      description = "Kernels to run in cachegrind, slowly (default: ${DEFAULT-VALUE}).")
  private List<String> cached = List.of();

  private Evidence() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command, ready to execute. */
  static CommandLine commandLine() {
    return new CommandLine(new Evidence());
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    PrintWriter err = line.getErr();
    if (runs < 1 || rounds < 1 || mutations < 0 || !(warmUp >= 0) || sizes.isEmpty()) {
      throw new ParameterException(
          line, "--runs and --rounds take 1 or more, the others 0 or more");
    }
    Path scratch = Files.createTempDirectory("evidence");
    try {
      List<Kernel> kernels = kernels(line, scratch);
      Machine machine = Machine.now();
      Measured measured =
          new Measured(
              kernels,
              sizes,
              command,
              scratch,
              text -> {
                err.println(text);
                err.flush();
              });
      measured.addFiles("kernels", kernels.stream().map(Kernel::source).toList());
      measured.addGenerated();
      measured.count(mutations);
      measured.time(warmUp, rounds);
      measured.cache(cached);
      measured.race(runs, 120);
      new Document(measured, machine, Machine.now()).write(output);
      line.getOut().println("wrote " + output.resolve("evidence.md"));
      line.getOut().flush();
      return 0;
    } catch (SourceException e) {
      e.messages().forEach(err::println);
      err.flush();
      return 1;
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private List<Kernel> kernels(CommandLine line, Path scratch) throws IOException {
    List<Kernel> kernels = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path source : files.filter(f -> f.toString().endsWith(".c")).sorted().toList()) {
        String file = String.valueOf(source.getFileName());
        String name = file.substring(0, file.length() - 2);
        Path expected = source.resolveSibling(name + ".expected");
        kernels.add(
            new Kernel(
                name,
                source.toAbsolutePath(),
                Files.exists(expected) ? expected : reference(source, name, scratch)));
      }
    } catch (IOException e) {
      throw new ParameterException(line, folder + " cannot be read; name a folder with -k", e);
    }
    if (kernels.isEmpty()) {
      throw new ParameterException(line, "no C programs in " + folder);
    }
    return kernels;
  }

  private static Path reference(Path source, String name, Path scratch) throws IOException {
    Path expected = scratch.resolve(name + ".expected");
    Path program = scratch.resolve(name + ".reference");
    ExitStatus status =
        ShellCommand.run(
            "gcc -w -O1 '"
                + source.toAbsolutePath()
                + "' -o '"
                + program
                + "' -lm && '"
                + program
                + "'",
            expected,
            scratch.resolve("errors"),
            TIMEOUT_MILLIS);
    if (!status.isSuccess()) {
      throw new IOException(source + ": gcc's program ended with " + status);
    }
    return expected;
  }
}
