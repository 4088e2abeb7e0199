package dev.sargasso.cli;

import dev.sargasso.driver.CompilationStatistics;
import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.TextDumps;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.lab.compare.Contestant;
import dev.sargasso.lab.policy.PolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that every command takes which compiles. */
final class CommonOptions {
  private static final String WHERE =
      "a class on the class path, JAR or JAR!CLASS, or a Java source file";

  private static final Set<String> STANDARDS = Set.of("c99", "c9x", "c11", "c1x", "c17", "c18");

  private final OptionSpec level =
      OptionSpec.builder("-O")
          .paramLabel("LEVEL")
          .type(String.class)
          .defaultValue("2")
          .description(
              "Optimisation level: 0, 1 (fast to compile), 2, 3 (also what costs space) or s"
                  + " (small) (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec includes =
      OptionSpec.builder("-I")
          .paramLabel("FOLDER")
          .type(List.class)
          .initialValue(List.of())
          .description("Look for C headers here first; may be repeated.")
          .build();

  private final OptionSpec defines =
      OptionSpec.builder("-D")
          .paramLabel("NAME[=TEXT]")
          .type(List.class)
          .initialValue(List.of())
          .description("Define a C macro.")
          .build();

  // What makefiles say to every compiler.

  private final OptionSpec standard =
      OptionSpec.builder("-std")
          .paramLabel("NAME")
          .type(String.class)
          .defaultValue("c11")
          .description(
              "The standard of C; c99, c11, c17 and their gnu variants are taken, and read as"
                  + " C11.")
          .build();

  private final OptionSpec warnings =
      OptionSpec.builder("-W")
          .paramLabel("WARNING")
          .type(List.class)
          .initialValue(List.of())
          .description(
              "This, -w, -pedantic, -pipe and -pthread are taken for the sake of makefiles and"
                  + " change nothing: warnings are always the same.")
          .build();

  private final OptionSpec ignored =
      OptionSpec.builder("-w", "-pedantic", "-pedantic-errors", "-pipe", "-pthread")
          .type(boolean.class)
          .initialValue(false)
          .hidden(true)
          .build();

  private final OptionSpec architecture =
      OptionSpec.builder("-march")
          .paramLabel("NAME")
          .type(String.class)
          .defaultValue("")
          .description(
              "Use what these processors can do: x86-64, x86-64-v2, x86-64-v3, x86-64-v4, or"
                  + " native for that of this machine (default: native for 'run', else x86-64).")
          .build();

  private final OptionSpec features =
      OptionSpec.builder("-m")
          .paramLabel("[no-]FEATURE")
          .type(List.class)
          .initialValue(List.of())
          .description(
              "Use these instructions, or with no- not: popcnt, lzcnt, bmi, bmi2, sse4.1;"
                  + " may be repeated.")
          .build();

  private final OptionSpec noStrictAliasing =
      OptionSpec.builder("-fno-strict-aliasing")
          .type(boolean.class)
          .initialValue(false)
          .description("C objects may be accessed by lvalues of any types.")
          .build();

  private final OptionSpec noBuiltin =
      OptionSpec.builder("-fno-builtin", "-ffreestanding")
          .type(boolean.class)
          .initialValue(false)
          .description("Functions with names of the C library need not be those.")
          .build();

  private final OptionSpec shareable =
      OptionSpec.builder("-fPIC", "-fpic")
          .type(boolean.class)
          .initialValue(false)
          .description("Make code that may become part of a shared object.")
          .build();

  private final OptionSpec executable =
      OptionSpec.builder("-fPIE", "-fpie")
          .type(boolean.class)
          .initialValue(false)
          .description("Make code for executables at any address; it always is.")
          .build();

  private final OptionSpec visibility =
      OptionSpec.builder("-fvisibility")
          .paramLabel("WHICH")
          .type(String.class)
          .defaultValue("default")
          .description(
              "Who can see C definitions without the attribute visibility: 'default' is every"
                  + " module, 'hidden' only the one that they are linked to.")
          .build();

  private final OptionSpec policy;
  private final OptionSpec order;

  private final OptionSpec spill =
      OptionSpec.builder("--spill")
          .paramLabel("NAME")
          .type(String.class)
          .defaultValue("next-use")
          .description(
              "Which values leave the registers: by next-use, or all, everywhere (default:"
                  + " ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec colour =
      OptionSpec.builder("--colour")
          .paramLabel("NAME")
          .type(String.class)
          .defaultValue("preferences")
          .description(
              "How registers are chosen: by preferences, by recolouring (slow, to compare with),"
                  + " the lowest, or at random (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec chaos =
      OptionSpec.builder("--chaos")
          .paramLabel("SEED")
          .type(Long.class)
          .description("Take every free choice at random; results must not change.")
          .build();

  private final OptionSpec verify =
      OptionSpec.builder("--verify")
          .type(boolean.class)
          .initialValue(false)
          .negatable(true)
          .description("Check graph, schedule and allocation after each step.")
          .build();

  private final OptionSpec passes =
      OptionSpec.builder("--pass")
          .paramLabel("NAME:FLAG")
          .type(List.class)
          .initialValue(List.of())
          .description("A flag for a pass: off, dump, time, stats or check; may be repeated.")
          .build();

  private final OptionSpec stats =
      OptionSpec.builder("--stats")
          .type(boolean.class)
          .initialValue(false)
          .description(
              "Tell what each pass took, did and found, and how often each rule was applied.")
          .build();

  private final OptionSpec statisticsFile =
      OptionSpec.builder("--stats-csv")
          .paramLabel("FILE")
          .type(Path.class)
          .description("Write what is counted of passes to FILE, as CSV.")
          .build();

  private final OptionSpec construction =
      OptionSpec.builder("--ssa")
          .paramLabel("CONSTRUCTION")
          .type(String.class)
          .defaultValue("braun")
          .description(
              "How variables become values: braun, minimal, semi-pruned or pruned; results must"
                  + " not change (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec facts =
      OptionSpec.builder("--facts")
          .paramLabel("CARRIER")
          .type(String.class)
          .defaultValue("dominators")
          .description(
              "How what conditions state comes to where values are used: dominators (a walk down"
                  + " their tree) or sigma (sigma nodes in the arms of branches); results must not"
                  + " change (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec threads =
      OptionSpec.builder("--threads")
          .paramLabel("N")
          .type(Integer.class)
          .description("Functions compiled at a time (default: as many as there are processors).")
          .build();

  /** Makes them options of a command. */
  CommonOptions() {
    policy =
        OptionSpec.builder("--policy")
            .paramLabel("NAME")
            .type(String.class)
            .defaultValue("click")
            .description(
                "Placement policy of global code motion: early, late, click, pressure, source"
                    + " (where it was written), or "
                    + WHERE
                    + " (default: ${DEFAULT-VALUE}).")
            .build();
    order =
        OptionSpec.builder("--order")
            .paramLabel("NAME")
            .type(String.class)
            .defaultValue("pressure")
            .description(
                "Order inside blocks: pressure, source, or "
                    + WHERE
                    + " (default: ${DEFAULT-VALUE}).")
            .build();
  }

  /**
   * For a command that compares several policies and orders, all of which it is asked to take from
   * here.
   *
   * @param policies the default
   */
  CommonOptions(String policies) {
    policy =
        OptionSpec.builder("--policy")
            .paramLabel("NAME")
            .type(String.class)
            .defaultValue(policies)
            .description(
                "Placement policies to compare, separated by commas: early, late, click, pressure,"
                    + " or "
                    + WHERE
                    + " (default: ${DEFAULT-VALUE}).")
            .build();
    order =
        OptionSpec.builder("--order")
            .paramLabel("NAME")
            .type(String.class)
            .defaultValue("pressure")
            .description(
                "Orders inside blocks to compare, likewise: pressure, source, or one of your own"
                    + " (default: ${DEFAULT-VALUE}).")
            .build();
  }

  /** The names of several policies. */
  List<String> policies() {
    return List.of(policy.<String>getValue().split(",", -1));
  }

  /** The names of several orders. */
  List<String> orders() {
    return List.of(order.<String>getValue().split(",", -1));
  }

  void addTo(CommandSpec command) {
    command
        .addOption(level)
        .addOption(includes)
        .addOption(defines)
        .addOption(standard)
        .addOption(warnings)
        .addOption(ignored)
        .addOption(architecture)
        .addOption(features)
        .addOption(noStrictAliasing)
        .addOption(noBuiltin)
        .addOption(shareable)
        .addOption(executable)
        .addOption(visibility)
        .addOption(policy)
        .addOption(order)
        .addOption(spill)
        .addOption(colour)
        .addOption(chaos)
        .addOption(verify)
        .addOption(passes)
        .addOption(stats)
        .addOption(statisticsFile)
        .addOption(construction)
        .addOption(facts)
        .addOption(threads);
  }

  /** Level and placement, for people. */
  String summary() {
    return level() + ", " + policy.<String>getValue() + " placement";
  }

  /** The level, as it is written. */
  String level() {
    return "-O" + level.<String>getValue();
  }

  /** The macros to define and their texts; a macro without a text stands for 1. */
  private Map<String, String> macros() {
    Map<String, String> macros = new LinkedHashMap<>();
    for (String definition : defines.<List<String>>getValue()) {
      int equals = definition.indexOf('=');
      if (equals < 0) {
        macros.put(definition, "1");
      } else {
        macros.put(definition.substring(0, equals), definition.substring(equals + 1));
      }
    }
    return macros;
  }

  /** Prints what {@code --stats} and the flags for passes ask for, after a compilation. */
  void printStatistics(List<CompiledProgram> programs) throws UserError {
    CompilationStatistics compiled =
        programs.stream()
            .map(CompiledProgram::compilationStatistics)
            .reduce(CompilationStatistics::plus)
            .orElse(null);
    if (compiled == null) {
      return;
    }
    boolean all = stats.getValue();
    List<String> flags = passes.getValue();
    boolean time = all || flags.stream().anyMatch(flag -> flag.endsWith(":time"));
    boolean hits = all || flags.stream().anyMatch(flag -> flag.endsWith(":stats"));
    if (all) {
      System.err.print(compiled.constructionTable());
    }
    if (time) {
      System.err.print(compiled.passTable());
    }
    if (hits) {
      System.err.print(compiled.censusTable());
      System.err.print(compiled.ruleTable());
    }
    @Nullable Path csv = statisticsFile.getValue();
    if (csv != null) {
      try {
        Files.writeString(csv, compiled.csv());
      } catch (IOException e) {
        throw UserError.unwritable(csv, e);
      }
    }
  }

  /** The flags for passes, with what {@code --stats} implies. */
  private List<String> passFlags() {
    List<String> flags = new ArrayList<>(passes.<List<String>>getValue());
    if (stats.<Boolean>getValue() || statisticsFile.getValue() != null) {
      flags.add("all:stats");
    }
    return flags;
  }

  /** The level without the {@code -O}. */
  String levelName() {
    return level.getValue();
  }

  /** The name of the placement policy. */
  String policy() {
    return policy.getValue();
  }

  /** The compiler that the options describe, but for level, placement and passes that are off. */
  Compiler compiler(String newLevel, String newPolicy, List<String> off) throws UserError {
    List<String> flags = new ArrayList<>(passFlags());
    off.forEach(pass -> flags.add(pass + ":off"));
    try {
      CompilerOptions options =
          compiler().options().withLevel(newLevel).withPlacement(newPolicy).withPassFlags(flags);
      return new Compiler(options, System.err::println);
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  /** The compiler that the options describe. */
  Compiler compiler() throws UserError {
    return compiler(Set.of(), false, false);
  }

  /**
   * The same.
   *
   * @param debugging whether debuggers are told of variables
   * @param forSharedObject whether the code goes to a shared object
   */
  Compiler compiler(boolean debugging, boolean forSharedObject) throws UserError {
    return compiler(Set.of(), debugging, forSharedObject);
  }

  /** The same, which leaves the functions of these names in the program even if unused. */
  Compiler compiler(Set<String> kept, boolean debugging) throws UserError {
    return compiler(kept, debugging, false);
  }

  private void checkStandard() throws UserError {
    String name = standard.getValue();
    if (!STANDARDS.contains(name.replace("gnu", "c"))) {
      throw new UserError("there is no standard '" + name + "'; take c11, or c99 or c17");
    }
  }

  private boolean isHidden() throws UserError {
    String which = visibility.getValue();
    return switch (which) {
      case "hidden", "internal" -> true;
      case "default", "protected" -> false;
      default ->
          throw new UserError("there is no visibility '" + which + "'; take default or hidden");
    };
  }

  private Compiler compiler(Set<String> kept, boolean debugging, boolean forSharedObject)
      throws UserError {
    CompilerOptions options;
    try {
      options =
          options(kept, debugging, forSharedObject)
              .withPlacement(Contestant.POLICIES.find(policy.getValue()))
              .withOrder(Contestant.ORDERS.find(order.getValue()));
    } catch (PolicyException e) {
      throw refused(e);
    }
    return new Compiler(options, System.err::println, new TextDumps(options, System.err::println));
  }

  /** What is wrong with a policy, for the user. */
  static UserError refused(PolicyException e) {
    return new UserError(String.valueOf(e.getMessage()), e.namesPlaces());
  }

  /** All but placement and order. */
  CompilerOptions options() throws UserError {
    return options(Set.of(), false, false);
  }

  private CompilerOptions options(Set<String> kept, boolean debugging, boolean forSharedObject)
      throws UserError {
    checkStandard();
    List<String> folders = includes.getValue();
    @Nullable Long seed = chaos.getValue();
    @Nullable Integer count = threads.getValue();
    CompilerOptions options;
    try {
      options =
          CompilerOptions.DEFAULT
              .withLevel(level.getValue())
              .withAllocation(spill.<String>getValue(), colour.<String>getValue())
              .withVerify(verify.getValue())
              .withKept(kept)
              .withShareable(forSharedObject || shareable.<Boolean>getValue())
              .withHidden(isHidden())
              .withPassFlags(passFlags())
              .withConstruction(SsaConstruction.of(construction.<String>getValue()))
              .withFacts(facts.<String>getValue())
              .withIncludes(folders.stream().map(Path::of).toList())
              .withDefines(macros())
              .withProcessor(architecture.<String>getValue(), features.<List<String>>getValue())
              .withStrictAliasing(!noStrictAliasing.<Boolean>getValue())
              .withLibrary(!noBuiltin.<Boolean>getValue());
      if (debugging) {
        options = options.withDebugging();
      }
      if (seed != null) {
        if (seed == 0) {
          throw new UserError("--chaos takes a seed other than 0");
        }
        options = options.withChaos(seed);
      }
      if (count != null) {
        options = options.withThreads(count);
      }
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
    return options;
  }
}
