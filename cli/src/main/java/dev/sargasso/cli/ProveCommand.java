package dev.sargasso.cli;

import dev.sargasso.driver.SourceException;
import dev.sargasso.prove.Finding;
import dev.sargasso.prove.ProofOptions;
import dev.sargasso.prove.Prover;
import dev.sargasso.prove.Verdict;
import dev.sargasso.prove.rules.Enumeration;
import dev.sargasso.prove.rules.Expression;
import dev.sargasso.prove.rules.RuleProof;
import dev.sargasso.prove.rules.RuleReport;
import dev.sargasso.prove.rules.Sampling;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso prove}: whether passes keep what functions mean. */
final class ProveCommand implements Callable<Integer> {
  /** Another expression may be easier for Z3 than the first with the same rules. */
  private static final int EXPRESSIONS_OF_A_SET = 8;

  private final CommonOptions common = new CommonOptions();

  private final OptionSpec function =
      OptionSpec.builder("--function")
          .paramLabel("NAME")
          .type(String.class)
          .description("Only this function.")
          .build();

  private final OptionSpec only =
      OptionSpec.builder("--only")
          .paramLabel("PASS")
          .type(String.class)
          .description(
              "Only this pass; 'construction' is the simplification of nodes as they are made.")
          .build();

  private final OptionSpec timeout =
      OptionSpec.builder("--timeout")
          .paramLabel("SECONDS")
          .type(double.class)
          .description("Time for each question to Z3 (default: 5; with --rules 0.2).")
          .build();

  private final OptionSpec unroll =
      OptionSpec.builder("--unroll")
          .paramLabel("K")
          .type(int.class)
          .initialValue(3)
          .description("Follow each loop for up to K rounds (default: 3).")
          .build();

  private final OptionSpec rules =
      OptionSpec.builder("--rules")
          .type(boolean.class)
          .initialValue(false)
          .description(
              "No program: prove the rules of simplification on all expressions of depth two, or"
                  + " with --sample on random ones of depth three.")
          .build();

  private final OptionSpec sample =
      OptionSpec.builder("--sample")
          .paramLabel("N")
          .type(int.class)
          .initialValue(0)
          .description("With --rules: look at N random expressions.")
          .build();

  private final OptionSpec seed =
      OptionSpec.builder("--seed")
          .paramLabel("SEED")
          .type(long.class)
          .initialValue(1L)
          .description("With --sample: which random expressions (default: 1).")
          .build();

  private final PositionalParamSpec file =
      PositionalParamSpec.builder()
          .index("0")
          .arity("0..1")
          .paramLabel("FILE")
          .type(String.class)
          .description("The program.")
          .build();

  private ProveCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    ProveCommand command = new ProveCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("prove"))
            .addOption(command.function)
            .addOption(command.only)
            .addOption(command.timeout)
            .addOption(command.unroll)
            .addOption(command.rules)
            .addOption(command.sample)
            .addOption(command.seed)
            .addPositional(command.file);
    command.common.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Compiles a program and proves, with Z3, of each pass and each function that the"
                + " function does the same before and after the pass, for all arguments and all"
                + " contents of memory.",
            "",
            "proven: for all inputs. proven for loops of up to K rounds: for all inputs with which"
                + " no loop goes round more often. unknown: Z3 found no answer in time. not"
                + " encodable: there is no formula for the function. unconfirmed: there is an input"
                + " that tells the formulas apart, but a run with it shows no difference. WRONG: a"
                + " run shows it, too; the exit status is 1.")
        .footer(
            "",
            "Examples:",
            "  sargasso prove examples/fib.c",
            "  sargasso prove prog.c --function hash --unroll 8 --timeout 60",
            "  sargasso prove prog.c --only promote -O1",
            "  sargasso prove --rules --sample 100000 --seed 42",
            "",
            "docs/prove.md says what is modelled, and what is not.");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException {
    @Nullable Double time = timeout.getValue();
    double seconds = time != null ? time : rules.<Boolean>getValue() ? 0.2 : 5;
    int rounds = unroll.<Integer>getValue();
    if (!(seconds >= 0.001 && seconds <= 86_400)) {
      throw new UserError("--timeout takes a number of seconds from 0.001 to 86400");
    }
    if (rounds < 0 || rounds > 1000) {
      throw new UserError("--unroll takes a number of rounds from 0 to 1000");
    }
    if (rules.<Boolean>getValue()) {
      return proveRules((int) (seconds * 1000));
    }
    @Nullable String fileName = file.getValue();
    if (fileName == null) {
      throw new UserError("name a program, or take --rules");
    }
    @Nullable String functionName = function.getValue();
    @Nullable String passName = only.getValue();
    ProofOptions options =
        new ProofOptions(
            Optional.ofNullable(functionName),
            Optional.ofNullable(passName),
            (int) (seconds * 1000),
            rounds);
    Path path = Path.of(fileName);
    Map<String, Integer> counts = new TreeMap<>();
    try {
      new Prover(common.compiler().options(), options, compiler -> compiler.read(path))
          .prove(finding -> report(finding, counts));
    } catch (NoClassDefFoundError | UnsatisfiedLinkError e) {
      throw new UserError("Z3 cannot be loaded on this machine: " + e.getMessage());
    }
    if (counts.isEmpty()) {
      throw new UserError("there is no such function, or no such pass runs at this level");
    }
    System.out.println();
    counts.forEach((kind, count) -> System.out.println("%6d  %s".formatted(count, kind)));
    return counts.containsKey("WRONG") ? 1 : 0;
  }

  private Integer proveRules(int milliseconds) {
    int count = sample.<Integer>getValue();
    RuleProof proof =
        new RuleProof(
            Runtime.getRuntime().availableProcessors(),
            EXPRESSIONS_OF_A_SET,
            milliseconds,
            done -> System.err.printf("%d expressions evaluated%n", done));
    RuleReport report = proof.look(count == 0 ? Enumeration::all : sampled(count));
    report.faults().forEach(fault -> System.out.println("WRONG: " + fault));
    System.out.println(
        """
        %d expressions, of which simplification changes %d: those are evaluated for all
        operands of 8 bits. %d rules were applied, in %d different sets at 32 and 64 bits; %d of
        the sets are proven, by an expression each: %d proofs, %d questions without an answer.
        Rules not met: %s\
        """
            .formatted(
                report.looked(),
                report.changed(),
                report.ruleCount(),
                report.sets(),
                report.setsProven(),
                report.proven(),
                report.unknown(),
                String.join(", ", report.rulesNotMet())));
    return report.faults().isEmpty() ? 0 : 1;
  }

  private Consumer<Consumer<Expression>> sampled(int count) {
    long first = seed.<Long>getValue();
    return taker -> {
      Sampling sampling = new Sampling(first);
      for (int i = 0; i < count; i++) {
        taker.accept(sampling.next(3));
      }
    };
  }

  private static void report(Finding finding, Map<String, Integer> counts) {
    Verdict verdict = finding.verdict();
    String kind =
        switch (verdict) {
          case Verdict.Same same -> "proven, as the formula has not changed";
          case Verdict.ProvenTo proven when proven.same() ->
              "proven, as the formula has not changed";
          case Verdict.Proven proven -> "proven";
          case Verdict.ProvenTo proven -> "proven for loops of up to so many rounds";
          case Verdict.Unknown unknown -> "unknown";
          case Verdict.NotEncodable reason -> "not encodable";
          case Verdict.Unconfirmed unconfirmed -> "unconfirmed";
          case Verdict.Wrong wrong -> "WRONG";
        };
    counts.merge(kind, 1, Integer::sum);
    System.out.println(
        "%s, %s: %s (%d ms)"
            .formatted(finding.function(), finding.pass(), verdict.text(), finding.milliseconds()));
  }
}
