package dev.sargasso.x64.announce;

import dev.sargasso.x64.code.FunctionTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The text in which {@code perf report} looks up functions of code that no file holds: a line for
 * each with start and size in hexadecimal digits and the name (Linux,
 * tools/perf/Documentation/jit-interface.txt).
 */
public final class PerfMap {
  private PerfMap() {}

  /** Where {@code perf} looks for the functions of this process. */
  public static Path ofThisProcess() {
    return Path.of("/tmp/perf-" + ProcessHandle.current().pid() + ".map");
  }

  /** The text for some functions. */
  public static String text(final FunctionTable functions) {
    final StringBuilder text = new StringBuilder();
    for (int i = 0; i < functions.count(); i++) {
      text.append(Long.toHexString(functions.start(i)))
          .append(' ')
          .append(Long.toHexString(functions.size(i)))
          .append(' ')
          .append(functions.name(i).replace('\n', ' '))
          .append('\n');
    }
    return text.toString();
  }

  /**
   * Adds functions to a file, which is made if it is not there.
   *
   * @throws IOException if it cannot be written
   */
  public static void append(final Path file, final FunctionTable functions) throws IOException {
    Files.writeString(file, text(functions), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
