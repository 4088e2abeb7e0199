package dev.sargasso.passes.decision;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says of each change that passes could make whether they may. Whatever the answers, a program
 * keeps its meaning: only what is optional is asked for.
 *
 * <p>Functions are compiled in parallel, so several threads may ask at once.
 */
public interface Decisions {
  /** The name under which rules fire while a function is being built, before any pass. */
  String CONSTRUCTION = "construction";

  /** Everything may be done. */
  Decisions ALL = new Decisions() {};

  /** Whether {@code pass}, which is not a required one, may run on {@code function} at all. */
  default boolean mayRun(String pass, Function function) {
    return true;
  }

  /**
   * Whether one change may be made. Asked when nothing has been made for it yet.
   *
   * @param pass the name of the pass in work, or {@link #CONSTRUCTION}
   * @param function the function in work; null during construction, when it does not exist yet
   * @param change what would be done, in the words of the pass: the name of a rule, for example
   * @param node where it would be done
   */
  default boolean mayChange(String pass, @Nullable Function function, String change, Node node) {
    return true;
  }

  /**
   * A rewrite of one's own beyond the rules of simplification, tried before them: for experiments,
   * and to see whether a wrong rewrite is found.
   *
   * @return what stands for {@code node} from now on, of the same type; null to leave it to the
   *     rules. It must lead to an end, as rules do.
   */
  default @Nullable Node substitute(
      String pass, @Nullable Function function, Graph graph, Node node) {
    return null;
  }
}
