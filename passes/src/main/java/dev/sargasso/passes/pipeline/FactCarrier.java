package dev.sargasso.passes.pipeline;

import java.util.Locale;

/** What carries the facts that conditions state to where values are used. */
public enum FactCarrier {
  /** A walk down the dominator tree with a stack of facts. */
  DOMINATORS,
  /** Sigma nodes: values get another name in the arms of branches. */
  SIGMA;

  /**
   * The carrier of this name, in small letters.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static FactCarrier of(String name) {
    for (FactCarrier carrier : values()) {
      if (carrier.toString().equals(name)) {
        return carrier;
      }
    }
    throw new IllegalArgumentException(
        "facts cannot be carried by '" + name + "'; take dominators or sigma");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
