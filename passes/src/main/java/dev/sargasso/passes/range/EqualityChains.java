package dev.sargasso.passes.range;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Chains of branches that compare one value with one number after the other. If all numbers lead to
 * one place and lie within the width of a word, they become the bits of a word that is asked for
 * the value's; else a long chain becomes a switch. Linear in the graph: a chain is looked at from
 * its beginning, and at most {@link #LONGEST} tests at a time.
 */
public final class EqualityChains {
  /** Fewest numbers with one target that are worth a word. */
  private static final int FEWEST_BITS = 3;

  /** Fewest numbers that are worth a switch: as many as its tables start with. */
  private static final int FEWEST_KEYS = 5;

  private static final int LONGEST = 64;

  private final Graph graph;

  // The chain in work.
  private final Node[] tests = new Node[LONGEST];
  private final long[] keys = new long[LONGEST];
  private final int[] hits = new int[LONGEST];
  private final int[] group = new int[LONGEST];
  private int length;
  private int groups;

  private EqualityChains(Graph graph) {
    this.graph = graph;
  }

  /**
   * What came of it.
   *
   * @param switches that were made
   * @param words chains that became a look at the bits of a word
   */
  public record Counts(int switches, int words) {}

  /**
   * Replaces chains in a function without garbage.
   *
   * @param mayChange asked for each chain, with what is done and its first branch
   */
  public static Counts run(Function function, BiPredicate<String, Node> mayChange) {
    EqualityChains pass = new EqualityChains(function.graph());
    int switches = 0;
    int words = 0;
    int limit = pass.graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node node = pass.graph.node(id);
      if (node == null || !isTest(node) || continues(node)) {
        continue;
      }
      pass.follow(node);
      if (pass.length < FEWEST_BITS) {
        continue;
      }
      pass.findGroups();
      if (pass.groups == 1 && pass.span() < 64 && mayChange.test("test bits", node)) {
        pass.makeWord();
        words++;
      } else if (pass.length >= FEWEST_KEYS
          && (pass.groups > 1 || pass.span() >= 64)
          && mayChange.test("make switch", node)) {
        pass.makeSwitch();
        switches++;
      }
    }
    if (switches > 0) {
      new Reachability(function.graph(), function.aliasClassCount()).complete();
    }
    return new Counts(switches, words);
  }

  // ------------------------------------------------------------------ finding

  /** Whether the node is a branch on the equality of an integer with a constant. */
  private static boolean isTest(Node node) {
    if (node.op() != Op.IF || node.inputOrNull(0) == null) {
      return false;
    }
    Node condition = node.value(0);
    return (condition.op() == Op.EQ || condition.op() == Op.NE)
        && condition.value(1).isConstant()
        && condition.value(0).type().isInteger()
        && condition.value(0).type() != Type.I1;
  }

  private static Node subject(Node test) {
    return test.value(0).value(0);
  }

  private static long key(Node test) {
    return test.value(0).value(1).immediate();
  }

  /** The arm that is taken if the value is the number. */
  private static int hit(Node test) {
    return test.value(0).op() == Op.EQ ? 1 : 0;
  }

  /** Whether the test stands alone behind the failure of another one of the same value. */
  private static boolean continues(Node test) {
    Node arm = test.input(0);
    if (arm.op() != Op.PROJECTION || arm.useCount() != 1) {
      return false;
    }
    Node before = arm.input(0);
    return isTest(before)
        && subject(before) == subject(test)
        && arm.immediate() != hit(before)
        && key(before) != key(test);
  }

  private void follow(Node first) {
    length = 0;
    Node test = first;
    while (length < LONGEST && !isKnown(key(test))) {
      tests[length] = test;
      keys[length] = key(test);
      hits[length++] = hit(test);
      Node missed = arm(length - 1, false);
      if (missed.useCount() != 1) {
        break;
      }
      Node next = missed.user(0);
      if (!isTest(next) || subject(next) != subject(first)) {
        break;
      }
      test = next;
    }
  }

  private boolean isKnown(long key) {
    for (int i = 0; i < length; i++) {
      if (keys[i] == key) {
        return true;
      }
    }
    return false;
  }

  private Node arm(int test, boolean hit) {
    return Objects.requireNonNull(tests[test].projection(hit ? hits[test] : 1 - hits[test]));
  }

  /** Puts tests together whose numbers lead to one place that cannot tell them apart. */
  private void findGroups() {
    groups = 0;
    for (int i = 0; i < length; i++) {
      group[i] = -1;
      for (int j = 0; j < i && group[i] < 0; j++) {
        if (leadsOn(arm(i, true)) && leadsOn(arm(j, true)) && isSame(arm(i, true), arm(j, true))) {
          group[i] = group[j];
        }
      }
      if (group[i] < 0) {
        group[i] = groups++;
      }
    }
  }

  private static boolean leadsOn(Node arm) {
    return arm.useCount() == 1 && arm.user(0).op() == Op.REGION;
  }

  private static boolean isSame(Node one, Node other) {
    return one.user(0) == other.user(0) && RangeTests.isSame(one, other);
  }

  private Type type() {
    return subject(tests[0]).type();
  }

  private long least() {
    long least = keys[0];
    for (int i = 1; i < length; i++) {
      least = Math.min(least, keys[i]);
    }
    return least;
  }

  /** The largest number less the least one, unsigned; the largest long if that is no long. */
  private long span() {
    long most = keys[0];
    for (int i = 1; i < length; i++) {
      most = Math.max(most, keys[i]);
    }
    long span = most - least();
    return span < 0 ? Long.MAX_VALUE : span;
  }

  // -------------------------------------------------------------------- making

  /** One branch for all, on a bit of a word. */
  private void makeWord() {
    Node first = tests[0];
    graph.setPosition(first.position());
    Type type = type();
    long least = least();
    long span = span();
    if (least > 0 && least + span < 32 && span >= length) {
      // Small numbers are bits as they are.
      span += least;
      least = 0;
    }
    Node place = subject(first);
    if (least != 0) {
      place = graph.make(Op.ADD, type, 0, null, place, graph.constant(type, -least));
    }
    Node inside =
        span + 1 < 1L << Math.min(62, type.bits())
            ? graph.make(Op.ULT, Type.I1, 0, null, place, graph.constant(type, span + 1))
            : graph.constant(Type.I1, 1);
    long bits = 0;
    for (int i = 0; i < length; i++) {
      bits |= 1L << (keys[i] - least);
    }
    Node found = inside;
    if (bits != (span == 63 ? -1L : (1L << (span + 1)) - 1)) {
      Type word = span < 32 ? Type.I32 : Type.I64;
      Node shifted =
          graph.make(
              Op.SHR,
              word,
              0,
              null,
              graph.constant(word, word.canonical(bits)),
              resized(place, word));
      Node bit = graph.make(Op.TRUNCATE, Type.I1, 0, null, shifted);
      found = graph.make(Op.AND, Type.I1, 0, null, inside, bit);
    }
    Node one = graph.constant(Type.I1, 1);
    graph.setInput(
        first, 1, hits[0] == 1 ? found : graph.make(Op.XOR, Type.I1, 0, null, found, one));
    for (int i = 1; i < length; i++) {
      graph.setInput(tests[i], 1, graph.constant(Type.I1, 1 - hits[i]));
    }
    graph.setPosition(0);
  }

  private Node resized(Node value, Type to) {
    int bits = value.type().bits();
    return bits == to.bits()
        ? value
        : graph.make(bits < to.bits() ? Op.ZERO_EXTEND : Op.TRUNCATE, to, 0, null, value);
  }

  private void makeSwitch() {
    Node first = tests[0];
    graph.setPosition(first.position());
    Integer[] order = new Integer[length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> keys[i]));
    long[] sorted = new long[length];
    int[] targets = new int[length];
    for (int i = 0; i < length; i++) {
      sorted[i] = keys[order[i]];
      targets[i] = 1 + group[order[i]];
    }
    SwitchTable table = new SwitchTable(sorted, targets, groups + 1);
    Node made = graph.make(Op.SWITCH, Type.TUPLE, 0, table, first.input(0), subject(first));
    @Nullable Node[] arms = new Node[groups];
    graph.replace(arm(length - 1, false), projection(made, 0));
    for (int i = 0; i < length; i++) {
      Node hit = arm(i, true);
      if (arms[group[i]] == null) {
        Node arm = projection(made, 1 + group[i]);
        arms[group[i]] = arm;
        graph.replace(hit, arm);
      } else {
        Reachability.dropEdge(graph, hit.user(0), hit.userSlot(0));
      }
    }
    // Nothing leads to the branches any more.
    graph.setInput(first, 0, graph.makeRaw(Op.REGION, Type.CTRL, 0, null));
    graph.setPosition(0);
  }

  private Node projection(Node branch, int index) {
    return graph.make(Op.PROJECTION, Type.CTRL, index, null, branch);
  }
}
