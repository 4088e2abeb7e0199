package dev.sargasso.prove.bisect;

import dev.sargasso.passes.decision.Decisions;
import dev.sargasso.passes.pipeline.PassFlags;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Finds the change that makes a program wrong, with nothing but experiments. */
public final class Bisection {
  /** Forbidden sites lay open new ones; after so many rounds the search gives up on sites. */
  private static final int MOST_ROUNDS = 20;

  private final Experiment experiment;
  private final Decisions others;
  private final Consumer<String> progress;
  private int experiments;

  /** What was found. */
  public sealed interface Result {
    /** The program is right with every change allowed. */
    record Right() implements Result {}

    /** It is wrong even if no pass makes any change: front end, motion or back end. */
    record NoPass() implements Result {}

    /**
     * A pass that does not ask for single changes.
     *
     * @param passes that have to be off, all of them
     * @param functions in which
     */
    record GuiltyPass(List<String> passes, List<String> functions) implements Result {}

    /** Single changes; each of them has to be forbidden, most often it is one. */
    record GuiltySites(List<Site> sites) implements Result {}
  }

  /**
   * A search among all changes.
   *
   * @param progress told of each step, for people
   */
  public Bisection(Experiment experiment, Consumer<String> progress) {
    this(experiment, Decisions.ALL, progress);
  }

  /**
   * A search.
   *
   * @param others decisions that hold in all experiments
   * @param progress told of each step, for people
   */
  public Bisection(Experiment experiment, Decisions others, Consumer<String> progress) {
    this.experiment = experiment;
    this.others = others;
    this.progress = progress;
  }

  /** How many experiments it has taken so far. */
  public int experiments() {
    return experiments;
  }

  /** Searches. */
  public Result run(Collection<String> functions) {
    Forbidden nothing = new Forbidden(others, Set.of(), null, Set.of());
    if (isRight(nothing)) {
      return new Result.Right();
    }
    List<String> passes = new ArrayList<>();
    passes.add(Decisions.CONSTRUCTION);
    passes.addAll(PassFlags.names());
    if (!isRight(new Forbidden(others, new HashSet<>(passes), null, Set.of()))) {
      return new Result.NoPass();
    }
    List<Site> sites = sites(nothing);
    return sites.isEmpty() ? passes(passes, functions) : new Result.GuiltySites(sites);
  }

  /** Single changes that have to be forbidden; none if that does not help. */
  private List<Site> sites(Forbidden nothing) {
    Map<Long, Site> suspects = new LinkedHashMap<>();
    Forbidden last = nothing;
    for (int round = 0; ; round++) {
      int before = suspects.size();
      for (Site site : last.made()) {
        suspects.putIfAbsent(site.hash(), site);
      }
      if (suspects.size() == before || round == MOST_ROUNDS) {
        return List.of();
      }
      progress.accept(suspects.size() + " changes");
      last = new Forbidden(others, Set.of(), null, Set.copyOf(suspects.keySet()));
      if (isRight(last)) {
        break;
      }
    }
    List<Long> guilty =
        DeltaDebugging.minimise(
            List.copyOf(suspects.keySet()),
            some -> {
              boolean right = isRight(new Forbidden(others, Set.of(), null, Set.copyOf(some)));
              if (right) {
                progress.accept("right without " + some.size() + " of them");
              }
              return right;
            });
    return guilty.stream().map(hash -> Objects.requireNonNull(suspects.get(hash))).toList();
  }

  /** Whole passes, and the functions in which they are guilty. */
  private Result passes(List<String> passes, Collection<String> functions) {
    List<String> guiltyPasses =
        DeltaDebugging.minimise(
            passes, some -> isRight(new Forbidden(others, Set.copyOf(some), null, Set.of())));
    progress.accept("right without " + String.join(", ", guiltyPasses));
    Set<String> off = Set.copyOf(guiltyPasses);
    List<String> guiltyFunctions =
        DeltaDebugging.minimise(
            List.copyOf(functions),
            some -> isRight(new Forbidden(others, off, Set.copyOf(some), Set.of())));
    return new Result.GuiltyPass(guiltyPasses, guiltyFunctions);
  }

  private boolean isRight(Forbidden decisions) {
    experiments++;
    return experiment.isRight(decisions);
  }
}
