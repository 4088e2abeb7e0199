package dev.sargasso.bench.generate;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Makes a generated program small by leaving out statements, while it keeps a property such as that
 * two executions of it differ. After A. Zeller and R. Hildebrandt, "Simplifying and isolating
 * failure-inducing input", IEEE TSE 28(2), 2002: ever smaller pieces are tried, and it ends when no
 * single statement can go.
 */
public final class Reducer {
  private final long seed;
  private final GeneratorOptions options;
  private final Predicate<String> property;
  private final int attempts;

  /**
   * @param property of the program's text; must hold of the whole program
   * @param attempts how often it is asked at most
   */
  public Reducer(long seed, GeneratorOptions options, Predicate<String> property, int attempts) {
    this.seed = seed;
    this.options = options;
    this.property = property;
    this.attempts = attempts;
  }

  /** The smallest program found. */
  public String reduce() {
    int count = ProgramGenerator.generate(seed, options).statements();
    boolean[] kept = new boolean[count];
    Arrays.fill(kept, true);
    int left = attempts;
    boolean progress = true;
    for (int piece = Math.max(1, count / 2); left > 0; ) {
      progress = false;
      for (int start = 0; start < count && left > 0; start += piece) {
        boolean[] fewer = kept.clone();
        Arrays.fill(fewer, start, Math.min(count, start + piece), false);
        if (Arrays.equals(fewer, kept)) {
          continue;
        }
        left--;
        if (property.test(text(fewer))) {
          kept = fewer;
          progress = true;
        }
      }
      if (piece > 1) {
        piece = (piece + 1) / 2;
      } else if (!progress) {
        break;
      }
    }
    return text(kept);
  }

  private String text(boolean[] kept) {
    return ProgramGenerator.generate(seed, options, number -> kept[number]).text();
  }
}
