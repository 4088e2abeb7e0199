package dev.sargasso.visualizer.dump;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.PassFlags;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Dumps functions while they are compiled. What a phase has left as it was is not dumped again. A
 * function's dumps go to the sink together when its code is made, or at the end if it never is.
 */
public final class DumpListener implements CompilationListener, AutoCloseable {
  private final DumpSink sink;
  private final DumpFilter filter;
  private final Map<Function, History> histories = new HashMap<>();
  private final Set<String> functions = new TreeSet<>();
  private final Set<String> phases = new LinkedHashSet<>();
  private boolean isEmpty = true;
  private @Nullable IOException failure;

  /** The dumps of one function so far. Belongs to the thread that compiles it. */
  private static final class History {
    private final DumpFilter.Course course;
    private final List<GraphDump> dumps = new ArrayList<>();
    private int edits = -1;

    History(DumpFilter.Course course) {
      this.course = course;
    }
  }

  /**
   * @param sink closed by {@link #close}
   */
  public DumpListener(DumpSink sink, DumpFilter filter) {
    this.sink = sink;
    this.filter = filter;
  }

  private @Nullable History history(Function function, String phase) {
    synchronized (functions) {
      functions.add(function.name());
      phases.add(phase);
    }
    if (!filter.wants(function.name())) {
      return null;
    }
    synchronized (histories) {
      return histories.computeIfAbsent(function, each -> new History(filter.start()));
    }
  }

  @Override
  public void beforePass(Function function, String pass) {
    History history = history(function, "source");
    // Passes over the whole program are not announced; what they did shows before the next one.
    if (history != null && history.edits != function.graph().edits()) {
      sea(function, history.edits < 0 ? "source" : "program", history);
    }
  }

  @Override
  public void afterPass(Function function, String pass) {
    History history = history(function, pass);
    if (history != null && !pass.equals(PassFlags.MOTION)) {
      sea(function, pass, history);
    }
  }

  private void sea(Function function, String phase, History history) {
    boolean wanted = history.course.next(phase);
    boolean isChanged = history.edits != function.graph().edits();
    history.edits = function.graph().edits();
    if (wanted && (isChanged || history.dumps.isEmpty())) {
      history.dumps.add(
          sink.wantsOrder() ? SeaDump.ordered(function, phase) : SeaDump.of(function, phase));
    }
  }

  @Override
  public void scheduleReady(Function function, Schedule schedule) {
    History history = history(function, PassFlags.MOTION);
    if (history != null && history.course.next(PassFlags.MOTION)) {
      history.dumps.add(ScheduleDump.of(function, PassFlags.MOTION, schedule));
    }
  }

  @Override
  public void phaseDone(Function function, String phase, Object result) {
    History history = history(function, phase);
    if (history == null) {
      return;
    }
    boolean wanted = history.course.next(phase);
    switch (result) {
      case MachineFunction machine when wanted ->
          history.dumps.add(MachineDump.of(function, phase, machine));
      case AllocatedFunction allocated when wanted ->
          history.dumps.add(MachineDump.of(function, phase, allocated));
      default -> {}
    }
    if (phase.equals("emit")) {
      synchronized (histories) {
        histories.remove(function);
      }
      write(function, history);
    }
  }

  private void write(Function function, History history) {
    if (history.dumps.isEmpty()) {
      return;
    }
    synchronized (sink) {
      isEmpty = false;
      try {
        if (failure == null) {
          sink.function(function.name(), function.sourceFile(), history.dumps);
        }
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /** Whether nothing was dumped so far. */
  public boolean isEmpty() {
    synchronized (sink) {
      return isEmpty;
    }
  }

  /** The names of all functions so far, whether dumped or not. */
  public List<String> functions() {
    synchronized (functions) {
      return List.copyOf(functions);
    }
  }

  /** The names of all phases so far, in the order of their first appearance. */
  public List<String> phases() {
    synchronized (functions) {
      return List.copyOf(phases);
    }
  }

  /**
   * Writes what is left and closes the sink.
   *
   * @throws IOException if anything could not be written, now or before
   */
  @Override
  public void close() throws IOException {
    List<Map.Entry<Function, History>> rest;
    synchronized (histories) {
      rest = new ArrayList<>(histories.entrySet());
      histories.clear();
    }
    rest.sort(Comparator.comparing(entry -> entry.getKey().name()));
    try (sink) {
      for (Map.Entry<Function, History> entry : rest) {
        write(entry.getKey(), entry.getValue());
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
