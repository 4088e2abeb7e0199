package dev.sargasso.x64.encode;

import dev.sargasso.ir.program.Position;
import java.util.function.IntFunction;

/**
 * What a listing says of the source.
 *
 * @param table which position code comes from
 * @param file the number of the source file in the assembler's table of files, or 0 to leave out
 *     directives, so that no line table is made
 * @param bodyOffset where the parameters have been received
 * @param text the text of a line by its number; empty if it is not known
 */
public record SourceLines(LineTable table, int file, int bodyOffset, IntFunction<String> text) {
  /** Nothing. */
  public static final SourceLines NONE = new SourceLines(LineTable.EMPTY, 0, 0, _ -> "");

  /** Appends the rows from number {@code first} up to an offset; returns the next row's number. */
  int append(final int first, final int offset, final StringBuilder out) {
    int row = first;
    while (row < table.count() && (row == 0 ? 0 : table.offset(row)) <= offset) {
      final int position = table.position(row);
      final int line = Position.line(position);
      final int before = row == 0 ? 0 : Position.line(table.position(row - 1));
      if (line != before) {
        final String source = text.apply(line).strip();
        if (!source.isEmpty()) {
          out.append("\t# ").append(line).append(": ").append(source).append('\n');
        }
      }
      if (file > 0) {
        out.append("\t.loc ").append(file).append(' ').append(line).append(' ');
        out.append(Position.column(position));
        final boolean isBodyStart =
            bodyOffset > 0
                && table.offset(row) >= bodyOffset
                && (row == 0 || table.offset(row - 1) < bodyOffset);
        out.append(isBodyStart ? " prologue_end\n" : "\n");
      }
      row++;
    }
    return row;
  }
}
