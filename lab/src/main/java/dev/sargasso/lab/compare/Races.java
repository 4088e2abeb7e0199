package dev.sargasso.lab.compare;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Linking;
import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs the executables of all contestants, in turns. */
final class Races {
  private Races() {}

  /**
   * Times each program {@code runs} times, after one run whose time does not count. In each turn
   * all run once; each turn begins with another one.
   *
   * @param names of the contestants, for messages
   * @throws ComparisonException if nothing can be linked or run, or programs do different things
   */
  static List<Timing> run(
      List<String> names,
      List<CompiledProgram> programs,
      List<String> arguments,
      int runs,
      long timeoutMillis)
      throws ComparisonException {
    try {
      Path folder = Files.createTempDirectory("sargasso-gcm");
      try {
        return run(folder, names, programs, arguments, runs, timeoutMillis);
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    } catch (IOException e) {
      throw new ComparisonException(
          "the programs cannot be run: " + e.getMessage() + "; --runs=0 compares without running");
    }
  }

  private static List<Timing> run(
      Path folder,
      List<String> names,
      List<CompiledProgram> programs,
      List<String> arguments,
      int runs,
      long timeoutMillis)
      throws IOException, ComparisonException {
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      Path executable = folder.resolve("program" + i);
      Linking.link(List.of(programs.get(i).object()), List.of(), executable);
      StringBuilder command = new StringBuilder("exec ").append(quoted(executable.toString()));
      for (String argument : arguments) {
        command.append(' ').append(quoted(argument));
      }
      commands.add(command.toString());
    }
    int count = programs.size();
    double[][] seconds = new double[count][runs];
    String expected = "";
    for (int turn = -1; turn < runs; turn++) {
      for (int k = 0; k < count; k++) {
        int i = (k + turn + 1) % count;
        Path out = folder.resolve("out" + i);
        ExitStatus status =
            ShellCommand.run(commands.get(i), out, folder.resolve("errors"), timeoutMillis);
        if (status.timedOut()) {
          throw new ComparisonException(
              "a run took more than "
                  + timeoutMillis / 1000
                  + " s; give the program less to do, or more time with --timeout, or take"
                  + " --runs=0");
        }
        if (turn < 0) {
          String outcome =
              status.shellCode()
                  + "\n"
                  + new String(Files.readAllBytes(out), StandardCharsets.ISO_8859_1);
          if (k == 0) {
            expected = outcome;
          } else if (!outcome.equals(expected)) {
            throw new ComparisonException(
                "the program does something else under "
                    + names.get(i)
                    + " than under "
                    + names.getFirst()
                    + ": that is a fault of the compiler if the behaviour of the program is"
                    + " defined; please report it");
          }
        } else {
          seconds[i][turn] = status.userSeconds();
        }
      }
    }
    List<Timing> result = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      result.add(Timing.of(seconds[i], seconds[0]));
    }
    return result;
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
