package dev.sargasso.passes.inline;

import java.util.Locale;

/** What inlining has done; belongs to one thread. */
public final class InlineCounts {
  private long seen;
  private long inlined;
  private long unrolled;
  private final long[] refused = new long[Refusal.values().length];

  /** Nothing yet. */
  public InlineCounts() {}

  void seen() {
    seen++;
  }

  void inlined() {
    inlined++;
  }

  void unrolled() {
    unrolled++;
  }

  void refused(Refusal reason) {
    refused[reason.ordinal()]++;
  }

  /** Calls looked at. */
  public long calls() {
    return seen;
  }

  /** Calls replaced by a copy of another function. */
  public long replaced() {
    return inlined;
  }

  /** Calls of a function by itself replaced by a copy of it. */
  public long recursionsUnrolled() {
    return unrolled;
  }

  /** Calls that stay for this reason. */
  public long refusals(Refusal reason) {
    return refused[reason.ordinal()];
  }

  /** Adds what another thread has counted. */
  public void add(InlineCounts other) {
    seen += other.seen;
    inlined += other.inlined;
    unrolled += other.unrolled;
    for (int i = 0; i < refused.length; i++) {
      refused[i] += other.refused[i];
    }
  }

  /** One line for people; empty if no call was looked at. */
  public String text() {
    if (seen == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "calls: %d seen, %d inlined, %d recursive ones unrolled; refused:",
            seen,
            inlined,
            unrolled));
    for (Refusal reason : Refusal.values()) {
      if (refused[reason.ordinal()] > 0) {
        text.append(' ')
            .append(refused[reason.ordinal()])
            .append(' ')
            .append(reason.text())
            .append(',');
      }
    }
    text.setLength(text.length() - 1);
    return text.append('\n').toString();
  }
}
