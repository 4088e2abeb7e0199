package dev.sargasso.visualizer.dump;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** The lines of source files. */
public final class SourceLines {
  private SourceLines() {}

  /** The lines of a file; none if it cannot be read, for that is no reason to have no dump. */
  public static List<String> of(String sourceFile) {
    try {
      return sourceFile.isEmpty() || !Files.isRegularFile(Path.of(sourceFile))
          ? List.of()
          : new String(Files.readAllBytes(Path.of(sourceFile)), StandardCharsets.UTF_8)
              .lines()
              .toList();
    } catch (IOException | InvalidPathException e) {
      return List.of();
    }
  }
}
