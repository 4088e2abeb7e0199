package dev.sargasso.prove.bisect;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.Linking;
import dev.sargasso.driver.SourceException;
import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.decision.Decisions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compiles a whole program to an executable, runs it, and compares what it prints and its exit
 * status with a reference. That the compiler itself fails counts as wrong, too.
 */
public final class ExecutableExperiment implements Experiment {
  private final CompilerOptions options;
  private final Path file;
  private final List<String> arguments;
  private final long milliseconds;
  private final Path scratch;
  private final Behaviour reference;

  /**
   * What a run shows.
   *
   * @param output what it printed
   * @param status its exit status, as a shell shows it
   */
  public record Behaviour(String output, int status) {}

  /** Makes the reference, in a folder for scratch files. */
  @FunctionalInterface
  public interface Reference {
    /** How the program behaves when it is compiled or interpreted by somebody to be trusted. */
    Behaviour behaviour(ExecutableExperiment experiment) throws IOException, SourceException;
  }

  /**
   * An experiment on a file.
   *
   * @param arguments of the program
   * @param milliseconds that a run may take
   * @param scratch a folder that exists
   */
  public ExecutableExperiment(
      CompilerOptions options,
      Path file,
      List<String> arguments,
      long milliseconds,
      Path scratch,
      Reference reference)
      throws IOException, SourceException {
    this.options = options;
    this.file = file;
    this.arguments = List.copyOf(arguments);
    this.milliseconds = milliseconds;
    this.scratch = scratch;
    this.reference = reference.behaviour(this);
  }

  /** What the program should show. */
  public Behaviour reference() {
    return reference;
  }

  /** A run of an executable. */
  public Behaviour run(Path executable) throws IOException {
    StringBuilder command = new StringBuilder(quoted(executable.toString()));
    arguments.forEach(argument -> command.append(' ').append(quoted(argument)));
    Path output = scratch.resolve("output");
    ExitStatus status =
        ShellCommand.run(command.toString(), output, scratch.resolve("errors"), milliseconds);
    return new Behaviour(Files.readString(output, StandardCharsets.ISO_8859_1), status.shellCode());
  }

  /** What the program shows when another compiler, such as {@code gcc -O1 -w}, has compiled it. */
  public Behaviour compiledBy(String compiler) throws IOException {
    Path executable = scratch.resolve("reference");
    ExitStatus status =
        ShellCommand.run(
            compiler
                + " -o "
                + quoted(executable.toString())
                + " "
                + quoted(file.toString())
                + " -lm",
            scratch.resolve("log"),
            scratch.resolve("log"),
            600_000);
    if (!status.isSuccess()) {
      throw new IOException(
          "'" + compiler + "' does not compile it: " + Files.readString(scratch.resolve("log")));
    }
    return run(executable);
  }

  /** What it shows when we compile it under {@code decisions}. */
  public Behaviour compiledHere(Decisions decisions) throws IOException, SourceException {
    Compiler compiler = new Compiler(options.withDecisions(decisions));
    Program program = compiler.read(file);
    Path executable = scratch.resolve("program");
    Linking.link(List.of(compiler.compile(program).object()), List.of(), executable);
    return run(executable);
  }

  @Override
  public boolean isRight(Decisions decisions) {
    try {
      return compiledHere(decisions).equals(reference);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SourceException e) {
      throw new IllegalArgumentException(String.join("\n", e.messages()), e);
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
