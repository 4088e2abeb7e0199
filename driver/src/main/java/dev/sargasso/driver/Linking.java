package dev.sargasso.driver;

import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes executables from compiled programs with the system's {@code cc} as the linker. */
public final class Linking {
  private Linking() {}

  /**
   * Links programs to an executable.
   *
   * @param objects object files, as {@link CompiledProgram#object} gives them
   * @param libraries names as for cc's {@code -l}; libm is always linked
   * @param target written whole or not at all
   * @throws IOException with a message for the user if there is no cc, symbols are missing, or the
   *     target cannot be written
   */
  public static void link(List<byte[]> objects, List<String> libraries, Path target)
      throws IOException {
    link(objects, libraries, target, false);
  }

  /** As the other {@code link}; {@code shared} asks for a shared object. */
  public static void link(List<byte[]> objects, List<String> libraries, Path target, boolean shared)
      throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException("cannot write " + target + ": it is a directory; name a file");
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException(
          "cannot write " + target + ": the folder does not exist; make it first");
    }
    if (!Files.isWritable(folder)) {
      throw new IOException("cannot write " + target + ": permission denied");
    }
    Path scratch = Files.createTempDirectory("sargasso");
    try {
      StringBuilder command =
          new StringBuilder(shared ? "cc -shared -o " : "cc -o ")
              .append(quote(scratch.resolve("out")));
      for (int i = 0; i < objects.size(); i++) {
        Path object = scratch.resolve("unit" + i + ".o");
        Files.write(object, objects.get(i));
        command.append(' ').append(quote(object));
      }
      for (String library : libraries) {
        command.append(" -l").append(quote(Path.of(library)));
      }
      command.append(" -lm");
      Path errors = scratch.resolve("errors");
      ExitStatus status =
          ShellCommand.run(command.toString(), scratch.resolve("log"), errors, 600_000);
      if (status.code() == 127) {
        throw new IOException(
            "linking an executable takes the command 'cc', which was not found; install a C"
                + " compiler (for example: apt-get install gcc), or take -c for an object file");
      }
      if (!status.isSuccess()) {
        throw new IOException("linking failed: " + complaint(errors));
      }
      Path part = Files.createTempFile(folder, ".sargasso", null);
      try {
        Files.copy(
            scratch.resolve("out"),
            part,
            StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** The linker's own words, without its prefix and the names of our scratch files. */
  private static String complaint(Path errors) throws IOException {
    String text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
    List<String> lines =
        text.lines()
            .filter(line -> line.contains("undefined reference") || line.contains("error"))
            .filter(line -> !line.contains("ld returned"))
            .map(line -> line.substring(line.lastIndexOf(": ") + 2))
            .distinct()
            .limit(10)
            .toList();
    return lines.isEmpty() ? text.strip() : String.join("; ", lines);
  }

  private static String quote(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }
}
