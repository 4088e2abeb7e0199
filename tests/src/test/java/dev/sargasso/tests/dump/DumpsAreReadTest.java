package dev.sargasso.tests.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.visualizer.bgv.BgvSink;
import dev.sargasso.visualizer.dump.DumpFilter;
import dev.sargasso.visualizer.dump.DumpListener;
import dev.sargasso.visualizer.dump.DumpSink;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.igv.IgvConnection;
import dev.sargasso.visualizer.igv.IgvSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import jdk.graal.compiler.graphio.parsing.BinaryReader;
import jdk.graal.compiler.graphio.parsing.BinarySource;
import jdk.graal.compiler.graphio.parsing.ModelBuilder;
import jdk.graal.compiler.graphio.parsing.model.FolderElement;
import jdk.graal.compiler.graphio.parsing.model.GraphDocument;
import jdk.graal.compiler.graphio.parsing.model.Group;
import jdk.graal.compiler.graphio.parsing.model.InputBlock;
import jdk.graal.compiler.graphio.parsing.model.InputEdge;
import jdk.graal.compiler.graphio.parsing.model.InputGraph;
import jdk.graal.compiler.graphio.parsing.model.InputNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every moment of every function of the file tests and the examples is dumped in both formats of
 * IGV and read back, BGV by Graal's own parser, with the same nodes, edges and blocks.
 */
final class DumpsAreReadTest {
  @TempDir private Path folder;

  /** Keeps dumps, and hands them on. */
  private record Recorder(List<DumpSink> sinks, Map<String, List<GraphDump>> seen)
      implements DumpSink {
    @Override
    public void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException {
      seen.put(name, List.copyOf(dumps));
      for (DumpSink sink : sinks) {
        sink.function(name, sourceFile, dumps);
      }
    }

    @Override
    public void close() throws IOException {
      for (DumpSink sink : sinks) {
        sink.close();
      }
    }
  }

  private static List<Path> programs() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("filetests"))) {
      root = root.getParent();
    }
    List<Path> programs = new ArrayList<>();
    for (String name : List.of("filetests", "examples")) {
      try (Stream<Path> files = Files.walk(root.resolve(name))) {
        files
            .filter(file -> file.toString().matches(".*\\.(c|ssa)"))
            .filter(file -> !file.toString().contains("errors"))
            .sorted()
            .forEach(programs::add);
      }
    }
    return programs;
  }

  @Test
  void everythingIsReadAsItWas() throws Exception {
    int graphs = 0;
    Set<GraphDump.Stage> stages = new HashSet<>();
    for (Path program : programs()) {
      Path alone = folder.resolve(program.getFileName());
      Files.writeString(alone, Files.readString(program).split("(?m)^////", 2)[0]);
      Path bgv = folder.resolve("dump.bgv");
      ByteArrayOutputStream xml = new ByteArrayOutputStream();
      Map<String, List<GraphDump>> seen = new TreeMap<>();
      Recorder recorder =
          new Recorder(
              List.of(
                  new IgvSink(new OutputStreamWriter(xml, StandardCharsets.UTF_8)),
                  new BgvSink(Files.newOutputStream(bgv))),
              seen);
      try (DumpListener listener = new DumpListener(recorder, DumpFilter.ALL)) {
        Compiler compiler =
            new Compiler(CompilerOptions.DEFAULT.withThreads(1), warning -> {}, listener);
        compiler.compile(compiler.read(alone));
      } catch (SourceException e) {
        continue;
      }
      Map<String, List<ReadGraph>> wanted = new LinkedHashMap<>();
      seen.forEach((name, dumps) -> wanted.put(name, dumps.stream().map(ReadGraph::of).toList()));
      assertEquals(
          wanted, new TreeMap<>(StrictIgvReader.read(xml.toByteArray())), program + ", XML");
      assertEquals(wanted, graal(bgv), program + ", BGV");
      for (List<GraphDump> dumps : seen.values()) {
        graphs += dumps.size();
        dumps.forEach(dump -> stages.add(dump.stage()));
      }
    }
    assertTrue(graphs > 500, "only " + graphs + " graphs");
    assertEquals(Set.of(GraphDump.Stage.values()), stages);
  }

  /** What Graal's parser finds. */
  private static Map<String, List<ReadGraph>> graal(Path file) throws IOException {
    GraphDocument document = new GraphDocument();
    try (FileChannel channel = FileChannel.open(file)) {
      new BinaryReader(new BinarySource(null, channel), new ModelBuilder(document, null)).parse();
    }
    Map<String, List<ReadGraph>> groups = new TreeMap<>();
    for (FolderElement element : document.getElements()) {
      Group group = (Group) element;
      List<ReadGraph> graphs = new ArrayList<>();
      for (FolderElement each : group.getElements()) {
        graphs.add(graph((InputGraph) each));
      }
      groups.put(group.getName(), graphs);
    }
    return groups;
  }

  private static ReadGraph graph(InputGraph graph) {
    Map<Integer, String> nodes = new TreeMap<>();
    for (InputNode node : graph.getNodes()) {
      String name = node.getNodeClass().className;
      nodes.put(node.getId(), name.replaceFirst("^dev\\.sargasso\\.ir\\.", ""));
    }
    List<String> edges = new ArrayList<>();
    for (InputEdge edge : graph.getEdges()) {
      edges.add(edge.getFrom() + ">" + edge.getTo());
    }
    Map<String, List<Integer>> blocks = new TreeMap<>();
    Map<String, List<String>> successors = new TreeMap<>();
    for (InputBlock block : graph.getBlocks()) {
      // What has no place is shown in a block of this name.
      if (graph.getBlocks().size() == 1 && block.getName().equals("(no block)")) {
        continue;
      }
      blocks.put("B" + block.getName(), block.getNodes().stream().map(InputNode::getId).toList());
      successors.put(
          "B" + block.getName(),
          block.getSuccessors().stream().map(each -> "B" + each.getName()).toList());
    }
    return new ReadGraph(
        graph.getName().replaceFirst("^\\d+: ", ""),
        nodes,
        ReadGraph.counted(edges),
        blocks,
        successors);
  }

  @Test
  void overTheNetworkItIsTheSameDocument() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> received =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket client = server.accept()) {
                  client.getOutputStream().write('y');
                  client.getOutputStream().flush();
                  return client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      Writer out = IgvConnection.open("127.0.0.1", server.getLocalPort());
      try (IgvSink sink = new IgvSink(out)) {
        sink.function("empty", "", List.of());
      }
      assertEquals(Map.of("empty", List.of()), StrictIgvReader.read(received.get()));
    }
  }

  @Test
  void whoeverDoesNotGreetIsNoViewer() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = server.accept()) {
                  client.getOutputStream().write('n');
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      assertThrows(IOException.class, () -> IgvConnection.open("127.0.0.1", server.getLocalPort()));
      answered.get();
    }
  }
}
