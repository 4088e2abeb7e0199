package dev.sargasso.bench.phase;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One function on its way from the builder to machine code. */
public final class Compilation {
  private final Subject subject;
  private final int nodes;
  private @Nullable Function function;
  private @Nullable Schedule schedule;

  /**
   * @param nodes about how many nodes the function is to have
   */
  public Compilation(Subject subject, int nodes) {
    this.subject = subject;
    this.nodes = nodes;
  }

  /** Does one phase; all before it must have been done. */
  public void run(Phase phase) {
    switch (phase) {
      case CONSTRUCTION -> function = subject.builder().build(nodes, Simplifier.NONE);
      case MOTION ->
          schedule = GlobalCodeMotion.schedule(function(), GlobalCodeMotion.Options.DEFAULT);
    }
  }

  /** Does all phases before {@code phase}. */
  public void runUpTo(Phase phase) {
    for (int i = 0; i < phase.ordinal(); i++) {
      run(Phase.values()[i]);
    }
  }

  /** The function, once it has been constructed. */
  public Function function() {
    return Objects.requireNonNull(function, "not constructed yet");
  }

  /** The schedule, once there is one. */
  public Schedule schedule() {
    return Objects.requireNonNull(schedule, "not scheduled yet");
  }
}
