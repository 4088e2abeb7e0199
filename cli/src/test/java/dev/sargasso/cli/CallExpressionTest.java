package dev.sargasso.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls on the command line are read as written or refused. */
final class CallExpressionTest {
  @Test
  void integersHexAndDecimalsAreRead() {
    CallExpression call = CallExpression.parse(" f ( 1, -2 ,0xff, 2.5) ");
    assertEquals("f", call.function());
    assertEquals(List.<Number>of(1L, -2L, 255L, 2.5), call.arguments());
    assertEquals(List.of(), CallExpression.parse("g()").arguments());
  }

  @ParameterizedTest
  @ValueSource(strings = {"f", "(1)", "f(1", "f(x)", "f(1,)", "f(99999999999999999999)"})
  void whatIsNoCallIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> CallExpression.parse(text));
  }
}
