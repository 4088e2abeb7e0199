package dev.sargasso.visualizer.exchange;

import dev.sargasso.visualizer.dump.DumpFolder;
import dev.sargasso.visualizer.dump.DumpSink;
import dev.sargasso.visualizer.dump.GraphDump;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Writes each dump to a file of its own. */
public final class ExchangeSink implements DumpSink {
  private final DumpFolder folder;
  private final ExchangeFormat format;

  /** Writes to {@code folder}. */
  public ExchangeSink(DumpFolder folder, ExchangeFormat format) {
    this.folder = folder;
    this.format = format;
  }

  @Override
  public void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException {
    String base = folder.newName(name);
    for (int i = 0; i < dumps.size(); i++) {
      try (Writer out = folder.open(base, i, dumps.get(i).phase(), format.text())) {
        GraphExport.dump(dumps.get(i), format, out);
      }
    }
  }

  @Override
  public void close() {}
}
