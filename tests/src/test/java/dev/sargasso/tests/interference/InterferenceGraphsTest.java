package dev.sargasso.tests.interference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Function;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.visualizer.view.InterferenceView;
import dev.sargasso.x64.allocate.UnconstrainedColours;
import dev.sargasso.x64.interference.EliminationOrder;
import dev.sargasso.x64.interference.InterferenceGraph;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jgrapht.alg.clique.ChordalGraphMaxCliqueFinder;
import org.jgrapht.alg.cycle.ChordalityInspector;
import org.jgrapht.graph.AsSubgraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The interference graph of every function of the file tests, the examples and the test programs is
 * chordal, and the colouring takes as many registers as its largest clique has values. JGraphT, not
 * our own code, judges both. With {@code -Dprograms=FOLDER} the programs of a folder are looked at
 * too.
 */
final class InterferenceGraphsTest {
  @TempDir private Path scratch;

  private int functions;
  private int coloured;

  private static List<Path> programs() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("filetests"))) {
      root = root.getParent();
    }
    String more = System.getProperty("programs");
    List<Path> programs = new ArrayList<>();
    for (Path folder :
        List.of(
            root.resolve("filetests"),
            root.resolve("examples"),
            root.resolve("tests/src/test/resources/programs"),
            Path.of(more == null ? "src/test/resources" : more))) {
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .filter(file -> file.toString().matches(".*\\.(c|ssa)"))
            .filter(file -> !file.toString().contains("errors"))
            .sorted()
            .forEach(programs::add);
      }
    }
    return programs;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2", "3"})
  void areChordalAndColouredWithTheLeast(String level) throws Exception {
    Set<Path> refused = new HashSet<>();
    CompilationListener listener =
        new CompilationListener() {
          @Override
          public void phaseDone(Function function, String phase, Object state) {
            if (state instanceof MachineFunction machine && phase.equals("select")) {
              check(machine);
            }
          }
        };
    CompilerOptions options = CompilerOptions.DEFAULT.withLevel(level).withThreads(1);
    Compiler compiler = new Compiler(options, warning -> {}, listener);
    for (Path file : programs()) {
      try {
        // What a file test expects stands behind the program.
        Path alone = scratch.resolve(file.getFileName());
        Files.writeString(alone, Files.readString(file).split("(?m)^////", 2)[0]);
        compiler.compile(compiler.read(alone));
      } catch (SourceException e) {
        refused.add(file);
      }
    }
    assertTrue(functions > 100, "only " + functions + " functions; refused " + refused);
    assertTrue(4 * coloured > 3 * functions, coloured + " of " + functions + " coloured");
  }

  private void check(MachineFunction function) {
    functions++;
    InterferenceGraph graph = InterferenceGraph.of(function);
    InterferenceView view = new InterferenceView(graph);
    ChordalityInspector<Integer, InterferenceView.Interference> judge =
        new ChordalityInspector<>(view, ChordalityInspector.IterationOrder.LEX_BFS);
    assertTrue(judge.isChordal(), function.name());
    // The judge looks at the neighbours before a vertex, so it takes the order backwards.
    assertTrue(
        judge.isPerfectEliminationOrder(
            Arrays.stream(EliminationOrder.of(graph)).boxed().toList().reversed()),
        function.name());
    assertEquals(-1, EliminationOrder.firstViolation(graph), function.name());
    int[] used = UnconstrainedColours.count(function);
    coloured += used.length > 0 ? 1 : 0;
    int[] colours = graph.colours();
    for (int registerClass = 0; registerClass < PhysicalRegister.CLASS_COUNT; registerClass++) {
      int wanted = registerClass;
      List<Integer> ofClass =
          IntStream.range(0, graph.count())
              .filter(vertex -> graph.registerClass(vertex) == wanted)
              .boxed()
              .toList();
      int largest =
          ofClass.isEmpty()
              ? 0
              : new ChordalGraphMaxCliqueFinder<>(new AsSubgraph<>(view, Set.copyOf(ofClass)))
                  .getClique()
                  .size();
      assertEquals(largest, graph.maximumClique(registerClass).length, function.name());
      assertEquals(
          largest,
          1 + ofClass.stream().mapToInt(vertex -> colours[vertex]).max().orElse(-1),
          function.name());
      if (used.length > 0) {
        assertEquals(largest, used[registerClass], function.name());
      }
    }
  }

  @Test
  void theLimitIsSaid() {
    // 10,001 values that are all alive together have some fifty million interferences.
    MachineFunction function = new MachineFunction("wide");
    int block = function.newBlock(1, 0);
    function.beginBlock(block);
    int[] values = new int[10_002];
    for (int i = 0; i < values.length; i++) {
      values[i] = function.newRegister(PhysicalRegister.GENERAL, 8);
      function.addInstruction(1, -1);
      function.define(values[i]);
    }
    function.addInstruction(2, -1);
    for (int value : values) {
      function.use(value);
    }
    function.endBlock();
    function.finish();
    String message =
        assertThrows(IllegalArgumentException.class, () -> InterferenceGraph.of(function))
            .getMessage();
    assertTrue(message.contains("'wide' has more than 50000000 edges"), message);
  }
}
