package dev.sargasso.x64.select;

import java.util.List;
import java.util.Set;

/**
 * Which instructions beyond the x86-64 baseline may be used.
 *
 * @param popcnt the instruction {@code popcnt}
 * @param lzcnt the instruction {@code lzcnt}
 * @param bmi1 counting of trailing zeros, {@code andn}
 * @param bmi2 shifts by any register
 * @param sse41 products and extremes of lanes of 32 bits
 */
public record CpuFeatures(
    boolean popcnt, boolean lzcnt, boolean bmi1, boolean bmi2, boolean sse41) {
  /** What every x86-64 processor has. */
  public static final CpuFeatures BASELINE = new CpuFeatures(false, false, false, false, false);

  /** All that we know how to use. */
  public static final CpuFeatures ALL = new CpuFeatures(true, true, true, true, true);

  /** The names of single features, as {@link #with} takes them. */
  public static final List<String> NAMES = List.of("popcnt", "lzcnt", "bmi", "bmi2", "sse4.1");

  /** The names of sets of features, as {@link #ofArchitecture} takes them. */
  public static final List<String> ARCHITECTURES =
      List.of("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4");

  /**
   * The features of a processor.
   *
   * @param flags as Linux names them in {@code /proc/cpuinfo}
   */
  public static CpuFeatures ofFlags(Set<String> flags) {
    return new CpuFeatures(
        flags.contains("popcnt"),
        flags.contains("abm") || flags.contains("lzcnt"),
        flags.contains("bmi1"),
        flags.contains("bmi2"),
        flags.contains("sse4_1"));
  }

  /**
   * The features of a level of the x86-64 psABI, section 3.1.1 (version 1.0).
   *
   * @param name one of {@link #ARCHITECTURES}
   * @throws IllegalArgumentException with a message for the user
   */
  public static CpuFeatures ofArchitecture(String name) {
    return switch (name) {
      case "x86-64" -> BASELINE;
      case "x86-64-v2" -> new CpuFeatures(true, false, false, false, true);
      case "x86-64-v3", "x86-64-v4" -> ALL;
      default ->
          throw new IllegalArgumentException(
              "there is no architecture '" + name + "'; take one of " + ARCHITECTURES);
    };
  }

  /**
   * The same with or without one feature.
   *
   * @param name one of {@link #NAMES}, or that with {@code no-} in front
   * @throws IllegalArgumentException with a message for the user
   */
  public CpuFeatures with(String name) {
    boolean has = !name.startsWith("no-");
    return switch (has ? name : name.substring(3)) {
      case "popcnt" -> new CpuFeatures(has, lzcnt, bmi1, bmi2, sse41);
      case "lzcnt" -> new CpuFeatures(popcnt, has, bmi1, bmi2, sse41);
      case "bmi" -> new CpuFeatures(popcnt, lzcnt, has, bmi2, sse41);
      case "bmi2" -> new CpuFeatures(popcnt, lzcnt, bmi1, has, sse41);
      case "sse4.1" -> new CpuFeatures(popcnt, lzcnt, bmi1, bmi2, has);
      default ->
          throw new IllegalArgumentException(
              "there is no feature '" + name + "' of processors; take one of " + NAMES);
    };
  }
}
