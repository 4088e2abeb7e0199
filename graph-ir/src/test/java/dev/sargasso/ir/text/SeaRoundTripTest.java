package dev.sargasso.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The sea form can be read back, and says everything about the graph. */
class SeaRoundTripTest {
  private static final List<RandomShape> SHAPES =
      List.of(RandomShape.STRUCTURED, RandomShape.JUMPING.withVectors(), RandomShape.WILD);

  private static String print(Program program) {
    return SeaPrinter.print(program, SeaPrinter.Names.ORDER);
  }

  @Test
  void whatIsPrintedIsReadBackNodeByNode() {
    for (int seed = 0; seed < 120; seed++) {
      Program program = RandomProgram.of(seed, SHAPES.get(seed % 3));
      String text = print(program);
      Program read = SeaParser.parse("random.sea", text, Simplifier.NONE);
      assertEquals(text, print(read), "seed " + seed);
      for (Function function : program.functions()) {
        Function copy = read.function(function.name());
        assertEquals(function.graph().size(), copy.graph().size());
        assertEquals(function.signature(), copy.signature());
        assertEquals(function.linkage(), copy.linkage());
        assertEquals(function.aliasClassCount(), copy.aliasClassCount());
      }
    }
  }

  @Test
  void theOrderOfTheTextDoesNotDependOnIds() {
    // Names by id differ from run to run of a compiler; the order of nodes must not.
    for (int seed = 0; seed < 30; seed++) {
      Program program = RandomProgram.of(seed, RandomShape.WILD);
      Program shuffled =
          SeaParser.parse("random.sea", shuffledLines(print(program), seed), Simplifier.NONE);
      assertEquals(print(program), print(shuffled), "seed " + seed);
    }
  }

  /** The same text with the lines of each function in random order. */
  private static String shuffledLines(String text, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] lines = text.split("\n", -1);
    int start = 0;
    for (int i = 0; i <= lines.length; i++) {
      boolean node = i < lines.length && (lines[i].startsWith("  v") || lines[i].isEmpty());
      if (!node) {
        for (int k = i - 1; k > start; k--) {
          int other = start + random.nextInt(k - start + 1);
          String swapped = lines[k];
          lines[k] = lines[other];
          lines[other] = swapped;
        }
        start = i + 1;
      }
    }
    return String.join("\n", lines);
  }

  @Test
  void whatIsReadBackComputesTheSame() {
    for (int seed = 0; seed < 30; seed++) {
      Program program = RandomProgram.of(seed, SHAPES.get(seed % 2));
      Program read = SeaParser.parse("random.sea", print(program), Simplifier.NONE);
      long[] arguments = {seed, 77L * seed, Double.doubleToRawLongBits(1.25), 3};
      Limits limits = Limits.DEFAULT.withSteps(10_000_000);
      assertEquals(
          new SeaInterpreter(program, Externals.NONE, limits).run("f", arguments),
          new SeaInterpreter(read, Externals.NONE, limits).run("f", arguments));
    }
  }

  @Test
  void anEdgeMovedAnywhereShowsInTheText() {
    // Otherwise equal texts would not mean equal graphs.
    SplittableRandom random = new SplittableRandom(5);
    int seen = 0;
    for (int seed = 0; seed < 60; seed++) {
      Program program = RandomProgram.of(seed, RandomShape.STRUCTURED);
      Graph graph = program.function("f").graph();
      String before = print(program);
      for (int tries = 0; tries < 80; tries++) {
        Node node = graph.node(random.nextInt(graph.idLimit()));
        Node other = graph.node(random.nextInt(graph.idLimit()));
        if (node == null || other == null || node.valueCount() == 0 || !node.op().isFloating()) {
          continue;
        }
        int slot = node.op().firstValue();
        Node old = node.input(slot);
        if (old != other && old.type() == other.type() && old.useCount() > 1 && other != node) {
          graph.setInput(node, slot, other);
          assertTrue(!before.equals(print(program)), "seed " + seed);
          seen++;
          break;
        }
      }
    }
    assertTrue(seen > 20, seen + " edges moved");
  }

  @Test
  void brokenGraphsArePrintedAsWell() {
    Program program = RandomProgram.of(1, RandomShape.STRUCTURED);
    Graph graph = program.function("f").graph();
    Node end = graph.end();
    graph.removeInput(end, 0);
    assertTrue(SeaPrinter.print(program, SeaPrinter.Names.ID).contains("end"));
  }

  private static String error(String body) {
    ParseException thrown =
        assertThrows(
            ParseException.class,
            () -> SeaParser.parse("t.sea", "sea $f() {\n" + body + "\n}", Simplifier.NONE));
    return thrown.getMessage().lines().findFirst().orElse("");
  }

  @Test
  void mistakesArePointedAt() {
    String frame = "v0: ctrl = start\nv2: mem = initial_memory class=0 v0\n";
    assertTrue(error("v0: ctrl = strat").contains("t.sea:2:12: error: an operation expected"));
    assertTrue(error("v0: ctrl = start\nv0: ctrl = end").contains("v0 is defined twice"));
    assertTrue(
        error("v0: ctrl = start\nv1: ctrl = end v7").contains("3:16: error: there is no v7"));
    assertTrue(
        error(frame + "v3: i32 = add v4, v4\nv4: i32 = neg v3\nv1: ctrl = end")
            .contains("depends on itself"));
    assertTrue(error(frame + "v3: i32 = add v0\nv1: ctrl = end").contains("add has 2 inputs, 1"));
    assertTrue(
        error(frame + "v4: ctrl = return _, v2\nv1: ctrl = end v4").contains("must be there"));
    assertTrue(
        error(frame + "v4: i32 = constant 1\nv5: ctrl = return v0, v4\nv1: ctrl = end v5")
            .contains("the graph is malformed"));
    assertTrue(error("v0: ctrl = start start").contains("the end of the line expected"));
    assertTrue(error("v3: i8 = constant 300").contains("does not fit"));
    assertTrue(error("v3: ptr = stack_slot slot=2").contains("a declared slot"));
  }
}
