package dev.sargasso.passes.pipeline;

import dev.sargasso.passes.inline.InlineCounts;
import dev.sargasso.passes.simplify.Rule;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What passes took and did, summed over functions. Belongs to one thread until it is added up. */
public final class PassStatistics {
  /** One row. */
  private static final class Row {
    long runs;
    long nanoseconds;
    long bytes;
    long changes;
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final InlineCounts inlined = new InlineCounts();
  private final long[] hits = new long[Rule.values().length];

  /** Nothing counted yet. */
  public PassStatistics() {}

  void add(String pass, long nanoseconds, long bytes, long changes) {
    Row row = rows.computeIfAbsent(pass, key -> new Row());
    row.runs++;
    row.nanoseconds += nanoseconds;
    row.bytes += bytes;
    row.changes += changes;
  }

  void add(InlineCounts counts) {
    inlined.add(counts);
  }

  void count(String what, long number) {
    counts.merge(what, number, Long::sum);
  }

  /** How often a pass did something, by the name of the pass, a colon, and what it was. */
  public long count(String what) {
    return counts.getOrDefault(what, 0L);
  }

  /** What inlining has done. */
  public InlineCounts inlined() {
    return inlined;
  }

  /** Counts the rules that {@code simplifications} has applied; to be done once with each. */
  public void addHits(Simplifications simplifications) {
    for (Rule rule : Rule.values()) {
      hits[rule.ordinal()] += simplifications.hits(rule);
    }
  }

  /** Adds what another pipeline has counted. */
  public void add(PassStatistics other) {
    other.rows.forEach(
        (pass, more) -> {
          Row row = rows.computeIfAbsent(pass, key -> new Row());
          row.runs += more.runs;
          row.nanoseconds += more.nanoseconds;
          row.bytes += more.bytes;
          row.changes += more.changes;
        });
    other.counts.forEach(this::count);
    inlined.add(other.inlined);
    for (int i = 0; i < hits.length; i++) {
      hits[i] += other.hits[i];
    }
  }

  /** Wall time that {@code pass} took, in nanoseconds. */
  public long nanoseconds(String pass) {
    Row row = rows.get(pass);
    return row == null ? 0 : row.nanoseconds;
  }

  /** How much {@code pass} changed, in units of its own. */
  public long changes(String pass) {
    Row row = rows.get(pass);
    return row == null ? 0 : row.changes;
  }

  /** How often {@code rule} was applied. */
  public long hits(Rule rule) {
    return hits[rule.ordinal()];
  }

  /** A table of passes: runs, milliseconds, kilobytes allocated, changes. */
  public String passTable() {
    StringBuilder text = new StringBuilder();
    text.append("%-12s %8s %10s %10s %10s%n".formatted("pass", "runs", "ms", "KB", "changes"));
    rows.forEach(
        (pass, row) ->
            text.append(
                "%-12s %8d %10.2f %10d %10d%n"
                    .formatted(
                        pass, row.runs, row.nanoseconds / 1e6, row.bytes / 1024, row.changes)));
    return text.toString();
  }

  /**
   * What inlining did, what passes counted, and the rules that were applied in the order of their
   * declaration.
   */
  public String ruleTable() {
    StringBuilder text = new StringBuilder(inlined.text());
    counts.forEach((what, number) -> text.append("%8d %s%n".formatted(number, what)));
    for (Rule rule : Rule.values()) {
      if (hits(rule) > 0) {
        text.append("%8d %-28s %s%n".formatted(hits(rule), rule, rule.text()));
      }
    }
    return text.toString();
  }
}
