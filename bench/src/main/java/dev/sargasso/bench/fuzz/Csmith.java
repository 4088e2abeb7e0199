package dev.sargasso.bench.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Programs of csmith (X. Yang, Y. Chen, E. Eide and J. Regehr, "Finding and understanding bugs in C
 * compilers", PLDI 2011).
 *
 * @param preset how much of C they use
 */
record Csmith(Preset preset) implements ProgramSource {
  private static final int SECONDS = 60;

  private static final String COMMON =
      "csmith --no-argc --no-packed-struct --concise --no-bitfields --no-volatiles --max-funcs 6";

  /**
   * Parts of C: the first five each with all of the one before it, the others with all of these.
   */
  enum Preset {
    /** Integers and functions. */
    SCALAR("--no-structs --no-unions --no-pointers --no-arrays"),
    /** Arrays too. */
    ARRAYS("--no-structs --no-unions --no-pointers"),
    /** Pointers too. */
    POINTERS("--no-structs --no-unions"),
    /** Structures and unions too, but for those passed by value. */
    STRUCTS("--no-arg-structs --no-return-structs --no-arg-unions --no-return-unions"),
    /** Structures and unions by value too. */
    BYVALUE(""),
    /** With floating-point variables. */
    FLOATS("--float"),
    /** With bit-fields. */
    BITFIELDS("--bitfields"),
    /** With volatile variables and pointers to them. */
    VOLATILES("--volatiles --volatile-pointers"),
    /** With structures that have no padding. */
    PACKED("--packed-struct"),
    /** Many small functions, half of them inline. */
    INLINE("--inline-function --inline-function-prob 50 --max-funcs 20 --max-block-size 3"),
    /** Many parts of C at once, in deep expressions and blocks. */
    ALL(
        "--float --bitfields --volatiles --inline-function --max-funcs 10 --max-expr-complexity 20"
            + " --max-block-depth 8 --max-pointer-depth 4");

    private final String options;

    Preset(String options) {
      this.options = options;
    }
  }

  /** Where csmith keeps the headers that its programs include. */
  static Optional<Path> headers() throws IOException {
    String given = System.getenv("CSMITH_INCLUDE");
    if (given != null) {
      return Optional.of(Path.of(given));
    }
    for (Path prefix : List.of(Path.of("/usr/include"), Path.of("/usr/local/include"))) {
      if (Files.isDirectory(prefix)) {
        try (Stream<Path> folders = Files.list(prefix)) {
          Optional<Path> found =
              folders.filter(f -> Files.isRegularFile(f.resolve("csmith.h"))).sorted().findFirst();
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> text(long seed, Path folder) throws IOException {
    Path file = folder.resolve("csmith.c");
    String command =
        // It leaves a file in the working directory.
        "cd "
            + Commands.quoted(folder)
            + " && "
            + COMMON
            + " "
            + preset.options
            + " --seed "
            + seed
            + " -o "
            + Commands.quoted(file);
    return Commands.run(command, "csmith", folder, SECONDS).isSuccess()
        ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  @Override
  public String reduced(long seed, String text, Predicate<String> property) {
    return text;
  }
}
