import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Checks or applies google-java-format to every Java file below the project's directory.
 *
 * <p>The formatter parses with the compiler of the JVM that it runs in, so it has to run on the JDK
 * that the project is written for, whichever JDK started Maven. That is why the build starts this
 * file with the JDK's source launcher instead of using a Maven plugin.
 *
 * <p>Files that were found well formatted are remembered by path, size and time, so that a second
 * run costs next to nothing.
 */
final class Format {
  private static final Set<String> SKIPPED_DIRECTORIES = Set.of("target", ".git", "node_modules");

  private final Path root;
  private final boolean apply;
  private final Set<String> remembered = new HashSet<>();
  private final Set<String> accepted = new ConcurrentSkipListSet<>();
  private final Set<String> refused = new ConcurrentSkipListSet<>();

  private Format(final Path root, final boolean apply) {
    this.root = root;
    this.apply = apply;
  }

  /** Usage: {@code Format.java check|apply ROOT INDEX_FILE}. */
  public static void main(final String[] arguments) throws IOException {
    if (arguments.length != 3 || !Set.of("check", "apply").contains(arguments[0])) {
      System.err.println("usage: Format.java check|apply ROOT INDEX_FILE");
      System.exit(2);
    }
    final Format format = new Format(Path.of(arguments[1]), arguments[0].equals("apply"));
    System.exit(format.run(Path.of(arguments[2])) ? 0 : 1);
  }

  private boolean run(final Path index) throws IOException {
    if (Files.exists(index)) {
      remembered.addAll(Files.readAllLines(index));
    }
    final List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(
              final Path dir, final BasicFileAttributes attrs) {
            return !dir.equals(root) && SKIPPED_DIRECTORIES.contains(dir.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(final Path file, final BasicFileAttributes attrs) {
            if (file.getFileName().toString().endsWith(".java")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.parallelStream().forEach(this::visit);
    Files.createDirectories(index.getParent());
    Files.write(index, new TreeSet<>(accepted));
    refused.forEach(System.err::println);
    if (!refused.isEmpty()) {
      System.err.println("to format: mvn -q -N verify -Dformat=apply");
    }
    return refused.isEmpty();
  }

  private void visit(final Path file) {
    try {
      final String before = key(file);
      if (remembered.contains(before)) {
        accepted.add(before);
        return;
      }
      final String source = Files.readString(file);
      final String formatted = new Formatter().formatSourceAndFixImports(source);
      if (formatted.equals(source)) {
        accepted.add(before);
      } else if (apply) {
        Files.write(file, formatted.getBytes(StandardCharsets.UTF_8));
        System.out.println("formatted " + root.relativize(file));
        accepted.add(key(file));
      } else {
        refused.add(root.relativize(file) + ": error: not in google-java-format");
      }
    } catch (FormatterException e) {
      e.diagnostics()
          .forEach(
              diagnostic ->
                  refused.add(
                      "%s:%d:%d: error: %s"
                          .formatted(
                              root.relativize(file),
                              diagnostic.line(),
                              diagnostic.column(),
                              diagnostic.message())));
    } catch (IOException e) {
      refused.add(root.relativize(file) + ": error: cannot read or write: " + e.getMessage());
    }
  }

  private String key(final Path file) throws IOException {
    final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return root.relativize(file) + " " + attributes.size() + " " + attributes.lastModifiedTime();
  }
}
