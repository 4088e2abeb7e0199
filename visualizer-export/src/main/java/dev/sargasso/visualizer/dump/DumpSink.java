package dev.sargasso.visualizer.dump;

import java.io.IOException;
import java.util.List;

/** Takes the dumps of whole functions, one function at a time. */
public interface DumpSink extends AutoCloseable {
  /**
   * Takes all dumps of a function, in order.
   *
   * @param sourceFile where the function is from, or the empty string
   * @throws IOException if they cannot be written
   */
  void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException;

  /** Whether seas are to come with the order of a trial schedule, which takes time to make. */
  default boolean wantsOrder() {
    return false;
  }

  @Override
  void close() throws IOException;
}
