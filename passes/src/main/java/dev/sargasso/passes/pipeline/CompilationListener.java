package dev.sargasso.passes.pipeline;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;

/**
 * Sees a compilation as it goes on. Functions are compiled in parallel, so methods may be called by
 * several threads at once, each for another function. A listener changes nothing; what it is handed
 * is only valid during the call.
 */
public interface CompilationListener {
  /** Sees nothing. */
  CompilationListener NONE = new CompilationListener() {};

  /** {@code pass} is about to run; the graph is that of {@code function}. */
  default void beforePass(Function function, String pass) {}

  /** {@code pass} has run. */
  default void afterPass(Function function, String pass) {}

  /** A flag asks to show the graph after {@code pass}, or the schedule after motion. */
  default void dump(Function function, String pass) {}

  /** Global code motion has given every node a place. */
  default void scheduleReady(Function function, Schedule schedule) {}

  /**
   * A later phase is done.
   *
   * @param phase such as {@code select}, {@code allocate} or {@code emit}
   * @param result what it made, of a type that goes with the phase
   */
  default void phaseDone(Function function, String phase, Object result) {}
}
