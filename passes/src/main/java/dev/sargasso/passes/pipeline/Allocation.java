package dev.sargasso.passes.pipeline;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts what the current thread allocates. Loaded only when somebody asks, since it is slow to.
 */
final class Allocation {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Allocation() {}

  /** Bytes that this thread has allocated so far. */
  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
