package dev.sargasso.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RequiresToolTest {
  private static final AtomicInteger RUNS = new AtomicInteger();

  /** Not named like a test class, so that only this test runs it. */
  static final class Sample {
    @Test
    @RequiresTool("sh")
    void needsTheShell() {
      RUNS.incrementAndGet();
    }

    @Test
    @RequiresTool({"sh", "no-program-has-this-name"})
    void needsWhatIsMissing() {
      RUNS.incrementAndGet();
    }
  }

  @RequiresTool("no-program-has-this-name-either")
  static final class MissingForAll {
    @Test
    void cannotRun() {
      RUNS.incrementAndGet();
    }
  }

  @Test
  void testsWhoseToolIsMissingDoNotRunAndAreNamed() {
    final int before = RUNS.get();
    final PrintStream console = System.out;
    final ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      launcher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(Sample.class), selectClass(MissingForAll.class))
                  .build());
    } finally {
      System.setOut(console);
    }
    assertEquals(1, RUNS.get() - before);
    final String prefix = "skipped: " + RequiresToolTest.class.getName();
    assertEquals(
        List.of(
            prefix + "$MissingForAll: needs no-program-has-this-name-either",
            prefix + "$Sample.needsWhatIsMissing: needs no-program-has-this-name"),
        captured.toString(StandardCharsets.UTF_8).lines().toList());
  }

  /** A launcher that has our listener and nobody else's. */
  private static Launcher launcher() {
    return LauncherFactory.create(
        LauncherConfig.builder()
            .enableTestExecutionListenerAutoRegistration(false)
            .addTestExecutionListeners(new SkippedTestReport())
            .build());
  }
}
