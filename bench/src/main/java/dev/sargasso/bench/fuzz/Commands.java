package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs commands of the system with a limit of time. */
final class Commands {
  private Commands() {}

  /** A word for the shell. */
  static String quoted(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }

  /**
   * Runs a command.
   *
   * @param what it is, for the ending if it fails; empty to tell how it ended only
   */
  static Ending run(String command, String what, Path folder, int seconds) throws IOException {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    ExitStatus status =
        ShellCommand.run(
            "ulimit -t " + seconds + "; ulimit -c 0; " + command,
            output,
            errors,
            10_000L * seconds);
    // SIGXCPU or, at the hard limit, SIGKILL end a process whose CPU time is up.
    boolean late =
        status.timedOut() || status.shellCode() == 128 + 24 || status.shellCode() == 128 + 9;
    String how = late ? Ending.TIMEOUT : status.toString();
    if (!what.isEmpty() && !status.isSuccess()) {
      String first = text(errors).lines().findFirst().orElse("");
      how = what + ": " + (first.isEmpty() ? how : first);
    }
    return new Ending(how, text(output));
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }
}
