package dev.sargasso.passes.inline;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import java.util.Set;

/**
 * Removes functions that nobody can call: local ones that are reached neither from a global
 * function nor from the contents of a global variable, by calls or by their address. A walk over
 * the call graph; linear.
 */
public final class UnusedFunctions {
  private UnusedFunctions() {}

  /**
   * Removes them.
   *
   * @param calls of {@code program} as it is now
   * @param kept names of functions that stay in any case
   * @return how many functions have gone
   */
  public static int remove(Program program, CallGraph calls, Set<String> kept) {
    int count = calls.count();
    boolean[] used = new boolean[count];
    int[] stack = new int[count];
    int depth = 0;
    for (int i = 0; i < count; i++) {
      Function function = calls.function(i);
      if (function.linkage() != Linkage.LOCAL || kept.contains(function.name())) {
        used[i] = true;
        stack[depth++] = i;
      }
    }
    for (Global global : program.globals()) {
      for (Global.DataRelocation relocation : global.relocations()) {
        int function = calls.number(relocation.symbol());
        if (function >= 0 && !used[function]) {
          used[function] = true;
          stack[depth++] = function;
        }
      }
    }
    while (depth > 0) {
      int at = stack[--depth];
      depth = mark(calls.callees(at), used, stack, depth);
      depth = mark(calls.references(at), used, stack, depth);
    }
    int removed = 0;
    for (int i = 0; i < count; i++) {
      if (!used[i]) {
        program.remove(calls.function(i));
        removed++;
      }
    }
    return removed;
  }

  private static int mark(int[] targets, boolean[] used, int[] stack, int depth) {
    int top = depth;
    for (int target : targets) {
      if (!used[target]) {
        used[target] = true;
        stack[top++] = target;
      }
    }
    return top;
  }
}
