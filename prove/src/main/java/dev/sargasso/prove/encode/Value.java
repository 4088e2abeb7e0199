package dev.sargasso.prove.encode;

import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Expr;

/** What a node gives in one execution: bits, or the state of memory. */
sealed interface Value permits Value.Scalar, MemoryState {
  /**
   * An integer, a pointer, or the bits of a floating-point number.
   *
   * @param bits of the width of the type
   * @param unspecified whether a broken promise or unwritten memory has gone into it
   * @param traps whether to compute it stops the program
   */
  record Scalar(Expr<BitVecSort> bits, BoolExpr unspecified, BoolExpr traps) implements Value {}
}
