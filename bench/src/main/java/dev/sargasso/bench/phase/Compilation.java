package dev.sargasso.bench.phase;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.measure.shape.Subject;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One function on its way from the builder to machine code. A phase that follows optimisation,
 * which changes the graph, may be done again and again; its result is then always the same.
 */
public final class Compilation {
  private final Supplier<Function> builder;
  private final Workspace workspace;
  private @Nullable Function function;
  private @Nullable Schedule schedule;
  private @Nullable MachineFunction machine;
  private @Nullable AllocatedFunction allocated;
  private @Nullable MachineCode code;

  /**
   * @param builder makes the function
   * @param workspace for one compilation at a time
   */
  public Compilation(Supplier<Function> builder, Workspace workspace) {
    this.builder = builder;
    this.workspace = workspace;
  }

  /** The compilation of a subject of about {@code nodes} nodes. */
  public static Compilation of(Subject subject, int nodes, Workspace workspace) {
    return new Compilation(
        () -> subject.builder().build(nodes, workspace.newSimplifier()), workspace);
  }

  /** Does one phase; all before it must have been done. */
  public void run(Phase phase) {
    switch (phase) {
      case CONSTRUCTION -> function = builder.get();
      case OPTIMISATION -> workspace.optimise(function());
      case MOTION -> schedule = workspace.schedule(function());
      case SELECTION -> machine = workspace.select(function(), schedule());
      case ALLOCATION -> allocated = workspace.allocate(machine());
      case EMISSION -> code = workspace.emit(function(), allocated());
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

  /** The instructions, once they have been selected. */
  public MachineFunction machine() {
    return Objects.requireNonNull(machine, "not selected yet");
  }

  /** The instructions with registers, once these have been allocated. */
  public AllocatedFunction allocated() {
    return Objects.requireNonNull(allocated, "not allocated yet");
  }

  /** The bytes, once they have been emitted. */
  public MachineCode code() {
    return Objects.requireNonNull(code, "not emitted yet");
  }
}
