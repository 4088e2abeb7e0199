package dev.sargasso.driver;

import dev.sargasso.driver.process.ExitStatus;
import dev.sargasso.driver.process.ShellCommand;
import java.io.IOException;
import java.io.OutputStream;
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
   * @param target written whole or not at all; what is there and no file, such as a device, stays
   *     and is written to
   * @throws IOException with a message for the user if there is no cc, symbols are missing, or the
   *     target cannot be written
   */
  public static void link(List<byte[]> objects, List<String> libraries, Path target)
      throws IOException {
    link(objects, new LinkOptions(List.of(), List.of(), libraries, false, false), target);
  }

  /** As the other {@code link}, with more to say. */
  public static void link(List<byte[]> objects, LinkOptions options, Path target)
      throws IOException {
    checkWritable(target);
    Path scratch = Files.createTempDirectory("sargasso");
    try {
      StringBuilder command =
          new StringBuilder("cc ")
              .append(options.shared() ? "-shared " : "")
              .append(options.isStatic() ? "-static " : "")
              .append("-o ")
              .append(quote(scratch.resolve("out")));
      for (int i = 0; i < objects.size(); i++) {
        Path object = scratch.resolve("unit" + i + ".o");
        Files.write(object, objects.get(i));
        command.append(' ').append(quote(object));
      }
      for (Path file : options.files()) {
        command.append(' ').append(quote(file.toAbsolutePath()));
      }
      for (Path folder : options.folders()) {
        command.append(" -L").append(quote(folder));
      }
      for (String library : options.libraries()) {
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
      place(scratch.resolve("out"), target);
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void checkWritable(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException("cannot write " + target + ": it is a directory; name a file");
    }
    if (isDevice(target)) {
      return;
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException(
          "cannot write " + target + ": the folder does not exist; make it first");
    }
    if (!Files.isWritable(folder)) {
      throw new IOException("cannot write " + target + ": permission denied");
    }
  }

  /** Whether something is there that must be written to and never replaced. */
  private static boolean isDevice(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target);
  }

  private static void place(Path made, Path target) throws IOException {
    if (isDevice(target)) {
      try (OutputStream out = Files.newOutputStream(target)) {
        Files.copy(made, out);
      } catch (IOException e) {
        throw new IOException("cannot write " + target + ": " + e.getMessage(), e);
      }
      return;
    }
    Path part = Files.createTempFile(target.toAbsolutePath().getParent(), ".sargasso", null);
    try {
      Files.copy(
          made, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
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
