package dev.sargasso.prove.bisect;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.decision.Decisions;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that forbid some passes, in some functions, or some sites, and note what is allowed.
 * What is forbidden does not change, so that threads may ask at the same time.
 */
final class Forbidden implements Decisions {
  private final Decisions others;
  private final Set<String> passes;
  private final @Nullable Set<String> functions;
  private final Set<Long> sites;
  private final Map<Long, Site> made = new LinkedHashMap<>();

  /**
   * @param others asked for what is not forbidden here
   * @param passes forbidden as a whole
   * @param functions only in these; null for all
   * @param sites forbidden in every pass
   */
  Forbidden(
      Decisions others, Set<String> passes, @Nullable Set<String> functions, Set<Long> sites) {
    this.others = others;
    this.passes = passes;
    this.functions = functions;
    this.sites = sites;
  }

  private boolean forbids(String pass, @Nullable Function function) {
    return passes.contains(pass)
        && (functions == null || function == null || functions.contains(function.name()));
  }

  @Override
  public boolean mayRun(String pass, Function function) {
    return !forbids(pass, function) && others.mayRun(pass, function);
  }

  @Override
  public boolean mayChange(String pass, @Nullable Function function, String change, Node node) {
    if (forbids(pass, function) || !others.mayChange(pass, function, change, node)) {
      return false;
    }
    long hash = Site.hash(change, node);
    if (sites.contains(hash)) {
      return false;
    }
    note(
        new Site(
            pass,
            function == null ? "" : function.name(),
            change,
            node + " " + node.op().text(),
            node.position(),
            hash));
    return true;
  }

  @Override
  public @Nullable Node substitute(
      String pass, @Nullable Function function, Graph graph, Node node) {
    return others.substitute(pass, function, graph, node);
  }

  private synchronized void note(Site site) {
    made.putIfAbsent(31 * site.hash() + site.pass().hashCode(), site);
  }

  /** What was allowed and so was done, each site once for each pass, in order. */
  synchronized Collection<Site> made() {
    return List.copyOf(made.values());
  }
}
