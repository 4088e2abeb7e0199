package dev.sargasso.prove;

/** What came of the comparison of a function before and after a pass. */
public sealed interface Verdict {
  /** One line for people. */
  String text();

  /** Both are one formula: there was nothing to ask. */
  record Same() implements Verdict {
    @Override
    public String text() {
      return "proven (the same formula)";
    }
  }

  /** They agree for all inputs. */
  record Proven() implements Verdict {
    @Override
    public String text() {
      return "proven";
    }
  }

  /**
   * They agree for all inputs with which no loop goes round more than {@code rounds} times.
   *
   * @param same whether both are one formula
   */
  record ProvenTo(int rounds, boolean same) implements Verdict {
    @Override
    public String text() {
      return "proven for loops of up to "
          + rounds
          + " rounds"
          + (same ? " (the same formula)" : "");
    }
  }

  /** Neither a proof nor an input that tells them apart has been found. */
  record Unknown(String reason) implements Verdict {
    @Override
    public String text() {
      return "unknown: " + reason;
    }
  }

  /** There is no formula for one of the two. */
  record NotEncodable(String reason) implements Verdict {
    @Override
    public String text() {
      return "not encodable: " + reason;
    }
  }

  /**
   * An input tells them apart by formula, but not when it is run. That may be since the difference
   * lies in calls or memory that a run cannot be given, or in how unspecified values are modelled.
   */
  record Unconfirmed(String what, String call) implements Verdict {
    @Override
    public String text() {
      return "unconfirmed: " + what + " for " + call + " by formula, but not in a run";
    }
  }

  /**
   * The pass has changed what the function does.
   *
   * @param call with which the interpreter shows it
   * @param before what it gave
   * @param after what it gives now
   */
  record Wrong(String what, String call, String before, String after) implements Verdict {
    @Override
    public String text() {
      return "WRONG: "
          + what
          + "\n    "
          + call
          + " gave  "
          + before
          + "\n    and now gives "
          + after;
    }
  }
}
