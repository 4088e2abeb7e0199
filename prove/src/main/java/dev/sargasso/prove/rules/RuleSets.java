package dev.sargasso.prove.rules;

import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.simplify.Rule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** For each set of rules that were applied together, the expressions to be shown to Z3. */
final class RuleSets {
  /**
   * An expression whose simplification applies just these rules at this width.
   *
   * @param number its place among all expressions
   */
  record Candidate(long number, Expression expression) {}

  /** Rules that were applied together, at one width. */
  record Key(Type type, BitSet rules) {}

  private final int tries;
  private final Map<Key, List<Candidate>> candidates = new HashMap<>();
  private final EnumSet<Rule> met = EnumSet.noneOf(Rule.class);

  /**
   * No sets yet.
   *
   * @param tries how many expressions are kept of each set: the first ones
   */
  RuleSets(int tries) {
    this.tries = tries;
  }

  /** Takes one more expression; numbers increase. */
  void add(Type type, BitSet rules, long number, Expression expression) {
    rules.stream().forEach(rule -> met.add(Rule.values()[rule]));
    if (!rules.isEmpty()) {
      List<Candidate> kept =
          candidates.computeIfAbsent(new Key(type, rules), key -> new ArrayList<>());
      if (kept.size() < tries) {
        kept.add(new Candidate(number, expression));
      }
    }
  }

  /** Notes rules that were applied at a width about which Z3 is not asked. */
  void note(BitSet rules) {
    rules.stream().forEach(rule -> met.add(Rule.values()[rule]));
  }

  /** Takes all that others have found, each in another part of the expressions. */
  void addAll(Collection<RuleSets> others) {
    for (RuleSets other : others) {
      met.addAll(other.met);
      other.candidates.forEach(
          (key, theirs) ->
              candidates.computeIfAbsent(key, none -> new ArrayList<>()).addAll(theirs));
    }
    for (List<Candidate> kept : candidates.values()) {
      kept.sort((a, b) -> Long.compare(a.number(), b.number()));
      if (kept.size() > tries) {
        kept.subList(tries, kept.size()).clear();
      }
    }
  }

  /** All rules that were applied. */
  EnumSet<Rule> met() {
    return EnumSet.copyOf(met);
  }

  /** The sets, in an order that depends on nothing but the expressions, with what was kept. */
  List<Map.Entry<Key, List<Candidate>>> inOrder() {
    Map<String, Map.Entry<Key, List<Candidate>>> ordered = new TreeMap<>();
    candidates.forEach(
        (key, kept) ->
            ordered.put(
                "%012d %s %s".formatted(kept.getFirst().number(), key.type(), key.rules()),
                Map.entry(key, kept)));
    return List.copyOf(ordered.values());
  }
}
