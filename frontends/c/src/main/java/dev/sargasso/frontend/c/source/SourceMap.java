package dev.sargasso.frontend.c.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All files of a compilation, laid out in one range of positions.
 *
 * <p>Positions below {@link #FIRST} belong to no file, so that they can stand for columns or for
 * "unknown" where both kinds of number meet.
 */
public final class SourceMap {
  /** The position of no file at all: the command line, or text that the compiler made up. */
  public static final int UNKNOWN = 0;

  /** The smallest position of a character. */
  public static final int FIRST = 1 << 24;

  private final List<SourceFile> files = new ArrayList<>();
  private int next = FIRST;

  /** No files yet. */
  public SourceMap() {}

  /**
   * Adds a file.
   *
   * @throws IllegalArgumentException if all files together pass two thousand million characters
   */
  public SourceFile add(final String name, final String text) {
    if (text.length() >= Integer.MAX_VALUE - next - 1) {
      throw new IllegalArgumentException("the sources of this compilation are too large together");
    }
    final SourceFile file = new SourceFile(name, text, next);
    files.add(file);
    next = file.end() + 1;
    return file;
  }

  /** The file that a position lies in, or null for a position of no file. */
  public @Nullable SourceFile fileAt(final int position) {
    int low = 0;
    int high = files.size() - 1;
    while (low <= high) {
      final int middle = (low + high) >>> 1;
      final SourceFile file = files.get(middle);
      if (position < file.base()) {
        high = middle - 1;
      } else if (position > file.end()) {
        low = middle + 1;
      } else {
        return file;
      }
    }
    return null;
  }

  /**
   * The file, line and column of a position; a position of no file is the first file as a whole.
   */
  public Location locate(final int position) {
    final SourceFile file = fileAt(position);
    if (file == null) {
      return new Location(files.isEmpty() ? "<command line>" : files.getFirst().name(), 0, 0);
    }
    final int offset = position - file.base();
    final int line = file.lineAt(offset);
    return new Location(file.name(), line, offset - file.lineStart(line) + 1);
  }

  /** The text of the line that a position lies in, or an empty text for a position of no file. */
  public String lineText(final int position) {
    final SourceFile file = fileAt(position);
    return file == null ? "" : file.line(file.lineAt(position - file.base()));
  }

  /** The line number of a position, from 1, or 0 for a position of no file. */
  public int lineNumber(final int position) {
    final SourceFile file = fileAt(position);
    return file == null ? 0 : file.lineAt(position - file.base());
  }
}
