package dev.sargasso.x64.select;

import java.util.Set;

/**
 * Which instructions beyond the x86-64 baseline may be used.
 *
 * @param popcnt the instruction {@code popcnt}
 * @param lzcnt the instruction {@code lzcnt}
 * @param bmi1 counting of trailing zeros
 * @param bmi2 shifts by any register, {@code rorx}
 * @param sse41 products and extremes of lanes of 32 bits
 */
public record CpuFeatures(
    boolean popcnt, boolean lzcnt, boolean bmi1, boolean bmi2, boolean sse41) {
  /** What every x86-64 processor has. */
  public static final CpuFeatures BASELINE = new CpuFeatures(false, false, false, false, false);

  /** All that we know how to use. */
  public static final CpuFeatures ALL = new CpuFeatures(true, true, true, true, true);

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
}
