package dev.sargasso.ir.build;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * How the variables of a source program become values, that is, where phis go.
 *
 * <p>All give the same function. They differ in the phis that they make, which later passes find
 * superfluous, and in the time that this takes.
 */
public enum SsaConstruction {
  /**
   * Looks variables up through predecessors, and makes phis on demand while the graph is built: M.
   * Braun et al., "Simple and Efficient Construction of Static Single Assignment Form" (CC 2013).
   */
  BRAUN("braun"),
  /**
   * A phi wherever two definitions of a variable meet, read or not: R. Cytron et al., "Efficiently
   * Computing Static Single Assignment Form and the Control Dependence Graph" (TOPLAS 1991).
   */
  MINIMAL("minimal"),
  /**
   * The same, but only for variables that some block reads before it writes them: P. Briggs et al.,
   * "Practical Improvements to the Construction and Destruction of Static Single Assignment Form"
   * (Software: Practice and Experience 1998).
   */
  SEMI_PRUNED("semi-pruned"),
  /**
   * The same, but only where the variable is live: J.-D. Choi, R. Cytron and J. Ferrante,
   * "Automatic Construction of Sparse Data Flow Evaluation Graphs" (POPL 1991).
   */
  PRUNED("pruned");

  private final String text;

  SsaConstruction(String text) {
    this.text = text;
  }

  /** The name on command lines. */
  public String text() {
    return text;
  }

  /**
   * The construction of this name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static SsaConstruction of(String text) {
    for (SsaConstruction construction : values()) {
      if (construction.text.equals(text)) {
        return construction;
      }
    }
    throw new IllegalArgumentException(
        "there is no SSA construction '"
            + text
            + "'; take "
            + Arrays.stream(values()).map(SsaConstruction::text).collect(Collectors.joining(", ")));
  }
}
