package dev.sargasso.frontend.c.preprocess;

import dev.sargasso.frontend.c.source.SourceFile;
import dev.sargasso.frontend.c.source.SourceMap;
import dev.sargasso.frontend.c.source.SourceText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.anarres.cpp.Source;
import org.anarres.cpp.VirtualFile;
import org.anarres.cpp.VirtualFileSystem;

/** Finds header files, on disk and among the compiler's own, and reads each once. */
final class HeaderFiles implements VirtualFileSystem {
  /** The folder, as it were, of the compiler's own headers. */
  static final String BUILT_IN = "<built-in>";

  /**
   * Their names. To ask for a resource that does not exist, such as {@code stdio.h}, would have all
   * jars of the class path opened.
   */
  static final Set<String> BUILT_IN_NAMES =
      Set.of(
          "float.h",
          "iso646.h",
          "limits.h",
          "stdalign.h",
          "stdarg.h",
          "stdbool.h",
          "stddef.h",
          "stdnoreturn.h");

  private final SourceMap sources;
  private final Map<String, SourceFile> files = new HashMap<>();

  HeaderFiles(final SourceMap sources) {
    this.sources = sources;
  }

  @Override
  public VirtualFile getFile(final String path) {
    return new Header(path);
  }

  @Override
  public VirtualFile getFile(final String folder, final String name) {
    return new Header(folder + "/" + name);
  }

  private static boolean isBuiltIn(final String path) {
    return path.startsWith(BUILT_IN + "/");
  }

  private static String builtInName(final String path) {
    return path.substring(BUILT_IN.length() + 1);
  }

  private static byte[] readBuiltIn(final String name) throws IOException {
    try (InputStream in = HeaderFiles.class.getResourceAsStream("include/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("the compiler's own header " + name);
      }
      return in.readAllBytes();
    }
  }

  private SourceFile read(final String path) throws IOException {
    final SourceFile known = files.get(path);
    if (known != null) {
      return known;
    }
    final byte[] bytes =
        isBuiltIn(path) ? readBuiltIn(builtInName(path)) : Files.readAllBytes(Path.of(path));
    final SourceFile file = sources.add(path, SourceText.decode(path, bytes).text());
    files.put(path, file);
    return file;
  }

  /** A file that may exist. */
  private final class Header implements VirtualFile {
    private final String path;

    Header(final String path) {
      this.path = path;
    }

    @Override
    public boolean isFile() {
      return isBuiltIn(path)
          ? BUILT_IN_NAMES.contains(builtInName(path))
          : Files.isRegularFile(Path.of(path));
    }

    @Override
    public String getPath() {
      return path;
    }

    @Override
    public String getName() {
      return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public VirtualFile getParentFile() {
      final int slash = path.lastIndexOf('/');
      return new Header(slash < 0 ? "." : path.substring(0, slash));
    }

    @Override
    public VirtualFile getChildFile(final String name) {
      return new Header(path.equals(".") ? name : path + "/" + name);
    }

    @Override
    public Source getSource() throws IOException {
      return new TextLexer(read(path));
    }
  }
}
