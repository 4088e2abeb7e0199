package dev.sargasso.testsupport;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides whether what {@link RequiresTool} marks can run here. */
final class ToolCondition implements ExecutionCondition {
  /** How the reason starts by which {@link SkippedTestReport} knows our own skips. */
  static final String REASON = "needs ";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(final ExtensionContext context) {
    final List<String> missing =
        context.getElement().map(ToolCondition::missing).orElseGet(List::of);
    return missing.isEmpty()
        ? ConditionEvaluationResult.enabled("every required program is on the path")
        : ConditionEvaluationResult.disabled(REASON + String.join(", ", missing));
  }

  private static List<String> missing(final AnnotatedElement element) {
    final List<String> missing = new ArrayList<>();
    AnnotationSupport.findAnnotation(element, RequiresTool.class)
        .ifPresent(
            required -> {
              for (final String tool : required.value()) {
                if (Tools.find(tool).isEmpty()) {
                  missing.add(tool);
                }
              }
            });
    return missing;
  }
}
