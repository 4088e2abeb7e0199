package dev.sargasso.measure.sample;

/**
 * Whether one phase has become faster or slower.
 *
 * @param phase its name
 * @param before the median of its time, in nanoseconds
 * @param after the same of the other
 * @param ratio of the second to the first, with its interval
 * @param bytesBefore the median of what it allocates
 * @param bytesAfter the same of the other
 * @param outcome what to conclude
 */
public record Verdict(
    String phase,
    double before,
    double after,
    RatioOfMedians ratio,
    double bytesBefore,
    double bytesAfter,
    Outcome outcome) {
  /** What may be concluded. */
  public enum Outcome {
    /** It takes longer. */
    SLOWER("slower"),
    /** It takes less time. */
    FASTER("faster"),
    /** No difference has been found; the interval says how large one may be all the same. */
    NO_DIFFERENCE("no difference found"),
    /** So few samples could not show any difference. */
    TOO_FEW_SAMPLES("too few samples");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** For people. */
    public String text() {
      return text;
    }
  }

  /** Whether a difference was found. */
  public boolean isDifferent() {
    return outcome == Outcome.SLOWER || outcome == Outcome.FASTER;
  }
}
