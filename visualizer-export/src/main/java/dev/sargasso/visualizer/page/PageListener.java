package dev.sargasso.visualizer.page;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.PassFlags;
import dev.sargasso.visualizer.dump.MachineDump;
import dev.sargasso.visualizer.dump.ScheduleDump;
import dev.sargasso.visualizer.dump.SeaDump;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Listens to a compilation for a {@link Page}. Takes memory in proportion to the first graph of
 * each function and to what passes change.
 */
public final class PageListener implements CompilationListener {
  private final Predicate<String> isWanted;
  private final Map<Function, History> histories = new HashMap<>();

  private final Set<String> passes = new LinkedHashSet<>();

  /** One function so far. Belongs to the thread that compiles it. */
  private static final class History {
    private final FunctionRecord phases = new FunctionRecord();
    private long started = System.nanoTime();
  }

  /**
   * @param isWanted which functions the page is to show, by name
   */
  public PageListener(Predicate<String> isWanted) {
    this.isWanted = isWanted;
  }

  private @Nullable History history(Function function) {
    if (!isWanted.test(function.name())) {
      return null;
    }
    synchronized (histories) {
      return histories.computeIfAbsent(function, each -> new History());
    }
  }

  @Override
  public void beforePass(Function function, String pass) {
    History history = history(function);
    if (history != null) {
      // Passes over the whole program are not announced; what they did shows before the next one.
      if (history.phases.edits() != function.graph().edits()) {
        sea(function, history.phases.edits() < 0 ? "source" : "program", history, 0);
      }
      history.started = System.nanoTime();
    }
  }

  @Override
  public void afterPass(Function function, String pass) {
    if (!pass.equals(PassFlags.MOTION)) {
      synchronized (histories) {
        passes.add(pass);
      }
    }
    History history = history(function);
    if (history != null && !pass.equals(PassFlags.MOTION)) {
      long took = System.nanoTime() - history.started;
      if (history.phases.edits() == function.graph().edits()) {
        history.phases.unchanged(pass, took);
      } else {
        sea(function, pass, history, took);
      }
      history.started = System.nanoTime();
    }
  }

  private static void sea(Function function, String phase, History history, long took) {
    history.phases.setEdits(function.graph().edits());
    history.phases.take(SeaDump.of(function, phase), took);
  }

  @Override
  public void scheduleReady(Function function, Schedule schedule) {
    History history = history(function);
    if (history != null) {
      long took = System.nanoTime() - history.started;
      history.phases.take(ScheduleDump.of(function, PassFlags.MOTION, schedule), schedule, took);
      history.started = System.nanoTime();
    }
  }

  @Override
  public void phaseDone(Function function, String phase, Object result) {
    History history = history(function);
    if (history != null) {
      long took = System.nanoTime() - history.started;
      switch (result) {
        case MachineFunction machine ->
            history.phases.take(MachineDump.of(function, phase, machine), took);
        case AllocatedFunction allocated ->
            history.phases.take(MachineDump.of(function, phase, allocated), took);
        default -> {}
      }
      history.started = System.nanoTime();
    }
  }

  /** The names of the passes that ran, in the order of their first runs. */
  public List<String> passes() {
    synchronized (histories) {
      return List.copyOf(passes);
    }
  }

  /** The phases of each function as a JSON array, by the function's name. */
  Map<String, String> functions() {
    Map<String, String> functions = new TreeMap<>();
    synchronized (histories) {
      histories.forEach(
          (function, history) -> functions.put(function.name(), history.phases.json()));
    }
    return functions;
  }
}
