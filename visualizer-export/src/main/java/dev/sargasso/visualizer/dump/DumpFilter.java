package dev.sargasso.visualizer.dump;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which moments of which functions are wanted: {@code FUNCTION:PHASES}. Both may have {@code *} for
 * any text; phases are separated by commas, and {@code FIRST..LAST} stands for all from the first
 * that matches to the last, with either left out for the beginning or the end.
 */
public final class DumpFilter {
  /** Lets everything through. */
  public static final DumpFilter ALL = parse("*");

  private final Pattern function;
  private final List<Range> ranges;

  private record Range(Pattern first, Pattern last, boolean isOpenStart, boolean isOpenEnd) {}

  private DumpFilter(Pattern function, List<Range> ranges) {
    this.function = function;
    this.ranges = ranges;
  }

  /**
   * Reads a filter.
   *
   * @throws IllegalArgumentException if it is empty or has more than one colon
   */
  public static DumpFilter parse(String text) {
    List<String> parts = List.of(text.split(":", -1));
    if (text.isBlank() || parts.size() > 2) {
      throw new IllegalArgumentException(
          "'" + text + "' is no filter of dumps; write FUNCTION:PHASES, such as main:motion..emit");
    }
    List<Range> ranges = new ArrayList<>();
    for (String phases : (parts.size() > 1 ? parts.get(1) : "*").split(",", -1)) {
      int dots = phases.indexOf("..");
      String first = dots < 0 ? phases : phases.substring(0, dots);
      String last = dots < 0 ? phases : phases.substring(dots + 2);
      ranges.add(new Range(pattern(first), pattern(last), first.isEmpty(), last.isEmpty()));
    }
    return new DumpFilter(pattern(parts.getFirst().isEmpty() ? "*" : parts.getFirst()), ranges);
  }

  private static Pattern pattern(String text) {
    StringBuilder regex = new StringBuilder();
    for (String piece : text.split("\\*", -1)) {
      regex.append(regex.isEmpty() ? "" : ".*").append(piece.isEmpty() ? "" : Pattern.quote(piece));
      if (regex.isEmpty()) {
        regex.append("(?:)");
      }
    }
    return Pattern.compile(regex.toString());
  }

  /** Whether anything of a function is wanted. */
  public boolean wants(String name) {
    return function.matcher(name).matches();
  }

  /** Follows the phases of one function. */
  public Course start() {
    return new Course();
  }

  /** Where one function is; asked for each of its phases in order. */
  public final class Course {
    private final boolean[] inside = new boolean[ranges.size()];

    private Course() {
      for (int i = 0; i < inside.length; i++) {
        inside[i] = ranges.get(i).isOpenStart();
      }
    }

    /** Whether the phase that comes next is wanted. */
    public boolean next(String phase) {
      boolean wanted = false;
      for (int i = 0; i < inside.length; i++) {
        Range range = ranges.get(i);
        boolean begins = !range.isOpenStart() && range.first().matcher(phase).matches();
        boolean ends = !range.isOpenEnd() && range.last().matcher(phase).matches();
        wanted |= inside[i] || begins;
        inside[i] = (inside[i] || begins) && !ends;
      }
      return wanted;
    }
  }
}
