package dev.sargasso.tests.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;

/** The modules, what each may import, and all of their classes. */
final class Modules {
  /** The root of all packages. */
  static final String BASE = "dev.sargasso";

  private static final String IR = "ir";
  private static final String PASSES = "passes";
  private static final String X64 = "x64";
  private static final String VISUALIZER = "visualizer";
  private static final String FRONTEND = "frontend";
  private static final String FRONTEND_C = "frontend.c";
  private static final String DRIVER = "driver";
  private static final String PROVE = "prove";
  private static final String MEASURE = "measure";
  private static final String LAB = "lab";
  private static final String CLI = "cli";
  private static final String BENCH = "bench";

  /**
   * From a module's package to the packages of the modules that it may import. The command names
   * values of the graph that the driver hands it and that it hands on to an exporter, so it sees
   * the module that defines them; it sees no pass, no back end and no front end.
   */
  static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry(IR, List.of()),
          Map.entry(PASSES, List.of(IR)),
          Map.entry(X64, List.of(IR, PASSES)),
          Map.entry(VISUALIZER, List.of(IR, PASSES, X64)),
          Map.entry(FRONTEND_C, List.of(IR)),
          Map.entry(DRIVER, List.of(IR, PASSES, X64, FRONTEND)),
          Map.entry(PROVE, List.of(IR, PASSES, FRONTEND, DRIVER)),
          Map.entry(MEASURE, List.of(IR, PASSES, FRONTEND, DRIVER)),
          Map.entry(LAB, List.of(IR, PASSES, X64, VISUALIZER, FRONTEND, DRIVER)),
          Map.entry(CLI, List.of(IR, DRIVER, VISUALIZER, PROVE, MEASURE, LAB)),
          Map.entry(
              BENCH,
              List.of(IR, PASSES, X64, VISUALIZER, FRONTEND, DRIVER, PROVE, MEASURE, LAB, CLI)));

  /** Every class of the product; no test and nothing that only tests use. */
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/test-support"))
          .withImportOption(location -> !location.contains("/testsupport"))
          // What JMH generates for the benchmarks.
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .importPackages(BASE);

  private Modules() {}

  /** The pattern of all packages of a module. */
  static String packages(final String module) {
    return BASE + "." + module + "..";
  }
}
