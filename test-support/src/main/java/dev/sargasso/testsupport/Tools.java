package dev.sargasso.testsupport;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The programs of this machine. */
public final class Tools {
  private Tools() {}

  /**
   * Finds a program on the path, as a shell would.
   *
   * @param name the program's name, without a directory
   * @return the first executable file of that name in the directories of {@code PATH}
   */
  public static Optional<Path> find(final String name) {
    final String path = System.getenv().getOrDefault("PATH", "");
    for (final String directory : path.split(File.pathSeparator, -1)) {
      final Path candidate = Path.of(directory.isEmpty() ? "." : directory, name);
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
