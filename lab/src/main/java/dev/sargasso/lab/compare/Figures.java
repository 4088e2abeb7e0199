package dev.sargasso.lab.compare;

import java.util.Arrays;

/** A number for each {@link Measure}. */
public final class Figures {
  private final double[] values = new double[Measure.values().length];

  /** All zero. */
  Figures() {}

  /** The number for a measure. */
  public double get(Measure measure) {
    return values[measure.ordinal()];
  }

  void set(Measure measure, double value) {
    values[measure.ordinal()] = value;
  }

  void add(Measure measure, double value) {
    values[measure.ordinal()] += value;
  }

  void raise(Measure measure, double value) {
    values[measure.ordinal()] = Math.max(values[measure.ordinal()], value);
  }

  /** Counts something once, and once more as often as it is executed. */
  void count(Measure fixed, Measure executed, double times) {
    add(fixed, 1);
    add(executed, times);
  }

  /** Sums, or maxima, of these and others. */
  Figures plus(Figures other) {
    Figures sum = new Figures();
    for (Measure measure : Measure.values()) {
      sum.set(
          measure,
          measure.isSum()
              ? get(measure) + other.get(measure)
              : Math.max(get(measure), other.get(measure)));
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Figures figures && Arrays.equals(values, figures.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
