package dev.sargasso.bench.generate;

/**
 * An upper bound of how much one activation of a function executes, in statements, kept while the
 * function is made.
 */
final class Work {
  private final double limit;
  private double weight = 1;
  private double spent;

  Work(double limit) {
    this.limit = limit;
  }

  /** Whether something that costs {@code cost} each time may be done here. */
  boolean affords(double cost) {
    return spent + weight * cost <= limit;
  }

  void spend(double cost) {
    spent += weight * cost;
  }

  /** What follows, up to {@link #leave}, is done {@code times} as often. */
  void enter(int times) {
    weight *= times;
  }

  void leave(int times) {
    weight /= times;
  }

  double spent() {
    return spent;
  }
}
