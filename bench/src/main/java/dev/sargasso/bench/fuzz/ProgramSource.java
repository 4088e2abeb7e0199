package dev.sargasso.bench.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/** Where programs come from. */
interface ProgramSource {
  /**
   * The program of a seed, in C; nothing if there is none.
   *
   * @param folder for scratch files
   */
  Optional<String> text(long seed, Path folder) throws IOException;

  /** A smaller program of which {@code property} still holds; the same if none is found. */
  String reduced(long seed, String text, Predicate<String> property);
}
