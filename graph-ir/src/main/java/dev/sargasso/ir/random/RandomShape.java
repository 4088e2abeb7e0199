package dev.sargasso.ir.random;

/**
 * What a random program may contain.
 *
 * @param statements about how many statements, at least 1
 * @param variables how many variables of each type, at least 1
 * @param aliasClasses how many alias classes besides class 0, each with a global of its own
 * @param jumps whether blocks jump anywhere, which makes most loops irreducible; else control is
 *     structured
 * @param endless whether there may be loops without exit; such a program need not end
 * @param calls whether it calls the other function of the program, and functions by address
 * @param volatileAccesses whether some accesses are volatile
 * @param guards whether it may trap by a GUARD with code 7
 * @param vectors whether there are vectors of 128 bits
 */
public record RandomShape(
    int statements,
    int variables,
    int aliasClasses,
    boolean jumps,
    boolean endless,
    boolean calls,
    boolean volatileAccesses,
    boolean guards,
    boolean vectors) {
  /** Structured, ends, never traps. */
  public static final RandomShape STRUCTURED =
      new RandomShape(40, 3, 3, false, false, true, true, false, false);

  /** Jumps anywhere, ends, never traps. */
  public static final RandomShape JUMPING =
      new RandomShape(40, 3, 3, true, false, true, true, false, false);

  /** Everything, for tests that do not run it. */
  public static final RandomShape WILD =
      new RandomShape(40, 3, 3, true, true, true, true, true, true);

  /** The same with another number of statements. */
  public RandomShape withStatements(int count) {
    return new RandomShape(
        count, variables, aliasClasses, jumps, endless, calls, volatileAccesses, guards, vectors);
  }

  /** The same with vectors. */
  public RandomShape withVectors() {
    return new RandomShape(
        statements, variables, aliasClasses, jumps, endless, calls, volatileAccesses, guards, true);
  }
}
