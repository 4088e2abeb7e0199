package dev.sargasso.driver;

import java.nio.file.Path;
import java.util.List;

/**
 * What {@link Linking} is told besides the objects and the target.
 *
 * @param files object files, archives and shared objects to link as well, in order
 * @param folders where libraries are looked for first, as cc's {@code -L}
 * @param libraries names as for cc's {@code -l}; libm is always linked
 * @param shared whether to make a shared object instead of an executable
 * @param isStatic whether to link without shared objects
 */
public record LinkOptions(
    List<Path> files,
    List<Path> folders,
    List<String> libraries,
    boolean shared,
    boolean isStatic) {
  /** Copies the lists. */
  public LinkOptions {
    files = List.copyOf(files);
    folders = List.copyOf(folders);
    libraries = List.copyOf(libraries);
  }
}
