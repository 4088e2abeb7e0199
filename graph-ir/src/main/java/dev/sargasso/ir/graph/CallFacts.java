package dev.sargasso.ir.graph;

import java.util.List;

/**
 * What is known of the callee of a CALL, packed into its immediate. Each fact is a promise: without
 * it anything is possible. A callee that keeps none of its memory to itself is not described here;
 * what a call does to the stack slots of the callee is nobody else's business and counts for none
 * of the facts.
 */
public final class CallFacts {
  /** Nothing is known. */
  public static final long NONE = 0;

  /** Memory is afterwards as it was before. */
  public static final long NO_WRITES = 1;

  /** What the callee gives and does depends on no memory that can be written. */
  public static final long NO_READS = 1 << 1;

  /** Control comes back behind the call, sooner or later. */
  public static final long RETURNS = 1 << 2;

  /** No pointer that is an argument can be got from anywhere once the callee is done. */
  public static final long NO_CAPTURE = 1 << 3;

  /**
   * The callee touches only objects that an argument points into, apart from memory that no program
   * text names. It takes no pointers out of those objects.
   */
  public static final long ARGUMENTS_ONLY = 1 << 4;

  /** The first result is null or the address of an object that nothing else points into. */
  public static final long FRESH = 1 << 5;

  /**
   * Nothing that the caller has in its own frame is needed any more, and returning the results is
   * all that follows: the call may become a jump.
   */
  public static final long LAST = 1 << 6;

  /** A call that neither depends on memory nor changes it. */
  public static final long CONST = NO_WRITES | NO_READS;

  private static final List<String> WORDS =
      List.of("no_writes", "no_reads", "returns", "no_capture", "arguments_only", "fresh", "last");

  private static final long ALL = (1L << WORDS.size()) - 1;

  private CallFacts() {}

  /** Whether all of {@code facts} are known of {@code call}. */
  public static boolean has(Node call, long facts) {
    return (call.immediate() & facts) == facts;
  }

  /** Whether {@code immediate} is a set of facts. */
  public static boolean isValid(long immediate) {
    return (immediate & ~ALL) == 0;
  }

  /** The words of the textual form, each with a space before it. */
  public static String text(long facts) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < WORDS.size(); i++) {
      if ((facts & (1L << i)) != 0) {
        out.append(' ').append(WORDS.get(i));
      }
    }
    return out.toString();
  }

  /** The fact that a word of the textual form stands for, or {@link #NONE}. */
  public static long ofWord(String word) {
    int at = WORDS.indexOf(word);
    return at < 0 ? NONE : 1L << at;
  }
}
