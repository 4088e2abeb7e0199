package dev.sargasso.bench.generate;

/**
 * An expression without side effects.
 *
 * @param text in C, in parentheses unless it is primary or postfix
 * @param type after no conversion at all
 */
record Expression(String text, Scalar type) {
  /** This expression converted by a cast. */
  Expression as(Scalar target) {
    return new Expression("(" + target.text + ")" + text, target).grouped();
  }

  /** This expression in parentheses. */
  Expression grouped() {
    return new Expression("(" + text + ")", type);
  }
}
