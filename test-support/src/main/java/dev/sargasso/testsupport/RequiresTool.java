package dev.sargasso.testsupport;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test, or all tests of a class, only where the named programs can be started by name, and
 * has those that did not run named at the end of the run.
 *
 * <p>On a method that is not run by JUnit Jupiter (a jqwik property) it has no effect; call {@link
 * Tools#find} there.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ToolCondition.class)
public @interface RequiresTool {
  /** The names of the programs as a shell would be given them, for example {@code cc}. */
  String[] value();
}
