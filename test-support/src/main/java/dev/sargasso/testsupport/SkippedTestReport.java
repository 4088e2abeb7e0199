package dev.sargasso.testsupport;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints, when all tests of a module have run, one line for each test or class that was left out
 * for want of a program: {@code skipped: NAME: needs PROGRAM}.
 */
public final class SkippedTestReport implements TestExecutionListener {
  private final Queue<String> skipped = new ConcurrentLinkedQueue<>();

  @Override
  public void executionSkipped(final TestIdentifier test, final String reason) {
    if (reason.startsWith(ToolCondition.REASON)) {
      skipped.add("skipped: " + name(test) + ": " + reason);
    }
  }

  @Override
  public void testPlanExecutionFinished(final TestPlan plan) {
    skipped.stream().sorted().forEach(System.out::println);
    skipped.clear();
  }

  private static String name(final TestIdentifier test) {
    final @Nullable TestSource source = test.getSource().orElse(null);
    return switch (source) {
      case MethodSource method -> method.getClassName() + "." + method.getMethodName();
      case ClassSource type -> type.getClassName();
      case null, default -> test.getDisplayName();
    };
  }
}
