package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.simplify.Rule;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.prove.encode.Answer;
import dev.sargasso.prove.encode.Arithmetic;
import dev.sargasso.prove.encode.Behaviour;
import dev.sargasso.prove.encode.Execution;
import dev.sargasso.prove.encode.NotEncodable;
import dev.sargasso.prove.encode.Refinement;
import dev.sargasso.prove.encode.Terms;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Simplifies expressions and compares. Close it when done. */
public final class RuleProof implements AutoCloseable {
  /** Terms pile up in a context; it is renewed after so many proofs. */
  private static final int PROOFS_PER_CONTEXT = 300;

  private static final long[] ALL = new long[256];
  private static final long[] FIRSTS = new long[1 << 16];
  private static final long[] SECONDS = new long[1 << 16];

  static {
    for (int i = 0; i < 256; i++) {
      ALL[i] = (byte) i;
    }
    for (int i = 0; i < 1 << 16; i++) {
      FIRSTS[i] = (byte) (i >> 8);
      SECONDS[i] = (byte) i;
    }
  }

  private final int proofsPerSet;
  private final int milliseconds;
  private final Map<BitSet, Integer> proofs = new HashMap<>();
  private final EnumSet<Rule> fired = EnumSet.noneOf(Rule.class);
  private final List<String> faults = new ArrayList<>();
  private Terms terms = new Terms();
  private int proofsInContext;

  private long looked;
  private long changed;
  private long proven;
  private long unknown;

  /**
   * @param proofsPerSet how many expressions are proven at 32 and 64 bits for each set of rules
   * @param milliseconds for each proof
   */
  public RuleProof(int proofsPerSet, int milliseconds) {
    this.proofsPerSet = proofsPerSet;
    this.milliseconds = milliseconds;
  }

  /** Expressions looked at. */
  public long looked() {
    return looked;
  }

  /** Expressions that simplification changed, all of them evaluated for all operands of 8 bits. */
  public long changed() {
    return changed;
  }

  /** Proofs by Z3 that succeeded. */
  public long proven() {
    return proven;
  }

  /** Questions that Z3 has not answered in time. */
  public long unknown() {
    return unknown;
  }

  /** How many rules were applied, at any width. */
  public int ruleCount() {
    return fired.size();
  }

  /** The names of the rules that were never applied, in the order of their declaration. */
  public List<String> rulesNotMet() {
    return EnumSet.complementOf(fired).stream().map(Rule::name).toList();
  }

  /** Sets of rules that were applied together. */
  public int sets() {
    return proofs.size();
  }

  /** What is wrong: an expression and an input each. */
  public List<String> faults() {
    return faults;
  }

  @Override
  public void close() {
    terms.close();
  }

  /** Looks at one expression. */
  public void look(Expression expression) {
    looked++;
    BitSet rules = new BitSet();
    Formula plain = Formula.of(expression, Type.I8, Simplifier.NONE);
    Formula simple = simplified(expression, Type.I8, rules);
    if (rules.isEmpty()) {
      return;
    }
    changed++;
    evaluate(expression, plain.root(), simple.root());
    BitSet wideRules = new BitSet();
    Formula wide = simplified(expression, Type.I32, wideRules);
    if (proofs.merge(wideRules, 1, Integer::sum) <= proofsPerSet) {
      prove(expression, Type.I32, wide);
      BitSet widestRules = new BitSet();
      Formula widest = simplified(expression, Type.I64, widestRules);
      if (!widestRules.isEmpty() && !isTooWide(expression)) {
        prove(expression, Type.I64, widest);
      }
    }
  }

  /** Whether it needs a type of more than 64 bits once its own has 64. */
  private static boolean isTooWide(Expression expression) {
    return expression.toString().contains(".double");
  }

  private Formula simplified(Expression expression, Type type, BitSet rules) {
    Simplifications simplifications = Simplifications.whileBuilding();
    Formula formula = Formula.of(expression, type, simplifications);
    for (Rule rule : Rule.values()) {
      if (simplifications.hits(rule) > 0) {
        rules.set(rule.ordinal());
        fired.add(rule);
      }
    }
    return formula;
  }

  private void evaluate(Expression expression, Node plain, Node simple) {
    boolean pairs = expression.variables() == 3;
    long[] x = pairs ? FIRSTS : ALL;
    long[] y = pairs ? SECONDS : ALL;
    Table before = Table.of(plain, x, y);
    Table after = Table.of(simple, x, y);
    for (int i = 0; i < x.length; i++) {
      // What traps may vanish together with the need for its value.
      if (before.breaks[i] || before.traps[i]) {
        continue;
      }
      if (after.traps[i] || before.values[i] != after.values[i]) {
        faults.add(
            expression
                + " for x = "
                + x[i]
                + (pairs ? ", y = " + y[i] : "")
                + ": "
                + before.values[i]
                + " becomes "
                + (after.traps[i] ? "a trap" : after.values[i]));
        return;
      }
    }
  }

  private void prove(Expression expression, Type type, Formula simple) {
    if (++proofsInContext > PROOFS_PER_CONTEXT) {
      terms.close();
      terms = new Terms();
      proofsInContext = 0;
    }
    try {
      Behaviour before = behaviour(Formula.of(expression, type, Simplifier.NONE));
      Behaviour after = behaviour(simple);
      switch (new Refinement(terms).ask(before, after, milliseconds)) {
        case Answer.Yes yes -> proven++;
        case Answer.Unknown reason -> unknown++;
        case Answer.No no ->
            faults.add(
                expression + " in " + type.text() + " for " + no.arguments() + ": " + no.what());
      }
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
        System.nanoTime() + 60_000_000_000L);
  }
}
