package dev.sargasso.visualizer.igv;

import dev.sargasso.visualizer.dump.DumpSink;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.SourceLines;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * Writes dumps to one document of IGV, a group for each function, with its source if that is there.
 */
public final class IgvSink implements DumpSink {
  private final IgvWriter writer;

  /**
   * Starts a document.
   *
   * @param out closed by {@link #close}
   */
  public IgvSink(Writer out) throws IOException {
    writer = new IgvWriter(out);
  }

  @Override
  public void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException {
    int first = Integer.MAX_VALUE;
    int last = 0;
    for (GraphDump dump : dumps) {
      for (GraphDump.DumpedNode node : dump.nodes()) {
        if (node.line() > 0) {
          first = Math.min(first, node.line());
          last = Math.max(last, node.line());
        }
      }
    }
    List<String> lines = SourceLines.of(sourceFile);
    last = Math.min(last, lines.size());
    boolean isKnown = first <= last;
    writer.beginGroup(
        name, isKnown ? lines.subList(first - 1, last) : List.of(), isKnown ? first : 1);
    for (GraphDump dump : dumps) {
      writer.graph(dump);
    }
    writer.endGroup();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
