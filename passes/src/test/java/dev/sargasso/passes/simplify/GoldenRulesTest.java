package dev.sargasso.passes.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Type;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * One golden case a rule at least, in {@code rules.golden}: {@code RULE | type | before | after}.
 * Each must come out as it says, hit its rule, compute the same on many inputs, and stay as it is
 * when looked at again. A rule without a case fails.
 */
class GoldenRulesTest {
  /** Rules about memory and control, which have no value as an expression. */
  static final Set<Rule> TESTED_ON_GRAPHS =
      EnumSet.of(
          Rule.LOAD_OF_STORED,
          Rule.LOAD_OF_STORED_BITS,
          Rule.LOAD_OF_STORED_PART,
          Rule.LOAD_OF_ZEROED,
          Rule.LOAD_IS_SAFE,
          Rule.STORE_OF_LOADED,
          Rule.STORE_OVERWRITTEN,
          Rule.COPY_TO_SELF,
          Rule.PART_OF_MERGE,
          Rule.PART_OF_INITIAL,
          Rule.MERGE_OF_PARTS,
          Rule.PHI_SAME,
          Rule.GUARD_TRUE,
          Rule.CALL_OF_SYMBOL);

  private record Case(int line, Rule rule, Type type, String before, String after) {}

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    try (InputStream in = GoldenRulesTest.class.getResourceAsStream("rules.golden")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      int line = 0;
      for (String row : text.split("\n", -1)) {
        line++;
        if (row.isBlank() || row.startsWith("//")) {
          continue;
        }
        String[] parts = row.split("\\|", -1);
        Type type = Objects.requireNonNull(Type.named(parts[1].strip()), row);
        cases.add(
            new Case(
                line, Rule.valueOf(parts[0].strip()), type, parts[2].strip(), parts[3].strip()));
      }
    }
    return cases;
  }

  @TestFactory
  List<DynamicTest> eachCase() throws IOException {
    return cases().stream()
        .map(
            golden ->
                DynamicTest.dynamicTest(
                    golden.line + ": " + golden.rule + " " + golden.before, () -> check(golden)))
        .toList();
  }

  /** With {@code -Dgolden.update=true}, writes down what comes out now. */
  @Test
  void update() throws IOException {
    if (!Boolean.getBoolean("golden.update")) {
      return;
    }
    Path file =
        Path.of("src/test/resources/dev/sargasso/passes/simplify/rules.golden").toAbsolutePath();
    List<String> rows = new ArrayList<>(Files.readAllLines(file));
    for (Case golden : cases()) {
      Graph graph = new Graph(Simplifications.whileBuilding());
      Expressions expressions = new Expressions(graph, golden.type);
      String after = expressions.print(expressions.parse(golden.before));
      rows.set(
          golden.line - 1,
          String.join(" | ", golden.rule.name(), golden.type.text(), golden.before, after));
    }
    Files.writeString(file, String.join("\n", rows) + "\n");
  }

  private static void check(Case golden) {
    Simplifications simplifications = Simplifications.whileBuilding();
    Graph graph = new Graph(simplifications);
    Expressions expressions = new Expressions(graph, golden.type);
    Node result = expressions.parse(golden.before);
    assertEquals(golden.after, expressions.print(result));
    assertTrue(simplifications.hits(golden.rule) > 0, golden.rule + " was not applied");
    assertEquals(result, graph.revisit(result), "changes when looked at again");

    Graph plainGraph = new Graph(Simplifier.NONE);
    Node plain = new Expressions(plainGraph, golden.type).parse(golden.before);
    assertEquals(plain.type(), result.type());
    Random random = new Random(1);
    int compared = 0;
    for (int i = 0; i < 400; i++) {
      compared += compare(golden, plain, result, random) ? 1 : 0;
    }
    assertTrue(compared > 20, "hardly ever defined");
  }

  /** Compares on one random input; returns whether the original had a value there. */
  private static boolean compare(Case golden, Node plain, Node result, Random random) {
    Map<Long, Long> values = new HashMap<>();
    ExpressionValue before =
        new ExpressionValue(
            node -> values.computeIfAbsent(node.immediate(), i -> Inputs.any(random, node.type())),
            true);
    ExpressionValue after =
        new ExpressionValue(
            node -> values.computeIfAbsent(node.immediate(), i -> Inputs.any(random, node.type())),
            false);
    long expected;
    try {
      expected = before.of(plain);
    } catch (ExpressionValue.BrokenPromise e) {
      return false;
    } catch (ExpressionValue.Trap e) {
      try {
        after.of(result);
      } catch (ExpressionValue.Trap alsoAfter) {
        return false;
      }
      return fail("no trap any more: " + golden.before + " at " + values);
    }
    long actual = after.of(result);
    if (!ExpressionValue.same(plain.type(), expected, actual)) {
      fail(golden.before + " at " + values + ": " + expected + ", then " + actual);
    }
    return true;
  }

  @Test
  void everyRuleHasACase() throws IOException {
    Set<Rule> missing = EnumSet.allOf(Rule.class);
    missing.removeAll(TESTED_ON_GRAPHS);
    cases().forEach(golden -> missing.remove(golden.rule));
    assertEquals(Set.of(), missing, "rules without a golden case");
  }

  @Test
  void everyRuleSaysWhatItDoes() {
    for (Rule rule : Rule.values()) {
      assertTrue(rule.text().length() > 5, rule.name());
    }
  }
}
