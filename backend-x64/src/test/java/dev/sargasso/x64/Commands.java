package dev.sargasso.x64;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs programs of the system for tests. */
public final class Commands {
  private Commands() {}

  /** What a program printed, and how it ended. */
  public record Result(int status, String output) {}

  /**
   * Runs a command in {@code directory} and returns its exit status and what it wrote to both
   * outputs.
   */
  public static Result run(final Path directory, final List<String> command)
      throws IOException, InterruptedException {
    final Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    final String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }

  /** As {@link #run}, for a command that must succeed; returns its output. */
  public static String check(final Path directory, final String... command)
      throws IOException, InterruptedException {
    final Result result = run(directory, List.of(command));
    if (result.status() != 0) {
      throw new AssertionError(
          String.join(" ", command)
              + " ended with "
              + result.status()
              + ":\n"
              + firstLines(result.output()));
    }
    return result.output();
  }

  private static String firstLines(final String text) {
    return text.length() > 2000 ? text.substring(0, 2000) + "..." : text;
  }
}
