package dev.sargasso.bench.spills;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one instruction does with memory at a constant distance from the stack pointer.
 *
 * @param loads whether it reads it
 * @param stores whether it writes it
 * @param saves whether it is a push or a pop
 */
record StackAccess(boolean loads, boolean stores, boolean saves) {
  static final StackAccess NONE = new StackAccess(false, false, false);

  /** An operand at a distance from the stack pointer, without an index. */
  private static final Pattern SLOT = Pattern.compile("(-?0x[0-9a-f]+)?\\(%rsp\\)");

  private static final Pattern COMPARISON =
      Pattern.compile("(cmp|test|bt|v?u?comis[sd]|v?ptest|ptest)[bwlq]?");

  private static final Pattern MOVE =
      Pattern.compile(
          "(mov|movabs|movs[sd]|movap[sd]|movup[sd]|movdq[au]|mov[dq]|movbe|set[a-z]+"
              + "|vmov[a-z0-9]+)[bwlq]?");

  /**
   * Reads an instruction in the syntax of AT&amp;T, for example {@code mov 0x8(%rsp),%rax}.
   * Addresses of slots, calls, jumps and operands with an index do not count.
   */
  static StackAccess of(String instruction) {
    String[] words = instruction.strip().split("\\s+", 2);
    String name = words[0];
    if (name.matches("(push|pop)[wq]?")) {
      return new StackAccess(false, false, true);
    }
    if (words.length < 2 || name.matches("(lea|call|jmp|nop)[wlq]?")) {
      return NONE;
    }
    String operands = words[1].replaceFirst("\\s*[#<].*", "");
    Matcher slot = SLOT.matcher(operands);
    if (!slot.find()) {
      return NONE;
    }
    boolean isLast = slot.end() == operands.length();
    if (!isLast || COMPARISON.matcher(name).matches()) {
      return new StackAccess(true, false, false);
    }
    if (MOVE.matcher(name).matches()) {
      return new StackAccess(false, true, false);
    }
    // The last operand of other instructions is read and written, unless it is the only one of
    // those that just read it.
    boolean readsOnly = !operands.contains(",") && name.matches("(i?mul|i?div)[bwlq]?");
    return new StackAccess(true, !readsOnly, false);
  }
}
