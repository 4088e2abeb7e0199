package dev.sargasso.bench.peers;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A compiler, as two shell command templates in which {@code {src}} is the kernel, {@code {out}} a
 * file to write, {@code {dir}} a scratch folder and {@code {name}} the kernel's name and {@code
 * {base}} its path without ending.
 *
 * @param name for the tables
 * @param compile empty if {@code run} does both
 * @param run how to run the result
 */
public record Contender(String name, String compile, String run) {
  /**
   * Parses {@code NAME=COMPILE} or {@code NAME=COMPILE||RUN}; RUN defaults to {@code {out}}.
   *
   * @throws IllegalArgumentException if there is no name, or neither command
   */
  public static Contender parse(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is no compiler; write NAME=COMPILE or NAME=COMPILE||RUN");
    }
    String name = text.substring(0, equals).strip();
    String commands = text.substring(equals + 1);
    int bars = commands.indexOf("||");
    String compile = (bars < 0 ? commands : commands.substring(0, bars)).strip();
    String run = bars < 0 ? "{out}" : commands.substring(bars + 2).strip();
    if ((compile.isEmpty() && bars < 0) || run.isEmpty()) {
      throw new IllegalArgumentException("compiler '" + name + "' has no command");
    }
    return new Contender(name, compile, run);
  }

  /** Whether compiling is a command of its own. */
  public boolean compilesApart() {
    return !compile.isEmpty();
  }

  /** Fills in a template for one kernel. */
  static String fill(String template, Path source, Path output, Path folder, String kernel) {
    return template
        .replace("{src}", quote(source.toString()))
        .replace("{out}", quote(output.toString()))
        .replace("{dir}", quote(folder.toString()))
        .replace("{base}", quote(base(source).toString()))
        .replace("{name}", kernel);
  }

  private static Path base(Path source) {
    String name = String.valueOf(source.getFileName());
    int dot = name.lastIndexOf('.');
    return source.resolveSibling(dot > 0 ? name.substring(0, dot) : name);
  }

  /** Whether a kernel lacks a file that this compiles, since it takes another language. */
  boolean lacksSource(Path kernel) {
    int at = compile.indexOf("{base}.");
    if (at < 0) {
      return false;
    }
    String ending = compile.substring(at + "{base}".length()).split(" ", 2)[0];
    return !Files.exists(Path.of(base(kernel) + ending));
  }

  private static String quote(String text) {
    return text.matches("[\\w./+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
