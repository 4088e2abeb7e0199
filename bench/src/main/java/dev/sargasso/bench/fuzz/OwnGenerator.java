package dev.sargasso.bench.fuzz;

import dev.sargasso.bench.generate.GeneratorOptions;
import dev.sargasso.bench.generate.ProgramGenerator;
import dev.sargasso.bench.generate.Reducer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/** Programs of {@code dev.sargasso.bench.generate}. */
record OwnGenerator(GeneratorOptions options) implements ProgramSource {
  private static final int ATTEMPTS = 400;

  @Override
  public Optional<String> text(long seed, Path folder) {
    return Optional.of(ProgramGenerator.generate(seed, options).text());
  }

  @Override
  public String reduced(long seed, String text, Predicate<String> property) {
    return new Reducer(seed, options, property, ATTEMPTS).reduce();
  }
}
