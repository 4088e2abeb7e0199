package dev.sargasso.bench.fuzz;

import java.io.IOException;
import java.nio.file.Path;

/** One way to run a C program. */
public interface Execution {
  /** What it is called on the command line and in reports. */
  String name();

  /**
   * Runs a program that reads nothing.
   *
   * @param source the C file
   * @param folder an existing folder for scratch files, for this execution alone
   * @param seconds of CPU time that the program may take
   * @throws IOException if scratch files cannot be written or read
   */
  Ending run(Path source, Path folder, int seconds) throws IOException;
}
