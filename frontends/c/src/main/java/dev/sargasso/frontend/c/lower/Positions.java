package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.source.SourceFile;
import dev.sargasso.frontend.c.source.SourceMap;
import dev.sargasso.ir.program.Position;
import org.jspecify.annotations.Nullable;

/** Turns positions of the source map into lines and columns; neighbours cost next to nothing. */
final class Positions {
  private final SourceMap sources;
  private int lineStart;
  private int lineEnd;
  private int line;
  private @Nullable SourceFile file;

  Positions(final SourceMap sources) {
    this.sources = sources;
  }

  /** A position as nodes carry it. */
  int pack(final int position) {
    if (position < lineStart || position >= lineEnd) {
      find(position);
    }
    return file == null ? Position.NONE : Position.of(line, position - lineStart + 1);
  }

  private void find(final int position) {
    file = sources.fileAt(position);
    if (file == null) {
      lineStart = 0;
      lineEnd = 0;
      return;
    }
    line = file.lineAt(position - file.base());
    lineStart = file.base() + file.lineStart(line);
    final int next = file.text().indexOf('\n', lineStart - file.base());
    lineEnd = next < 0 ? file.end() + 1 : file.base() + next + 1;
  }

  /** The name of the file that a position lies in; empty for none. */
  String fileName(final int position) {
    final SourceFile found = sources.fileAt(position);
    return found == null ? "" : found.name();
  }
}
