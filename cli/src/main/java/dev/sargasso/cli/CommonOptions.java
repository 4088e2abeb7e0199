package dev.sargasso.cli;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.TextDumps;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command takes which compiles. */
final class CommonOptions {
  @Option(
      names = "-O",
      paramLabel = "LEVEL",
      defaultValue = "2",
      description = "Optimisation level: 0, 1 or 2 (default: ${DEFAULT-VALUE}).")
  private String level = "2";

  @Option(
      names = "-I",
      paramLabel = "FOLDER",
      description = "Look for C headers here first; may be repeated.")
  private List<Path> includes = List.of();

  @Option(
      names = "-D",
      paramLabel = "NAME[=TEXT]",
      mapFallbackValue = "1",
      description = "Define a C macro.")
  private Map<String, String> defines = new LinkedHashMap<>();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "click",
      description =
          "Placement policy of global code motion: early, late, click, or the name of a class on"
              + " the class path (default: ${DEFAULT-VALUE}).")
  private String policy = "click";

  @Option(
      names = "--order",
      paramLabel = "NAME",
      defaultValue = "pressure",
      description = "Order inside blocks: pressure or source (default: ${DEFAULT-VALUE}).")
  private String order = "pressure";

  @Option(
      names = "--chaos",
      paramLabel = "SEED",
      description = "Take every free choice at random; results must not change.")
  private @Nullable Long chaos;

  @Option(
      names = "--verify",
      negatable = true,
      description = "Check graph, schedule and allocation after each step.")
  private boolean verify;

  @Option(
      names = "--pass",
      paramLabel = "NAME:FLAG",
      description = "A flag for a pass: off, dump, time, stats or check; may be repeated.")
  private List<String> passes = List.of();

  @Option(
      names = "--stats",
      description = "Tell how often each rule was applied and how long each pass took.")
  private boolean stats;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Functions compiled at a time (default: as many as there are processors).")
  private @Nullable Integer threads;

  /** Prints what {@code --stats} and the flags for passes ask for, after a compilation. */
  void printStatistics(CompiledProgram compiled) {
    boolean time = stats || passes.stream().anyMatch(flag -> flag.endsWith(":time"));
    boolean hits = stats || passes.stream().anyMatch(flag -> flag.endsWith(":stats"));
    if (time) {
      System.err.print(compiled.statistics().passTable());
    }
    if (hits) {
      System.err.print(compiled.statistics().ruleTable());
    }
  }

  /** The compiler that the options describe. */
  Compiler compiler() throws UserError {
    CompilerOptions options;
    try {
      options =
          CompilerOptions.DEFAULT
              .withLevel(level)
              .withPlacement(policy)
              .withOrder(order)
              .withVerify(verify)
              .withPassFlags(passes)
              .withIncludes(includes)
              .withDefines(defines);
      if (chaos != null) {
        if (chaos == 0) {
          throw new UserError("--chaos takes a seed other than 0");
        }
        options = options.withChaos(chaos);
      }
      if (threads != null) {
        options = options.withThreads(threads);
      }
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
    return new Compiler(options, System.err::println, new TextDumps(options, System.err::println));
  }
}
