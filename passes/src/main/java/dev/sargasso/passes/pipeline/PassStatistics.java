package dev.sargasso.passes.pipeline;

import dev.sargasso.passes.inline.InlineCounts;
import dev.sargasso.passes.simplify.Rule;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.LinkedHashMap;
import java.util.Locale;
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
    long visits;
    long visitsThatChanged;
    GraphCensus before = GraphCensus.NONE;
    GraphCensus after = GraphCensus.NONE;
  }

  private static final String CENSUS_ROW = "%-12s %15s %13s %13s %13s %13s %9s %13s %13s %9s %8s%n";

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

  void addVisits(String pass, long visits, long changed) {
    Row row = rows.computeIfAbsent(pass, key -> new Row());
    row.visits += visits;
    row.visitsThatChanged += changed;
  }

  void addCensus(String pass, GraphCensus before, GraphCensus after) {
    Row row = rows.computeIfAbsent(pass, key -> new Row());
    row.before = row.before.plus(before);
    row.after = row.after.plus(after);
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
          row.visits += more.visits;
          row.visitsThatChanged += more.visitsThatChanged;
          row.before = row.before.plus(more.before);
          row.after = row.after.plus(more.after);
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

  /** How many nodes the worklist of {@code pass} looked at. */
  public long visits(String pass) {
    Row row = rows.get(pass);
    return row == null ? 0 : row.visits;
  }

  /** How many of these visits changed something. */
  public long visitsThatChanged(String pass) {
    Row row = rows.get(pass);
    return row == null ? 0 : row.visitsThatChanged;
  }

  /** What all graphs together were made of before {@code pass}, if that was asked for. */
  public GraphCensus before(String pass) {
    Row row = rows.get(pass);
    return row == null ? GraphCensus.NONE : row.before;
  }

  /** What all graphs together were made of after {@code pass}, if that was asked for. */
  public GraphCensus after(String pass) {
    Row row = rows.get(pass);
    return row == null ? GraphCensus.NONE : row.after;
  }

  /**
   * A table of what the graphs were made of before and after each pass: nodes, the share of them
   * that float free of control, loads and those of them that do, stores, guards, branches, phis;
   * and the visits of worklists. Passes that have not been counted are left out. Below it a line
   * for all passes together, and one with what they removed on the whole: passes that copy code, as
   * inlining does, add before others remove.
   */
  public String censusTable() {
    StringBuilder text = new StringBuilder();
    text.append(
        CENSUS_ROW.formatted(
            "pass",
            "nodes",
            "free %",
            "loads",
            "free loads",
            "stores",
            "guards",
            "branches",
            "phis",
            "visits",
            "changed"));
    Removals removals = new Removals();
    Row all = new Row();
    rows.forEach(
        (pass, row) -> {
          if (row.before.nodes() > 0) {
            text.append(censusRow(pass, row));
            removals.add(row.before, row.after);
            all.before = all.before.nodes() == 0 ? row.before : all.before;
            all.after = row.after;
            all.visits += row.visits;
            all.visitsThatChanged += row.visitsThatChanged;
          }
        });
    if (all.before.nodes() > 0) {
      text.append(censusRow("all", all)).append(removals.text());
    }
    return text.toString();
  }

  private static String censusRow(String name, Row row) {
    GraphCensus before = row.before;
    GraphCensus after = row.after;
    return CENSUS_ROW.formatted(
        name,
        change(before.nodes(), after.nodes()),
        String.format(Locale.ROOT, "%.1f>%.1f", before.freeShare(), after.freeShare()),
        change(before.loads(), after.loads()),
        change(before.freeLoads(), after.freeLoads()),
        change(before.stores(), after.stores()),
        change(before.guards(), after.guards()),
        change(before.branches(), after.branches()),
        change(before.phis(), after.phis()),
        Long.toString(row.visits),
        Long.toString(row.visitsThatChanged));
  }

  /** What passes that left fewer than there were removed, and the others added. */
  private static final class Removals {
    private final long[] removed = new long[4];
    private final long[] added = new long[4];

    void add(GraphCensus before, GraphCensus after) {
      add(0, after.loads() - before.loads());
      add(1, after.stores() - before.stores());
      add(2, after.guards() - before.guards());
      add(3, after.branches() - before.branches());
    }

    private void add(int what, long more) {
      removed[what] += Math.max(-more, 0);
      added[what] += Math.max(more, 0);
    }

    String text() {
      return String.format(
          Locale.ROOT,
          "removed: %d loads, %d stores, %d guards, %d branches; added: %d, %d, %d, %d%n",
          removed[0],
          removed[1],
          removed[2],
          removed[3],
          added[0],
          added[1],
          added[2],
          added[3]);
    }
  }

  private static String change(long before, long after) {
    return before == after ? Long.toString(before) : before + ">" + after;
  }

  /** All that is counted of passes, one a line, for programs to read. */
  public String csv() {
    StringBuilder text =
        new StringBuilder(
            "pass,runs,ms,bytes,changes,visits,visits_that_changed,nodes_before,nodes_after,"
                + "free_before,free_after,loads_before,loads_after,free_loads_before,"
                + "free_loads_after,stores_before,stores_after,guards_before,guards_after,"
                + "branches_before,branches_after,phis_before,phis_after\n");
    rows.forEach(
        (pass, row) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "%s,%d,%.3f,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d%n",
                    pass,
                    row.runs,
                    row.nanoseconds / 1e6,
                    row.bytes,
                    row.changes,
                    row.visits,
                    row.visitsThatChanged,
                    row.before.nodes(),
                    row.after.nodes(),
                    row.before.free(),
                    row.after.free(),
                    row.before.loads(),
                    row.after.loads(),
                    row.before.freeLoads(),
                    row.after.freeLoads(),
                    row.before.stores(),
                    row.after.stores(),
                    row.before.guards(),
                    row.after.guards(),
                    row.before.branches(),
                    row.after.branches(),
                    row.before.phis(),
                    row.after.phis())));
    return text.toString();
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
