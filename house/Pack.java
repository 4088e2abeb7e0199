import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs the jars of a built command into two from which it starts quickly: one with the project's
 * own classes, so that its resources are found without opening the other one, and one with the
 * libraries. Signatures are dropped, since the JVM records no classes of signed jars, and class
 * files are {@linkplain Adaptation adapted}.
 */
final class Pack {
  private static final String OWN_PREFIX = "dev/sargasso/";
  private static final String SERVICES = "META-INF/services/";

  private final Adaptation adaptation;

  private Pack(final ClassLoader classes) {
    adaptation = new Adaptation(classes);
  }

  /** Usage: {@code Pack.java JAR_DIRECTORY OWN_JAR LIBRARY_JAR}. */
  public static void main(final String[] arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println("usage: Pack.java JAR_DIRECTORY OWN_JAR LIBRARY_JAR");
      System.exit(2);
    }
    final List<Path> jars;
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
    final URL[] places = new URL[jars.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = jars.get(i).toUri().toURL();
    }
    final Map<String, byte[]> own = new LinkedHashMap<>();
    final Map<String, byte[]> libraries = new LinkedHashMap<>();
    try (URLClassLoader classes = new URLClassLoader(places)) {
      final Pack pack = new Pack(classes);
      for (final Path jar : jars) {
        if (isPacked(jar)) {
          pack.read(jar, own, libraries);
        }
      }
    }
    write(Path.of(arguments[1]), own);
    write(Path.of(arguments[2]), libraries);
  }

  /**
   * Solvers are left as they are: their native libraries are far larger than all the rest, and only
   * one command each needs them. The launcher names their jars where they are wanted.
   */
  private static boolean isPacked(final Path file) {
    final String name = file.getFileName().toString();
    return !name.matches("(z3|turnkey|ortools|protobuf|jna)-.*");
  }

  private void read(
      final Path path, final Map<String, byte[]> own, final Map<String, byte[]> libraries)
      throws IOException {
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      final Map<String, byte[]> entries =
          jar.stream().anyMatch(entry -> entry.getName().startsWith(OWN_PREFIX)) ? own : libraries;
      final Enumeration<JarEntry> all = jar.entries();
      while (all.hasMoreElements()) {
        final JarEntry entry = all.nextElement();
        if (entry.isDirectory() || isDropped(entry.getName())) {
          continue;
        }
        final byte[] bytes = jar.getInputStream(entry).readAllBytes();
        if (entry.getName().endsWith(".class")) {
          entries.putIfAbsent(entry.getName(), adaptation.apply(bytes));
        } else if (entry.getName().startsWith(SERVICES)) {
          entries.merge(entry.getName(), bytes, Pack::lines);
        } else {
          entries.putIfAbsent(entry.getName(), bytes);
        }
      }
    }
  }

  /** Manifests and signatures, modules (the packed jars are for the class path), other versions. */
  private static boolean isDropped(final String name) {
    return name.endsWith("module-info.class")
        || name.startsWith("META-INF/")
            && (name.startsWith("META-INF/versions/")
                || name.matches("[^/]*/[^/]*\\.(MF|SF|RSA|DSA|EC)"));
  }

  private static byte[] lines(final byte[] first, final byte[] second) {
    final ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.write('\n');
    both.writeBytes(second);
    return both.toByteArray();
  }

  /** Writes a jar whole or not at all. */
  private static void write(final Path path, final Map<String, byte[]> entries) throws IOException {
    final Path part = path.resolveSibling(path.getFileName() + ".part");
    try (OutputStream file = Files.newOutputStream(part);
        ZipOutputStream out = new ZipOutputStream(file)) {
      out.setLevel(Deflater.BEST_SPEED);
      for (final Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
  }
}
