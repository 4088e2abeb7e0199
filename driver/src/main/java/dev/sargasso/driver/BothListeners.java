package dev.sargasso.driver;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.pipeline.CompilationListener;

/**
 * Tells two listeners everything.
 *
 * @param first told before the other
 * @param second told behind the first
 */
record BothListeners(CompilationListener first, CompilationListener second)
    implements CompilationListener {
  @Override
  public void beforePass(Function function, String pass) {
    first.beforePass(function, pass);
    second.beforePass(function, pass);
  }

  @Override
  public void afterPass(Function function, String pass) {
    first.afterPass(function, pass);
    second.afterPass(function, pass);
  }

  @Override
  public void dump(Function function, String pass) {
    first.dump(function, pass);
    second.dump(function, pass);
  }

  @Override
  public void scheduleReady(Function function, Schedule schedule) {
    first.scheduleReady(function, schedule);
    second.scheduleReady(function, schedule);
  }

  @Override
  public void phaseDone(Function function, String phase, Object result) {
    first.phaseDone(function, phase, result);
    second.phaseDone(function, phase, result);
  }
}
