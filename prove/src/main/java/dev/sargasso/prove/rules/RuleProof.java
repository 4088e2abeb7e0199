package dev.sargasso.prove.rules;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.simplify.Rule;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.prove.encode.Answer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Simplifies expressions and compares: all that change for all operands of 8 bits, and a few of
 * each set of rules by Z3 at 32 and at 64 bits. What it finds is the same for any number of
 * threads, as far as Z3 answers the same in time.
 */
public final class RuleProof {
  private static final int REPORT_EVERY = 10_000;

  private final int threads;
  private final int tries;
  private final int milliseconds;
  private final LongConsumer progress;

  /**
   * How to look.
   *
   * @param threads at least 1
   * @param tries how many expressions of a set of rules are shown to Z3 until one is proven
   * @param milliseconds for each question to Z3
   * @param progress is told now and then how many expressions have been evaluated, by any thread
   */
  public RuleProof(int threads, int tries, int milliseconds, LongConsumer progress) {
    this.threads = threads;
    this.tries = tries;
    this.milliseconds = milliseconds;
    this.progress = progress;
  }

  /**
   * Looks at all expressions.
   *
   * @param source hands each expression to whom it is given, always in the same order; it is called
   *     once for each thread
   */
  public RuleReport look(Consumer<Consumer<Expression>> source) {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      AtomicLong evaluated = new AtomicLong();
      List<Evaluation> parts = all(executor, part -> new Evaluation(part, evaluated).run(source));
      RuleSets sets = new RuleSets(tries);
      sets.addAll(parts.stream().map(part -> part.sets).toList());
      List<Map.Entry<RuleSets.Key, List<RuleSets.Candidate>>> questions = sets.inOrder();
      AtomicInteger next = new AtomicInteger();
      List<Answers> answers = all(executor, part -> new Answers().run(questions, next));
      return report(parts, sets, questions.size(), answers);
    }
  }

  private static RuleReport report(
      List<Evaluation> parts, RuleSets sets, int setCount, List<Answers> answers) {
    Map<Long, String> faults = new TreeMap<>();
    parts.forEach(part -> faults.putAll(part.faults));
    answers.forEach(part -> part.faults.forEach(faults::putIfAbsent));
    EnumSet<Rule> met = sets.met();
    return new RuleReport(
        parts.getFirst().number,
        parts.stream().mapToLong(part -> part.changed).sum(),
        met.size(),
        EnumSet.complementOf(met).stream().map(Rule::name).toList(),
        setCount,
        answers.stream().mapToInt(part -> part.sets).sum(),
        answers.stream().mapToLong(part -> part.proven).sum(),
        answers.stream().mapToLong(part -> part.unknown).sum(),
        List.copyOf(faults.values()));
  }

  /** Work for one of the threads, given its number. */
  private interface Part<T> {
    T run(int part);
  }

  private <T> List<T> all(ExecutorService executor, Part<T> work) {
    Collection<Callable<T>> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int part = i;
      calls.add(() -> work.run(part));
    }
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : executor.invokeAll(calls)) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException inner -> throw inner;
        case Error inner -> throw inner;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Every so manieth expression: simplified at three widths, and evaluated at one. */
  private final class Evaluation {
    private final int part;
    private final AtomicLong evaluated;
    private final SmallCases cases = new SmallCases();
    private final RuleSets sets = new RuleSets(tries);
    private final Map<Long, String> faults = new TreeMap<>();
    private long number;
    private long changed;

    Evaluation(int part, AtomicLong evaluated) {
      this.part = part;
      this.evaluated = evaluated;
    }

    Evaluation run(Consumer<Consumer<Expression>> source) {
      source.accept(
          expression -> {
            if (number++ % threads == part) {
              look(expression);
            }
          });
      return this;
    }

    private void look(Expression expression) {
      BitSet rules = new BitSet();
      Formula simple = simplified(expression, Type.I8, rules);
      if (!rules.isEmpty()) {
        changed++;
        sets.note(rules);
        Formula plain = Formula.of(expression, Type.I8, Simplifier.NONE);
        cases
            .fault(expression, plain.root(), simple.root())
            .ifPresent(fault -> faults.put(number, fault));
        shown(Type.I32, expression);
        if (!isTooWide(expression)) {
          shown(Type.I64, expression);
        }
      }
      long done = evaluated.incrementAndGet();
      if (done % REPORT_EVERY == 0) {
        progress.accept(done);
      }
    }

    private void shown(Type type, Expression expression) {
      BitSet rules = new BitSet();
      simplified(expression, type, rules);
      sets.add(type, rules, number, expression);
    }

    private static Formula simplified(Expression expression, Type type, BitSet rules) {
      Simplifications simplifications = Simplifications.whileBuilding();
      Formula formula = Formula.of(expression, type, simplifications);
      for (Rule rule : Rule.values()) {
        if (simplifications.hits(rule) > 0) {
          rules.set(rule.ordinal());
        }
      }
      return formula;
    }

    /** Whether it needs a type of more than 64 bits once its own has 64. */
    private static boolean isTooWide(Expression expression) {
      return expression.toString().contains(".double");
    }
  }

  /** What Z3 says of the sets that one thread has taken. */
  private final class Answers {
    private final Map<Long, String> faults = new TreeMap<>();
    private int sets;
    private long proven;
    private long unknown;

    Answers run(List<Map.Entry<RuleSets.Key, List<RuleSets.Candidate>>> all, AtomicInteger next) {
      try (SetProof proof = new SetProof(milliseconds)) {
        for (int i = next.getAndIncrement(); i < all.size(); i = next.getAndIncrement()) {
          Type type = all.get(i).getKey().type();
          for (RuleSets.Candidate candidate : all.get(i).getValue()) {
            Optional<Boolean> right = isRight(proof, type, candidate);
            if (right.isPresent()) {
              sets += right.get() ? 1 : 0;
              break;
            }
          }
        }
      }
      return this;
    }

    private Optional<Boolean> isRight(SetProof proof, Type type, RuleSets.Candidate candidate) {
      return switch (proof.ask(candidate.expression(), type)) {
        case Answer.Yes yes -> {
          proven++;
          yield Optional.of(true);
        }
        case Answer.Unknown reason -> {
          unknown++;
          yield Optional.empty();
        }
        case Answer.No no -> {
          faults.put(
              candidate.number(),
              candidate.expression()
                  + " in "
                  + type.text()
                  + " for "
                  + no.arguments()
                  + ": "
                  + no.what());
          yield Optional.of(false);
        }
      };
    }
  }
}
