package dev.sargasso.passes.inline;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.InlineRequest;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.promote.SlotPromotion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Replaces calls by what they call, one caller after the other, callees before callers.
 *
 * <p>The work on one caller is linear in the caller and in what it becomes, and that is bounded by
 * {@link InlineLimits}. Calls that stand in a copy are not looked at again: where they came from
 * they have been. But where a copy has made known which function an indirect call calls, it is.
 *
 * <p>Callers of different components on one level of the {@link CallGraph} may be taken by several
 * threads at once.
 */
public final class Inlining {
  /** Functions whose address was a parameter become known one level at a time. */
  private static final int ROUNDS = 3;

  private final CallGraph calls;
  private final InlineLimits limits;
  private final @Nullable FunctionSummary[] summaries;
  private final @Nullable Body[] bodies;

  /** Inlining in the program of {@code calls}. */
  public Inlining(CallGraph calls, InlineLimits limits) {
    this.calls = calls;
    this.limits = limits;
    summaries = new FunctionSummary[calls.count()];
    bodies = new Body[calls.count()];
  }

  /** Looks at the functions of a component, which has to be done before {@link #run} on any. */
  public void prepare(int[] component) {
    for (int function : component) {
      summarise(function);
    }
  }

  private void summarise(int number) {
    Function function = calls.function(number);
    FunctionSummary summary = FunctionSummary.of(function);
    summaries[number] = summary;
    bodies[number] =
        summary.size() <= limits.only() || function.inlining() == InlineRequest.ALWAYS
            ? Body.of(function)
            : null;
  }

  /**
   * Inlines into one function, and simplifies it if that changed it.
   *
   * @param simplifier for finished graphs
   * @param copying simplifier for graphs that are being built, used by no other thread
   * @param chaosSeed 0, or the seed of a random order of visits
   * @param counts takes what was done
   * @param mayChange asked before each change, with what it would be
   * @return how many calls have been replaced
   */
  public int run(
      int caller,
      Simplifier simplifier,
      Simplifier copying,
      long chaosSeed,
      InlineCounts counts,
      BiPredicate<String, Node> mayChange) {
    if (calls.callees(caller).length == 0) {
      return 0;
    }
    CallerWork work = new CallerWork(caller, simplifier, copying, chaosSeed, counts, mayChange);
    int all = work.inlineOthers() + work.inlineItself();
    if (all > 0) {
      summarise(caller);
    }
    return all;
  }

  /** A call that may be replaced. */
  private record Site(Node call, int callee, double frequency) {}

  /** What is done to one caller. */
  private final class CallerWork {
    private final int caller;
    private final Function function;
    private final Graph graph;
    private final Simplifier simplifier;
    private final long chaosSeed;
    private final InlineCounts counts;
    private final BiPredicate<String, Node> mayChange;
    private final Simplifier copying;
    private final InlineDecision decision;

    CallerWork(
        int caller,
        Simplifier simplifier,
        Simplifier copying,
        long chaosSeed,
        InlineCounts counts,
        BiPredicate<String, Node> mayChange) {
      this.caller = caller;
      this.function = calls.function(caller);
      this.graph = function.graph();
      this.simplifier = simplifier;
      this.copying = copying;
      this.chaosSeed = chaosSeed;
      this.counts = counts;
      this.mayChange = mayChange;
      this.decision = new InlineDecision(calls, limits, caller, summary(caller));
    }

    int inlineOthers() {
      int all = 0;
      int seenBelow = 0;
      for (int round = 0; round < ROUNDS; round++) {
        List<Site> sites = sites(seenBelow);
        if (sites.isEmpty()) {
          break;
        }
        seenBelow = graph.idLimit();
        int now = inline(sites);
        if (now == 0) {
          break;
        }
        all += now;
        // What was a call of an address may be made anew as a call of a function.
        seenBelow = graph.idLimit();
        tidy();
      }
      return all;
    }

    /** The direct calls whose ids are not below {@code from}, the most frequent first. */
    private List<Site> sites(int from) {
      List<Site> sites = new ArrayList<>();
      for (int id = from; id < graph.idLimit(); id++) {
        Node node = graph.node(id);
        if (node != null && node.op() == Op.CALL) {
          counts.seen();
          Refusal refusal = decision.impossible(node);
          if (refusal != null) {
            counts.refused(refusal);
          } else {
            sites.add(new Site(node, callee(node), 0));
          }
        }
      }
      if (sites.isEmpty()) {
        return sites;
      }
      ControlFlow flow = ControlFlow.of(graph);
      sites.replaceAll(
          site ->
              new Site(
                  site.call, site.callee, flow.frequencies().frequency(flow.blockOf(site.call))));
      sites.sort(
          Comparator.comparingDouble((Site site) -> -site.frequency)
              .thenComparingInt(site -> site.call.id()));
      return sites;
    }

    private int inline(List<Site> sites) {
      int done = 0;
      beginCopying();
      for (Site site : sites) {
        FunctionSummary summary = summary(site.callee);
        Body body = bodies[site.callee];
        Refusal refusal =
            body == null
                ? Refusal.SIZE
                : decision.unwanted(site.call, site.callee, summary, site.frequency);
        if (body == null || refusal != null) {
          counts.refused(refusal == null ? Refusal.SIZE : refusal);
          continue;
        }
        if (!mayChange.test("inline a call", site.call)) {
          continue;
        }
        Splice.replace(function, site.call, body);
        decision.grown(summary);
        counts.inlined();
        done++;
      }
      endCopying();
      return done;
    }

    /** Copies a function into itself, a level of recursion at a time. */
    int inlineItself() {
      if (limits.recursionDepth() == 0 || !decision.mayUnroll()) {
        return 0;
      }
      List<Node> own = ownCalls();
      if (own.isEmpty()) {
        return 0;
      }
      FunctionSummary summary = FunctionSummary.of(function);
      int size = summary.size();
      if (size + summary.size() > limits.recursionSize()) {
        return 0;
      }
      Body body = Body.of(GraphCopy.duplicate(function, copying));
      int done = 0;
      for (int depth = 0; depth < limits.recursionDepth() && !own.isEmpty(); depth++) {
        if (size + (long) own.size() * summary.size() > limits.recursionSize()) {
          break;
        }
        beginCopying();
        for (Node call : own) {
          if (!mayChange.test("inline a call", call)) {
            continue;
          }
          Splice.replace(function, call, body);
          counts.unrolled();
          done++;
        }
        endCopying();
        size += own.size() * summary.size();
        own = ownCalls();
      }
      if (done > 0) {
        tidy();
      }
      return done;
    }

    private List<Node> ownCalls() {
      List<Node> own = new ArrayList<>();
      for (int id = 0; id < graph.idLimit(); id++) {
        Node node = graph.node(id);
        if (node != null && node.op() == Op.CALL && callee(node) == caller) {
          if (decision.agrees(node, function)) {
            own.add(node);
          }
        }
      }
      return own;
    }

    /** While a copy is made, its phis lack inputs, and nodes yet without uses are still held. */
    private void beginCopying() {
      graph.setRetaining(true);
      graph.setSimplifier(copying);
    }

    private void endCopying() {
      graph.setRetaining(false);
      graph.setSimplifier(simplifier);
    }

    private void tidy() {
      new Reachability(graph, function.aliasClassCount()).complete();
      Cleanup.run(function, simplifier, chaosSeed);
      if (SlotPromotion.run(function, slot -> mayChange.test("promote slot", slot)) > 0) {
        Cleanup.run(function, simplifier, chaosSeed);
      }
    }
  }

  private int callee(Node call) {
    return call.attribute() instanceof CallDescriptor descriptor && descriptor.symbol() != null
        ? calls.number(descriptor.symbol())
        : -1;
  }

  private FunctionSummary summary(int function) {
    FunctionSummary summary = summaries[function];
    if (summary == null) {
      throw new IllegalStateException("callers before callees");
    }
    return summary;
  }
}
