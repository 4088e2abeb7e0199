package dev.sargasso.visualizer.text;

import dev.sargasso.visualizer.dump.DumpFolder;
import dev.sargasso.visualizer.dump.DumpSink;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.dump.SourceLines;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes dumps as text, all to one file or each to one of its own. */
public final class TextSink implements DumpSink {
  private final @Nullable Writer file;
  private final @Nullable DumpFolder folder;

  private TextSink(@Nullable Writer file, @Nullable DumpFolder folder) {
    this.file = file;
    this.folder = folder;
  }

  /**
   * Writes all dumps one behind the other.
   *
   * @param out closed by {@link #close}
   */
  public static TextSink to(Writer out) {
    return new TextSink(out, null);
  }

  /** Writes each dump to a file of its own. */
  public static TextSink to(DumpFolder folder) {
    return new TextSink(null, folder);
  }

  @Override
  public boolean wantsOrder() {
    return true;
  }

  @Override
  public void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException {
    TextWriter writer = new TextWriter(SourceLines.of(sourceFile));
    if (file != null) {
      for (GraphDump dump : dumps) {
        writer.write(dump, file);
      }
    }
    if (folder != null) {
      String base = folder.newName(name);
      for (int i = 0; i < dumps.size(); i++) {
        try (Writer out = folder.open(base, i, dumps.get(i).phase(), "txt")) {
          writer.write(dumps.get(i), out);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
