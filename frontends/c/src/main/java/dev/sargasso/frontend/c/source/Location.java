package dev.sargasso.frontend.c.source;

/**
 * A place in a file, as people count.
 *
 * @param file the file's name
 * @param line from 1; 0 means the file as a whole
 * @param column in characters, from 1; 0 means the line as a whole
 */
public record Location(String file, int line, int column) {
  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
