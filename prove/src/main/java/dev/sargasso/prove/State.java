package dev.sargasso.prove;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.prove.encode.Arithmetic;
import dev.sargasso.prove.encode.Behaviour;
import dev.sargasso.prove.encode.Execution;
import dev.sargasso.prove.encode.NotEncodable;
import dev.sargasso.prove.encode.Terms;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function at one moment as formulas: with floating-point operations taken as unknown functions,
 * and exactly, if there are any.
 */
record State(
    @Nullable Behaviour plain, @Nullable Behaviour exact, boolean hasFloats, String problem) {
  static State of(
      Terms terms, Function function, Map<String, Integer> symbols, ProofOptions options) {
    try {
      Behaviour plain = behaviour(terms, function, symbols, options, false);
      boolean hasFloats = computesOnFloats(function.graph());
      Behaviour exact = hasFloats ? behaviour(terms, function, symbols, options, true) : plain;
      return new State(plain, exact, hasFloats, "");
    } catch (NotEncodable e) {
      return new State(null, null, false, String.valueOf(e.getMessage()));
    }
  }

  private static Behaviour behaviour(
      Terms terms,
      Function function,
      Map<String, Integer> symbols,
      ProofOptions options,
      boolean exactFloats)
      throws NotEncodable {
    long deadline = System.nanoTime() + 1_000_000L * options.milliseconds();
    return Execution.of(
        terms, new Arithmetic(terms, exactFloats), function, symbols, options.rounds(), deadline);
  }

  private static boolean computesOnFloats(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && isFloating(node.op())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFloating(Op op) {
    return switch (op) {
      case FADD, FSUB, FMUL, FDIV, FSQRT, FEQ, FNE, FLT, FLE -> true;
      case INT_TO_FLOAT, UINT_TO_FLOAT, FLOAT_TO_INT, FLOAT_TO_UINT -> true;
      case FLOAT_EXTEND, FLOAT_ROUND -> true;
      default -> false;
    };
  }
}
