package dev.sargasso.prove;

import com.microsoft.z3.Z3Exception;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.decision.Decisions;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.prove.encode.Answer;
import dev.sargasso.prove.encode.Behaviour;
import dev.sargasso.prove.encode.Refinement;
import dev.sargasso.prove.encode.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves of one program that each pass keeps what each function means, or finds out that not. */
public final class Prover {
  private final CompilerOptions compilerOptions;
  private final ProofOptions options;
  private final ProgramSource source;
  private final Rooms rooms;

  /** Reads the program anew, as often as needed, always in the same way. */
  @FunctionalInterface
  public interface ProgramSource {
    /** The program as {@code compiler} reads it. */
    Program read(Compiler compiler) throws SourceException;
  }

  /**
   * A prover.
   *
   * @param compilerOptions level and flags of the compilation whose passes are looked at
   */
  public Prover(CompilerOptions compilerOptions, ProofOptions options, ProgramSource source)
      throws SourceException {
    this.options = options;
    this.source = source;
    Program program = source.read(new Compiler(compilerOptions.withLevel("0")));
    rooms = new Rooms(program);
    // No function may vanish, so that an input can be run after each pass.
    this.compilerOptions =
        compilerOptions
            .withThreads(1)
            .withKept(program.functions().stream().map(Function::name).collect(Collectors.toSet()));
  }

  /**
   * Compiles and compares.
   *
   * @param findings takes each comparison as it is done
   */
  public void prove(Consumer<Finding> findings) throws SourceException {
    List<Suspicion> suspicions = new ArrayList<>();
    proveConstruction(findings, suspicions);
    Watcher watcher = new Watcher(findings, suspicions);
    try (watcher) {
      Compiler compiler = new Compiler(compilerOptions, warning -> {}, watcher);
      compiler.optimise(source.read(compiler));
    }
    for (Suspicion suspicion : suspicions) {
      Verdict verdict =
          new Replay(compilerOptions, source, suspicion.function(), suspicion.pass())
              .verdict(suspicion.answer());
      findings.accept(
          new Finding(suspicion.function(), suspicion.pass(), verdict, suspicion.milliseconds()));
    }
  }

  /** An answer that a run has still to confirm. */
  record Suspicion(String function, String pass, Counterexample answer, long milliseconds) {}

  /** Simplification while nodes are made, against none. */
  private void proveConstruction(Consumer<Finding> findings, List<Suspicion> suspicions)
      throws SourceException {
    if (!compilerOptions.pipeline().simplifiesWhileBuilding()
        || !options.includesPass(Decisions.CONSTRUCTION)) {
      return;
    }
    Compiler plain = new Compiler(compilerOptions.withLevel("0"));
    Program before = source.read(plain);
    Program after = source.read(new Compiler(compilerOptions));
    for (Function function : before.functions()) {
      Function other = after.function(function.name());
      if (other == null || !options.includesFunction(function.name())) {
        continue;
      }
      try (Comparison comparison = new Comparison()) {
        comparison.next(function);
        comparison.compare(other, function.name(), Decisions.CONSTRUCTION, findings, suspicions);
      }
    }
  }

  /** The states of one function, one after the other, in one context of Z3. */
  private final class Comparison implements AutoCloseable {
    private final Terms terms = new Terms();
    private final Map<String, Integer> symbols = new HashMap<>();
    private @Nullable State last;
    private int idLimit;
    private int size;

    /** Takes the state that a function is in, unless nothing has been done since the last one. */
    void next(Function function) {
      int limitNow = function.graph().idLimit();
      int sizeNow = function.graph().size();
      if (last == null || limitNow != idLimit || sizeNow != size) {
        take(function);
      }
    }

    private void take(Function function) {
      last = State.of(terms, function, symbols, options);
      idLimit = function.graph().idLimit();
      size = function.graph().size();
    }

    void compare(
        Function function,
        String name,
        String pass,
        Consumer<Finding> findings,
        List<Suspicion> suspicions) {
      long start = System.nanoTime();
      State before = Objects.requireNonNull(last);
      take(function);
      State after = Objects.requireNonNull(last);
      Object result;
      try {
        result = compare(before, after);
      } catch (Z3Exception e) {
        result = new Verdict.Unknown("Z3: " + e.getMessage());
      }
      long milliseconds = (System.nanoTime() - start) / 1_000_000;
      if (result instanceof Verdict verdict) {
        findings.accept(new Finding(name, pass, verdict, milliseconds));
      } else {
        suspicions.add(new Suspicion(name, pass, (Counterexample) result, milliseconds));
      }
    }

    private Object compare(State before, State after) {
      if (before.plain() == null || after.plain() == null) {
        return new Verdict.NotEncodable(
            before.plain() == null ? before.problem() : after.problem());
      }
      Refinement refinement = new Refinement(terms);
      Behaviour from = before.plain();
      Behaviour to = after.plain();
      Answer answer = refinement.ask(from, to, options.milliseconds());
      if (!(answer instanceof Answer.Yes) && (before.hasFloats() || after.hasFloats())) {
        from = Objects.requireNonNull(before.exact());
        to = Objects.requireNonNull(after.exact());
        answer = refinement.ask(from, to, options.milliseconds());
      }
      return switch (answer) {
        case Answer.Yes yes ->
            yes.bounded()
                ? new Verdict.ProvenTo(options.rounds(), yes.same())
                : yes.same() ? new Verdict.Same() : new Verdict.Proven();
        case Answer.Unknown unknown -> new Verdict.Unknown(unknown.reason());
        case Answer.No no -> counterexample(no, refinement, from, to);
      };
    }

    private Object counterexample(
        Answer.No no, Refinement refinement, Behaviour from, Behaviour to) {
      // Pointers of a run lie where there is memory: first apart, then all in one place.
      for (boolean apart : new boolean[] {true, false}) {
        long[] pointers = rooms.pointers(from, apart);
        boolean any = Arrays.stream(pointers).anyMatch(pointer -> pointer != 0);
        Answer answer = any ? refinement.ask(from, to, options.milliseconds(), pointers) : no;
        if (answer instanceof Answer.No runnable) {
          return rooms.counterexample(runnable, from, pointers, symbols.keySet());
        }
      }
      return new Verdict.Unconfirmed(no.what(), from.function() + " with pointers that no run has");
    }

    @Override
    public void close() {
      terms.close();
    }
  }

  /** Compares at each pass; functions go through the passes one at a time, or all through each. */
  private final class Watcher implements CompilationListener, AutoCloseable {
    private final Consumer<Finding> findings;
    private final List<Suspicion> suspicions;
    private String name = "";
    private @Nullable Comparison open;

    Watcher(Consumer<Finding> findings, List<Suspicion> suspicions) {
      this.findings = findings;
      this.suspicions = suspicions;
    }

    @Override
    public void beforePass(Function function, String pass) {
      if (options.includesFunction(function.name()) && options.includesPass(pass)) {
        Comparison comparison = open;
        if (comparison == null || !name.equals(function.name())) {
          close();
          comparison = new Comparison();
          open = comparison;
          name = function.name();
        }
        comparison.next(function);
      }
    }

    @Override
    public void afterPass(Function function, String pass) {
      Comparison comparison = open;
      if (comparison != null
          && name.equals(function.name())
          && options.includesFunction(name)
          && options.includesPass(pass)) {
        comparison.compare(function, name, pass, findings, suspicions);
      }
    }

    @Override
    public void close() {
      Comparison comparison = open;
      if (comparison != null) {
        comparison.close();
      }
    }
  }
}
