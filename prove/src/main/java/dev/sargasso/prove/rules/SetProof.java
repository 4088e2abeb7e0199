package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.prove.encode.Answer;
import dev.sargasso.prove.encode.Arithmetic;
import dev.sargasso.prove.encode.Behaviour;
import dev.sargasso.prove.encode.Execution;
import dev.sargasso.prove.encode.NotEncodable;
import dev.sargasso.prove.encode.Refinement;
import dev.sargasso.prove.encode.Terms;
import java.util.HashMap;

/** Asks Z3 whether simplification keeps what an expression means at one width. Not for threads. */
final class SetProof implements AutoCloseable {
  /** Terms pile up in a context; it is renewed after so many proofs. */
  private static final int PROOFS_PER_CONTEXT = 300;

  private static final long ENCODING_NANOSECONDS = 60_000_000_000L;

  private final int milliseconds;
  private Terms terms = new Terms();
  private int proofsInContext;

  SetProof(int milliseconds) {
    this.milliseconds = milliseconds;
  }

  /** Asks. */
  Answer ask(Expression expression, Type type) {
    if (++proofsInContext > PROOFS_PER_CONTEXT) {
      terms.close();
      terms = new Terms();
      proofsInContext = 0;
    }
    try {
      Behaviour before = behaviour(Formula.of(expression, type, Simplifier.NONE));
      Behaviour after = behaviour(Formula.of(expression, type, Simplifications.whileBuilding()));
      return new Refinement(terms).ask(before, after, milliseconds);
    } catch (NotEncodable e) {
      throw new IllegalStateException(expression.toString(), e);
    }
  }

  private Behaviour behaviour(Formula formula) throws NotEncodable {
    return Execution.of(
        terms,
        new Arithmetic(terms, false),
        formula.function(),
        new HashMap<>(),
        0,
        System.nanoTime() + ENCODING_NANOSECONDS);
  }

  @Override
  public void close() {
    terms.close();
  }
}
