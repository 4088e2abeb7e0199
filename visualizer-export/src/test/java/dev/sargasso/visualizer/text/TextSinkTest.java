package dev.sargasso.visualizer.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.visualizer.Samples;
import dev.sargasso.visualizer.dump.DumpFolder;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.SeaDump;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextSinkTest {
  @TempDir private Path folder;

  private static Function function(String name, Graph graph, String file) {
    return new Function(name, Signature.of(List.of(), List.of()), Linkage.GLOBAL, graph, file);
  }

  private static String text(Function function, GraphDump dump) throws IOException {
    StringWriter out = new StringWriter();
    try (TextSink sink = TextSink.to(out)) {
      sink.function(function.name(), function.sourceFile(), List.of(dump));
    }
    return out.toString();
  }

  @Test
  void everyNodeIsListedOnceInTheOrderOfBlocks() throws Exception {
    for (Graph graph : List.of(Samples.loop(), Samples.memory())) {
      Function function = function("f", graph, "");
      String text = text(function, SeaDump.ordered(function, "source"));
      assertEquals(text, text(function, SeaDump.ordered(function, "source")), "the same again");
      assertTrue(text.startsWith("== f, source: sea ==\nB0:"), text);
      for (int id = 0; id < graph.idLimit(); id++) {
        Node node = graph.node(id);
        if (node != null) {
          assertEquals(2, text.split("\n  " + node + " = ", -1).length, node + " in " + text);
        }
      }
      assertEquals(-1, text.indexOf("without a place"), text);
    }
  }

  @Test
  void withoutAnOrderNodesComeByNumber() throws Exception {
    Function function = function("f", Samples.loop(), "");
    String text = text(function, SeaDump.of(function, "source"));
    assertTrue(text.contains("without a place:\n  v0 = start\n"), text);
  }

  @Test
  void sourceLinesAreBesideNodes() throws Exception {
    Path file = folder.resolve("sample.c");
    Files.writeString(file, "one\ntwo\n  thr\u0007ee\t;\n");
    Function function = function("f", Samples.memory(), file.toString());
    String text = text(function, SeaDump.ordered(function, "source"));
    assertTrue(text.contains("| 3:14  thr\\u0007ee\\u0009;\n"), text);
  }

  @Test
  void aHostileNameKeepsToItsLineAndToItsFolder() throws Exception {
    Function function = function("../" + Samples.HARD_NAME.repeat(3000), Samples.memory(), "");
    String text = text(function, SeaDump.ordered(function, "source"));
    assertTrue(text.chars().allMatch(c -> c == '\n' || c >= ' '), "a control character");
    assertEquals(1, text.lines().filter(line -> line.contains("call")).count());
    Path dumps = folder.resolve("dumps");
    try (TextSink sink = TextSink.to(new DumpFolder(dumps))) {
      for (int i = 0; i < 2; i++) {
        sink.function(
            function.name(),
            "",
            List.of(SeaDump.of(function, "source"), SeaDump.of(function, "x")));
      }
    }
    try (Stream<Path> files = Files.list(dumps)) {
      assertEquals(4, files.count(), "two functions of one name");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(dumps), files.toList(), "outside of the folder");
    }
  }
}
