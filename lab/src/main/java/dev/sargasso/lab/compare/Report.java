package dev.sargasso.lab.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * A comparison that has been made.
 *
 * @param file what was compiled
 * @param options how, in a few words
 * @param contestants their names
 * @param profile where the numbers of executions come from
 * @param functions in order of definition
 * @param times one for each contestant, or none if nothing was run
 * @param notes what the reader must know besides
 */
public record Report(
    String file,
    String options,
    List<String> contestants,
    String profile,
    List<FunctionReport> functions,
    List<Timing> times,
    List<String> notes) {
  /** Copies the lists. */
  public Report {
    contestants = List.copyOf(contestants);
    functions = List.copyOf(functions);
    times = List.copyOf(times);
    notes = List.copyOf(notes);
  }

  /** All functions together: for each contestant the sums, or where that makes sense maxima. */
  public List<Figures> total() {
    List<Figures> sums = new ArrayList<>();
    for (int i = 0; i < contestants.size(); i++) {
      Figures sum = new Figures();
      for (FunctionReport function : functions) {
        sum = sum.plus(function.figures().get(i));
      }
      sums.add(sum);
    }
    return sums;
  }
}
