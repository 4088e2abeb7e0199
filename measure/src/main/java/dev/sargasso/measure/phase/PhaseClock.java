package dev.sargasso.measure.phase;

import com.sun.management.ThreadMXBean;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.pipeline.CompilationListener;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up CPU time and allocation of the phases of compilations that go on in one thread, that of
 * the caller. At each moment just one phase runs; where the listener hears that one ends, the next
 * one begins.
 */
public final class PhaseClock implements CompilationListener {
  /** Reading sources and building the sea. */
  public static final String READ = "read";

  /** What looks at several functions, and what lies between passes. */
  public static final String PROGRAM = "program";

  // There is a pass that is called select.
  private static final String SELECTION = "selection";
  private static final String ALLOCATION = "allocation";
  private static final String EMISSION = "emission";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<String> phases = new ArrayList<>();
  private final Map<String, Integer> indices = new HashMap<>();
  private long[] nanos = new long[64];
  private long[] bytes = new long[64];
  private int current;
  private long lastNanos;
  private long lastBytes;

  /** A clock that stands still. */
  public PhaseClock() {}

  /** Starts with a phase; time before does not count. */
  public void start(String phase) {
    current = index(phase);
    lastNanos = threads.getCurrentThreadCpuTime();
    lastBytes = threads.getCurrentThreadAllocatedBytes();
  }

  /** Ends the current phase and begins another. */
  public void enter(String phase) {
    long now = threads.getCurrentThreadCpuTime();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    nanos[current] += now - lastNanos;
    bytes[current] += allocated - lastBytes;
    lastNanos = now;
    lastBytes = allocated;
    current = index(phase);
  }

  /** Ends the current phase; what follows does not count until the next {@link #start}. */
  public void stop() {
    enter(phases.get(current));
  }

  private int index(String phase) {
    Integer known = indices.get(phase);
    if (known != null) {
      return known;
    }
    int index = phases.size();
    phases.add(phase);
    indices.put(phase, index);
    if (index == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * index);
      bytes = Arrays.copyOf(bytes, 2 * index);
    }
    return index;
  }

  /** Forgets all times, but not which phases there are. */
  public void reset() {
    Arrays.fill(nanos, 0);
    Arrays.fill(bytes, 0);
  }

  /** The phases so far, in the order in which they first began. */
  public List<String> phases() {
    return List.copyOf(phases);
  }

  /** CPU nanoseconds of phase number {@code i} since the last reset. */
  public long nanos(int i) {
    return nanos[i];
  }

  /** Bytes that it allocated. */
  public long bytes(int i) {
    return bytes[i];
  }

  @Override
  public void beforePass(Function function, String pass) {
    enter(pass);
  }

  @Override
  public void afterPass(Function function, String pass) {
    enter(PROGRAM);
  }

  @Override
  public void scheduleReady(Function function, Schedule schedule) {
    enter(SELECTION);
  }

  @Override
  public void phaseDone(Function function, String phase, Object result) {
    enter(
        switch (phase) {
          case "select" -> ALLOCATION;
          case "allocate" -> EMISSION;
          default -> PROGRAM;
        });
  }
}
