package dev.sargasso.bench.fuzz;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Execution by a shell command that compiles and runs.
 *
 * @param name for reports
 * @param template the command, with {@code {src}} for the C file
 */
record ShellExecution(String name, String template) implements Execution {
  /**
   * Parses {@code NAME=COMMAND}.
   *
   * @throws IllegalArgumentException if there is no name, or no source in the command
   */
  static ShellExecution parse(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0 || !text.contains("{src}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is no execution; write NAME=COMMAND with {src} for the file");
    }
    return new ShellExecution(text.substring(0, equals).strip(), text.substring(equals + 1));
  }

  @Override
  public Ending run(Path source, Path folder, int seconds) throws IOException {
    return Commands.run(template.replace("{src}", Commands.quoted(source)), "", folder, seconds);
  }
}
