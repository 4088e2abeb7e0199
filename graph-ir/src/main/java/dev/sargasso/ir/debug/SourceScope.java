package dev.sargasso.ir.debug;

/**
 * A stretch of source in which names are known.
 *
 * @param parent the index of the scope around it; -1 for that of a whole function
 * @param begin the packed position of its beginning, see {@link dev.sargasso.ir.program.Position}
 * @param end the packed position of its end, which belongs to it
 */
public record SourceScope(int parent, int begin, int end) {
  /** Whether a packed position lies in the scope. */
  public boolean contains(int position) {
    return Integer.compareUnsigned(begin, position) <= 0
        && Integer.compareUnsigned(position, end) <= 0;
  }
}
