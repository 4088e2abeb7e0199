package dev.sargasso.bench.evidence;

import dev.sargasso.driver.CompilationStatistics;
import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Program;
import dev.sargasso.x64.CompiledFunction;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was counted while programs were compiled in one way, and what came of it.
 *
 * @param functions that were compiled
 * @param codeBytes of them all
 * @param edits moves, spills, reloads and repetitions that the allocator put in
 * @param spillSlots that it needed
 * @param instructions before allocation
 * @param passes the columns of the statistics by pass
 */
record StaticFigures(
    long functions,
    long codeBytes,
    long edits,
    long spillSlots,
    long instructions,
    Map<String, Map<String, Double>> passes) {
  /** Builds or reads a program for a compiler. */
  interface Source {
    Program read(Compiler compiler) throws SourceException;
  }

  static Source file(Path path) {
    return compiler -> compiler.read(path);
  }

  /** Compiles all, in one thread. */
  static StaticFigures of(CompilerOptions options, List<Source> sources) throws SourceException {
    return of(options, sources, "all:stats");
  }

  /**
   * The same with flags for passes.
   *
   * @param flags besides counting, separated by commas
   */
  static StaticFigures of(CompilerOptions options, List<Source> sources, String flags)
      throws SourceException {
    Compiler compiler =
        new Compiler(options.withThreads(1).withPassFlags(List.of("all:stats", flags)));
    long functions = 0;
    long bytes = 0;
    long edits = 0;
    long slots = 0;
    long instructions = 0;
    @Nullable CompilationStatistics sum = null;
    for (Source source : sources) {
      CompiledProgram compiled = compiler.compile(source.read(compiler));
      functions += compiled.functions().size();
      bytes += compiled.codeBytes();
      for (CompiledFunction function : compiled.functions()) {
        edits += function.statistics().edits();
        slots += function.statistics().spillSlots();
        instructions += function.statistics().instructions();
      }
      CompilationStatistics more = compiled.compilationStatistics();
      sum = sum == null ? more : sum.plus(more);
    }
    return new StaticFigures(
        functions, bytes, edits, slots, instructions, sum == null ? Map.of() : columns(sum.csv()));
  }

  private static Map<String, Map<String, Double>> columns(String csv) {
    Map<String, Map<String, Double>> passes = new LinkedHashMap<>();
    List<String> lines = csv.lines().toList();
    String[] head = lines.getFirst().split(",", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      Map<String, Double> row = new LinkedHashMap<>();
      for (int i = 1; i < head.length; i++) {
        row.put(head[i], Double.parseDouble(fields[i]));
      }
      passes.put(fields[0], row);
    }
    return passes;
  }

  /** One column of one pass; 0 if the pass did not run. */
  double get(String pass, String column) {
    return passes.getOrDefault(pass, Map.of()).getOrDefault(column, 0.0);
  }

  /** A column over all passes. */
  double sum(String column) {
    return passes.values().stream().mapToDouble(row -> row.getOrDefault(column, 0.0)).sum();
  }

  /** What graphs hold when passes are done. */
  double last(String what) {
    return get("sweep", what + "_after");
  }

  /** What they held before the first pass. */
  double first(String what) {
    for (Map<String, Double> row : passes.values()) {
      if (row.getOrDefault("nodes_before", 0.0) > 0) {
        return row.getOrDefault(what + "_before", 0.0);
      }
    }
    return 0;
  }
}
