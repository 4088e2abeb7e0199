package dev.sargasso.visualizer.bgv;

import dev.sargasso.visualizer.dump.DumpSink;
import dev.sargasso.visualizer.dump.GraphDump;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes dumps to one BGV stream, a group for each function. */
public final class BgvSink implements DumpSink {
  private final BgvWriter writer;

  /**
   * Starts a stream.
   *
   * @param out closed by {@link #close}
   */
  public BgvSink(OutputStream out) throws IOException {
    writer = new BgvWriter(out);
  }

  @Override
  public void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException {
    writer.beginGroup(name, sourceFile);
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
