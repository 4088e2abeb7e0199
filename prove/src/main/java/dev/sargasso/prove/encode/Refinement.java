package dev.sargasso.prove.encode;

import com.microsoft.z3.ArraySort;
import com.microsoft.z3.BitVecNum;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.BoolSort;
import com.microsoft.z3.Expr;
import com.microsoft.z3.Model;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether one behaviour may stand for another: wherever the first is defined and does not trap, the
 * second returns the same values, with the same calls before and the same memory after. It traps
 * only where the first does. Where the first computes what traps, the second need not, since nobody
 * may need the value in the end; but guards and traps stay.
 */
public final class Refinement {
  private final Terms terms;
  private final FloatingPoint floats;

  /** Compares behaviours made of these terms. */
  public Refinement(Terms terms) {
    this.terms = terms;
    floats = new FloatingPoint(terms, true);
  }

  /**
   * Asks Z3.
   *
   * @param milliseconds for Z3, at least 1
   * @param pointers the address that each parameter must have; 0 for any value
   */
  public Answer ask(Behaviour before, Behaviour after, int milliseconds, long... pointers) {
    if (before.results().size() != after.results().size()
        && !before.results().isEmpty()
        && !after.results().isEmpty()) {
      return new Answer.Unknown("the signature has changed");
    }
    Expr<BitVecSort> place = terms.variable("place", 64);
    BoolExpr differs = differs(before, after, place);
    boolean bounded = !before.cut().equals(terms.no()) || !after.cut().equals(terms.no());
    if (differs.equals(terms.no())) {
      return new Answer.Yes(bounded, true);
    }
    Solver solver = terms.context().mkSolver();
    Params parameters = terms.context().mkParams();
    parameters.add("timeout", milliseconds);
    solver.setParameters(parameters);
    assume(solver, terms.not(before.cut()));
    assume(solver, terms.not(after.cut()));
    assume(solver, terms.not(before.undefined()));
    before.assumptions().forEach(assumption -> assume(solver, assumption));
    for (int i = 0; i < pointers.length; i++) {
      if (pointers[i] != 0) {
        assume(solver, terms.equal(before.parameters().get(i), terms.bits(pointers[i], 64)));
      }
    }
    assume(solver, differs);
    Status status = solver.check();
    return switch (status) {
      case UNSATISFIABLE -> new Answer.Yes(bounded, false);
      case UNKNOWN ->
          new Answer.Unknown(
              solver.getReasonUnknown().matches(".*(timeout|canceled).*")
                  ? "Z3 found no answer in " + milliseconds + " ms"
                  : "Z3: " + solver.getReasonUnknown());
      case SATISFIABLE -> counterexample(before, after, solver.getModel());
    };
  }

  // One condition makes no array that could hold anything else.
  @SuppressWarnings("unchecked")
  private static void assume(Solver solver, BoolExpr condition) {
    solver.add(condition);
  }

  private BoolExpr differs(Behaviour before, Behaviour after, Expr<BitVecSort> place) {
    BoolExpr traps = terms.and(after.mayTrap(), terms.not(before.mayTrap()));
    BoolExpr goesOn = terms.and(before.mustTrap(), terms.not(after.mayTrap()));
    BoolExpr ends =
        terms.and(
            before.returns(),
            terms.and(terms.not(before.mayTrap()), resultDiffers(before, after, place)));
    return terms.or(traps, terms.or(goesOn, ends));
  }

  private BoolExpr resultDiffers(Behaviour before, Behaviour after, Expr<BitVecSort> place) {
    BoolExpr differs = terms.not(after.returns());
    if (before.returns().equals(after.returns())) {
      differs = terms.no();
    }
    for (int i = 0; i < Math.min(before.results().size(), after.results().size()); i++) {
      differs =
          terms.or(
              differs,
              valueDiffers(before.types().get(i), before.results().get(i), after.results().get(i)));
    }
    differs = terms.or(differs, terms.not(terms.equal(before.events(), after.events())));
    return terms.or(differs, memoryDiffers(before.memory(), after.memory(), place));
  }

  private BoolExpr valueDiffers(Type type, Expr<BitVecSort> a, Expr<BitVecSort> b) {
    BoolExpr differs = terms.not(terms.equal(a, b));
    // A NaN may be any other NaN.
    return type.isFloat() && !differs.equals(terms.no())
        ? terms.and(differs, terms.not(terms.and(floats.isNan(type, a), floats.isNan(type, b))))
        : differs;
  }

  private BoolExpr memoryDiffers(MemoryState a, MemoryState b, Expr<BitVecSort> place) {
    BoolExpr differs = terms.no();
    int classes = Math.min(a.objects().classCount(), b.objects().classCount());
    for (int k = 0; k < classes; k++) {
      Expr<ArraySort<BitVecSort, BitVecSort>> x = a.bytes(a.objects().sharedPart(k));
      Expr<ArraySort<BitVecSort, BitVecSort>> y = b.bytes(b.objects().sharedPart(k));
      if (!x.equals(y)) {
        BoolExpr here =
            terms.not(
                terms.equal(
                    terms.context().mkSelect(x, place), terms.context().mkSelect(y, place)));
        int part = a.objects().sharedPart(k);
        if (!a.isSpecified(part)) {
          here =
              terms.and(
                  here,
                  terms.not(
                      (BoolExpr)
                          terms
                              .context()
                              .<BitVecSort, BoolSort>mkSelect(a.unspecified(part), place)));
        }
        differs = terms.or(differs, here);
      }
    }
    return terms.and(
        differs, terms.not(terms.or(a.objects().isInSlot(place), b.objects().isInSlot(place))));
  }

  // ---------------------------------------------------------- counterexample

  private Answer counterexample(Behaviour before, Behaviour after, Model model) {
    List<Long> arguments = new ArrayList<>();
    for (Expr<BitVecSort> parameter : before.parameters()) {
      arguments.add(number(model, parameter));
    }
    return new Answer.No(what(before, after, model), arguments, new ModelInputs(before, model));
  }

  private final class ModelInputs implements Answer.Inputs {
    private final NamedObjects objects;
    private final Model model;

    ModelInputs(Behaviour before, Model model) {
      objects = before.memory().objects();
      this.model = model;
    }

    @Override
    public int classCount() {
      return objects.classCount();
    }

    @Override
    public long addressOf(String symbol) {
      return number(model, objects.address(symbol));
    }

    @Override
    public int byteAt(int aliasClass, long address) {
      Expr<ArraySort<BitVecSort, BitVecSort>> bytes =
          objects.initialBytes(objects.sharedPart(aliasClass));
      return (int) number(model, terms.context().mkSelect(bytes, terms.bits(address, 64))) & 0xff;
    }
  }

  private String what(Behaviour before, Behaviour after, Model model) {
    if (holds(model, after.mayTrap()) && !holds(model, before.mayTrap())) {
      return "it traps where it did not";
    }
    if (holds(model, before.mustTrap()) && !holds(model, after.mayTrap())) {
      return "it does not trap where it did";
    }
    if (!holds(model, after.returns())) {
      return "it does not return where it did";
    }
    for (int i = 0; i < Math.min(before.results().size(), after.results().size()); i++) {
      long was = number(model, before.results().get(i));
      long is = number(model, after.results().get(i));
      if (was != is) {
        return "it returns " + is + " instead of " + was;
      }
    }
    if (number(model, before.events()) != number(model, after.events())) {
      return "its calls differ";
    }
    return "memory differs at 0x" + Long.toHexString(number(model, terms.variable("place", 64)));
  }

  private static boolean holds(Model model, BoolExpr condition) {
    return model.eval(condition, true).isTrue();
  }

  /** The canonical value of a term in a model. */
  private static long number(Model model, Expr<BitVecSort> term) {
    Expr<BitVecSort> value = model.eval(term, true);
    if (!(value instanceof BitVecNum number)) {
      return 0;
    }
    int width = Terms.width(term);
    long bits = number.getBigInteger().longValue();
    return width == 1 || width == 64 ? bits : bits << (64 - width) >> (64 - width);
  }
}
