package dev.sargasso.measure.phase;

import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import dev.sargasso.measure.sample.SampleTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures one build of the compiler or several in fresh processes, in turn, so that a drift of the
 * machine falls on all alike. Each process is one sample.
 */
public final class Builds {
  private static final long TIMEOUT_MILLIS = 3_600_000;

  /** A process failed. */
  public static final class ProcessFailed extends Exception {
    private static final long serialVersionUID = 1;

    ProcessFailed(String message) {
      super(message);
    }
  }

  private Builds() {}

  /**
   * Runs all builds.
   *
   * @param commands shell commands that measure in one process and save to {@code {out}}
   * @param processes of each, at least 1
   * @param scratch an empty folder
   * @param progress told one short line for each process
   * @return one table for each command
   * @throws ProcessFailed if one does not end well, with what it said
   */
  public static List<SampleTable> measure(
      List<String> commands, int processes, Path scratch, Consumer<String> progress)
      throws IOException, ProcessFailed {
    List<SampleTable> tables = new ArrayList<>();
    for (int process = 0; process < processes; process++) {
      for (int turn = 0; turn < commands.size(); turn++) {
        // There and back, so that none is always first.
        int build = process % 2 == 0 ? turn : commands.size() - 1 - turn;
        progress.accept(
            "process " + (process + 1) + " of " + processes + " of build " + (build + 1));
        SampleTable medians = run(commands.get(build), scratch).medians("process");
        if (process == 0) {
          tables.add(Math.min(build, tables.size()), medians);
        } else {
          tables.get(build).append(medians);
        }
      }
    }
    return tables;
  }

  private static SampleTable run(String command, Path scratch) throws IOException, ProcessFailed {
    Path saved = scratch.resolve("samples.csv");
    Files.deleteIfExists(saved);
    Path errors = scratch.resolve("errors");
    ExitStatus status =
        ShellCommand.run(
            command.replace("{out}", quoted(saved.toString())),
            scratch.resolve("output"),
            errors,
            TIMEOUT_MILLIS);
    if (!status.isSuccess() || !Files.exists(saved)) {
      throw new ProcessFailed(
          "'" + command + "' ended with " + status + ": " + Files.readString(errors).strip());
    }
    try {
      return SampleTable.parse(Files.readAllLines(saved, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new ProcessFailed("'" + command + "' saved what cannot be read: " + e.getMessage());
    }
  }

  /** A word for the shell. */
  public static String quoted(String word) {
    return word.matches("[\\w./+=:,@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
