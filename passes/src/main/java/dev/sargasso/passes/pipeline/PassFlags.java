package dev.sargasso.passes.pipeline;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is asked of single passes: {@code NAME:off}, {@code NAME:dump}, {@code NAME:time}, {@code
 * NAME:stats} or {@code NAME:check}, several joined by commas; {@code all} for every pass. Besides
 * the rows of {@link PassTable} there is {@code motion}, which makes the schedule.
 */
public final class PassFlags {
  /** The name that stands for global code motion. */
  public static final String MOTION = "motion";

  /** Nothing special. */
  public static final PassFlags NONE = new PassFlags(Map.of());

  private static final String ALL = "all";

  /** What can be asked for. */
  public enum Flag {
    /** Leave the pass out. */
    OFF,
    /** Show the graph after it. */
    DUMP,
    /** Report its time and allocation. */
    TIME,
    /** Report what it did. */
    STATS,
    /** Verify the graph after it. */
    CHECK
  }

  private final Map<String, Set<Flag>> flags;

  private PassFlags(Map<String, Set<Flag>> flags) {
    this.flags = flags;
  }

  /**
   * Reads flags, such as {@code promote:off} and {@code all:time}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static PassFlags parse(List<String> texts) {
    Map<String, Set<Flag>> flags = new LinkedHashMap<>();
    for (String text : texts) {
      for (String part : text.split(",", -1)) {
        parse(part.strip(), flags);
      }
    }
    return new PassFlags(flags);
  }

  private static void parse(String text, Map<String, Set<Flag>> flags) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "pass flag '" + text + "' lacks a colon; write NAME:FLAG, such as promote:off");
    }
    String name = text.substring(0, colon);
    if (!names().contains(name)) {
      throw new IllegalArgumentException(
          "no pass is named '" + name + "'; there are " + String.join(", ", names()));
    }
    Flag flag = flag(text.substring(colon + 1));
    if (flag == Flag.OFF) {
      checkOptional(name);
    }
    flags.computeIfAbsent(name, key -> EnumSet.noneOf(Flag.class)).add(flag);
  }

  private static Flag flag(String text) {
    return switch (text) {
      case "off" -> Flag.OFF;
      case "dump" -> Flag.DUMP;
      case "time" -> Flag.TIME;
      case "stats" -> Flag.STATS;
      case "check" -> Flag.CHECK;
      default ->
          throw new IllegalArgumentException(
              "no pass flag '" + text + "'; there are off, dump, time, stats, check");
    };
  }

  private static void checkOptional(String name) {
    if (name.equals(ALL)) {
      throw new IllegalArgumentException("not all passes can be off; use -O0 for the least");
    }
    boolean required = name.equals(MOTION);
    for (Pass pass : PassTable.rows()) {
      required |= pass.name().equals(name) && pass.required();
    }
    if (required) {
      throw new IllegalArgumentException("pass '" + name + "' is required and cannot be off");
    }
  }

  /** The names that flags may have, {@code all} first. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    names.add(ALL);
    for (Pass pass : PassTable.rows()) {
      names.add(pass.name());
    }
    for (ProgramPass pass : PassTable.programPasses()) {
      names.add(pass.name());
    }
    names.add(MOTION);
    return names;
  }

  /** Whether {@code flag} is set for the pass of this name. */
  public boolean has(String pass, Flag flag) {
    return isSet(pass, flag) || (flag != Flag.OFF && isSet(ALL, flag));
  }

  /** Whether {@code flag} is set for any pass. */
  public boolean hasAny(Flag flag) {
    return flags.values().stream().anyMatch(set -> set.contains(flag));
  }

  private boolean isSet(String name, Flag flag) {
    Set<Flag> set = flags.get(name);
    return set != null && set.contains(flag);
  }
}
