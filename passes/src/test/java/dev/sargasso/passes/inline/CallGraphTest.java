package dev.sargasso.passes.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CallGraphTest {
  private static final Signature NOTHING = Signature.of(List.of(), List.of());

  /** Functions 0, 1, ... named f0, f1, ..., each of which calls those listed. */
  private static Program program(int[][] calls, Linkage linkage) {
    Program program = new Program("test");
    for (int i = 0; i < calls.length; i++) {
      Function function = new Function("f" + i, NOTHING, linkage, new Graph(Simplifier.NONE), "");
      FunctionBuilder builder = new FunctionBuilder(function);
      for (int callee : calls[i]) {
        builder.call(new CallDescriptor(NOTHING, "f" + callee), List.of());
      }
      builder.returnValues();
      builder.finish();
      program.add(function);
    }
    return program;
  }

  private static List<String> names(Program program) {
    return program.functions().stream().map(Function::name).toList();
  }

  @Test
  void componentsAndLevels() {
    int[][] calls = {{1}, {2, 3}, {1}, {4, 4}, {}, {5}, {0, 5}};
    CallGraph graph = CallGraph.of(program(calls, Linkage.GLOBAL));
    assertEquals(graph.component(1), graph.component(2));
    assertNotEquals(graph.component(0), graph.component(1));
    boolean[] recursive = {false, true, true, false, false, true, false};
    for (int i = 0; i < recursive.length; i++) {
      assertEquals(recursive[i], graph.isRecursive(i), "f" + i);
    }
    assertEquals(2, graph.callCount(4));
    List<String> levels = new ArrayList<>();
    for (List<int[]> level : graph.levels()) {
      levels.add(level.stream().map(Arrays::toString).toList().toString());
    }
    assertEquals(List.of("[[4], [5]]", "[[3]]", "[[1, 2]]", "[[0]]", "[[6]]"), levels);
  }

  /** Two functions are in one component if and only if each reaches the other. */
  @Test
  void componentsAreThoseOfTheDefinition() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = 1 + random.nextInt(12);
      boolean[][] reaches = new boolean[count][count];
      int[][] calls = new int[count][];
      for (int i = 0; i < count; i++) {
        calls[i] = random.ints(random.nextInt(3), 0, count).toArray();
        for (int callee : calls[i]) {
          reaches[i][callee] = true;
        }
      }
      for (int k = 0; k < count; k++) {
        for (int i = 0; i < count; i++) {
          for (int j = 0; j < count; j++) {
            reaches[i][j] |= reaches[i][k] && reaches[k][j];
          }
        }
      }
      CallGraph graph = CallGraph.of(program(calls, Linkage.GLOBAL));
      for (int i = 0; i < count; i++) {
        assertEquals(reaches[i][i], graph.isRecursive(i));
        for (int j = 0; j < count; j++) {
          boolean together = i == j || (reaches[i][j] && reaches[j][i]);
          assertEquals(together, graph.component(i) == graph.component(j), seed + ": " + i + j);
        }
      }
    }
  }

  @Test
  void aLongChainNeedsNoStack() {
    int[][] calls = new int[50_000][];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = new int[] {(i + 1) % calls.length};
    }
    CallGraph graph = CallGraph.of(program(calls, Linkage.GLOBAL));
    assertEquals(graph.component(0), graph.component(calls.length - 1));
    calls[calls.length - 1] = new int[0];
    assertEquals(calls.length, CallGraph.of(program(calls, Linkage.GLOBAL)).levels().size());
  }

  @Test
  void localFunctionsWithoutUseGo() {
    int[][] calls = {{1}, {2}, {1}, {}, {}};
    Program program = program(calls, Linkage.LOCAL);
    assertEquals(0, UnusedFunctions.remove(program(calls, Linkage.GLOBAL), graph(calls), Set.of()));
    assertEquals(2, UnusedFunctions.remove(program, CallGraph.of(program), Set.of("f0")));
    assertEquals(List.of("f0", "f1", "f2"), names(program));
    assertEquals(3, UnusedFunctions.remove(program, CallGraph.of(program), Set.of()));
    assertEquals(List.of(), names(program));
  }

  private static CallGraph graph(int[][] calls) {
    return CallGraph.of(program(calls, Linkage.GLOBAL));
  }

  @Test
  void anAddressIsAUse() {
    Program program = program(new int[][] {{}, {2}, {}, {}}, Linkage.LOCAL);
    program.add(
        new Global(
            "table",
            8,
            8,
            new byte[8],
            List.of(new Global.DataRelocation(0, "f1", 0)),
            true,
            Linkage.LOCAL));
    Function taker =
        new Function(
            "taker",
            Signature.of(List.of(), List.of(Type.PTR)),
            Linkage.GLOBAL,
            new Graph(Simplifier.NONE),
            "");
    FunctionBuilder builder = new FunctionBuilder(taker);
    builder.returnValues(builder.symbol("f3"));
    builder.finish();
    program.add(taker);
    CallGraph graph = CallGraph.of(program);
    assertTrue(graph.isReferred(graph.number("f1")));
    assertTrue(graph.isReferred(graph.number("f3")));
    assertFalse(graph.isReferred(graph.number("f2")));
    assertEquals(1, UnusedFunctions.remove(program, graph, Set.of()));
    assertEquals(List.of("f1", "f2", "f3", "taker"), names(program));
  }
}
