package dev.sargasso.bench.peers;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A C program {@code NAME.c} with {@code NAME.expected} beside it: its exact standard output.
 *
 * @param name file name without ending
 * @param source the C file
 * @param expected what it must print
 */
public record Kernel(String name, Path source, Path expected) {
  /**
   * All kernels of a folder, by name.
   *
   * @throws IOException if the folder cannot be read, or a C file lacks its expected output
   */
  public static List<Kernel> in(Path folder) throws IOException {
    List<Kernel> kernels = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.c")) {
      for (Path source : files) {
        String file = String.valueOf(source.getFileName());
        String name = file.substring(0, file.length() - 2);
        Path expected = folder.resolve(name + ".expected");
        if (!Files.exists(expected)) {
          throw new IOException(
              source + " has no " + expected.getFileName() + " beside it; write its output there");
        }
        kernels.add(new Kernel(name, source.toAbsolutePath(), expected));
      }
    }
    kernels.sort(Comparator.comparing(Kernel::name));
    return kernels;
  }
}
