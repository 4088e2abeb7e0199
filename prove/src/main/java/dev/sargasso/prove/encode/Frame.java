package dev.sargasso.prove.encode;

import com.microsoft.z3.BoolExpr;
import org.jspecify.annotations.Nullable;

/**
 * A block in one round of each loop around it, with what is known when control comes there: under
 * which condition it does, and the values that were executed before and are needed from here on.
 */
final class Frame {
  final int block;

  /** Rounds of the loops around the block, from the outermost on. */
  final int[] rounds;

  BoolExpr condition;

  /** By number of executed value; null for what is not needed. */
  final @Nullable Value[] executed;

  Frame(int block, int[] rounds, BoolExpr condition, @Nullable Value[] executed) {
    this.block = block;
    this.rounds = rounds;
    this.condition = condition;
    this.executed = executed;
  }

  /** Control comes here by another edge, too; conditions of edges exclude each other. */
  void join(Terms terms, BoolExpr edge, @Nullable Value[] values) {
    condition = terms.or(condition, edge);
    for (int i = 0; i < executed.length; i++) {
      Value here = executed[i];
      Value there = values[i];
      executed[i] = here == null || there == null ? null : choose(terms, edge, there, here);
    }
  }

  private static Value choose(Terms terms, BoolExpr condition, Value a, Value b) {
    if (a.equals(b)) {
      return a;
    }
    if (a instanceof MemoryState x && b instanceof MemoryState y) {
      return MemoryState.choose(terms, condition, x, y);
    }
    Value.Scalar x = (Value.Scalar) a;
    Value.Scalar y = (Value.Scalar) b;
    return new Value.Scalar(
        terms.choose(condition, x.bits(), y.bits()),
        terms.choose(condition, x.unspecified(), y.unspecified()),
        terms.choose(condition, x.traps(), y.traps()));
  }
}
