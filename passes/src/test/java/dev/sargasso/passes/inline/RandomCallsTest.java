package dev.sargasso.passes.inline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import dev.sargasso.passes.pipeline.PassStatistics;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.passes.pipeline.PipelineOptions;
import dev.sargasso.passes.pipeline.Workers;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random programs of functions that call each other and themselves, by name, by address, at their
 * end and in sums and products, with memory of their own and in common, compute the same after all
 * passes. Each function takes fuel, of which every call passes on less.
 */
final class RandomCallsTest {
  private static final Signature SIGNATURE =
      Signature.of(List.of(Type.I64, Type.I64), List.of(Type.I64));
  private static final int FUNCTIONS = 6;
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(2_000_000);
  private static final long[][] ARGUMENTS = {{0, 5}, {3, -7}, {5, 1}, {7, 1L << 33}};

  @Test
  void theyComputeTheSame() {
    InlineCounts all = new InlineCounts();
    long jumps = 0;
    int returned = 0;
    OptimizationLevel[] levels = {
      OptimizationLevel.O2, OptimizationLevel.O3, OptimizationLevel.OS, OptimizationLevel.O2
    };
    for (int seed = 0; seed < 120; seed++) {
      PipelineOptions options =
          PipelineOptions.DEFAULT
              .withVerify(true)
              .withLevel(levels[seed % 4])
              .withChaos(seed % 4 == 3 ? seed : 0);
      Program before = new Maker(seed).make(Simplifier.NONE);
      Program after = new Maker(seed).make(Pipeline.simplifierFor(options));
      Pipeline pipeline = new Pipeline(options, CompilationListener.NONE);
      List.copyOf(after.functions()).forEach(pipeline::prepare);
      PassStatistics shared = new PassStatistics();
      Pipeline.optimizeTogether(after, options, Workers.single(pipeline), shared);
      List.copyOf(after.functions()).forEach(pipeline::finish);
      all.add(pipeline.statistics().inlined());
      jumps += pipeline.statistics().changes("recursion");
      for (long[] arguments : ARGUMENTS) {
        Outcome expected = run(before, arguments);
        if (expected instanceof Outcome.Returned) {
          returned++;
          assertEquals(expected, run(after, arguments), "seed " + seed);
        }
      }
    }
    assertTrue(returned > 300, returned + " runs returned");
    assertTrue(all.replaced() > 100, all.text());
    assertTrue(all.recursionsUnrolled() > 50, all.text());
    assertTrue(jumps > 50, jumps + " calls became jumps");
  }

  private static Outcome run(Program program, long[] arguments) {
    return new SeaInterpreter(program, Externals.NONE, LIMITS).run("h0", arguments.clone());
  }

  /** Makes one program. */
  private static final class Maker {
    private final SplittableRandom random;
    private final Program program = new Program("calls");

    Maker(long seed) {
      random = new SplittableRandom(seed);
    }

    private Program make(Simplifier simplifier) {
      program.add(new Global("g", 64, 8, new byte[64], List.of(), false, Linkage.LOCAL));
      for (int i = 0; i < FUNCTIONS; i++) {
        Linkage linkage = i == 0 || random.nextInt(4) == 0 ? Linkage.GLOBAL : Linkage.LOCAL;
        Function function = new Function("h" + i, SIGNATURE, linkage, new Graph(simplifier), "");
        new FunctionMaker(function, i).make();
        program.add(function);
      }
      return program;
    }

    /** The function numbered {@code number}. */
    private final class FunctionMaker {
      private final FunctionBuilder builder;
      private final Function function;
      private final int number;
      private Node value;

      FunctionMaker(Function function, int number) {
        this.function = function;
        this.number = number;
        builder = new FunctionBuilder(function);
        value = builder.parameter(1);
      }

      void make() {
        if (random.nextInt(3) > 0) {
          returnIf(
              builder.compare(Op.LT, builder.parameter(0), builder.constant(Type.I64, 1)),
              random.nextBoolean() ? value : builder.constant(Type.I64, 3));
        } else {
          Node none = builder.compare(Op.LT, builder.parameter(0), builder.constant(Type.I64, 1));
          returnIf(none, binary(Op.XOR, value, 77));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
          statement();
        }
        finish();
        builder.finish();
      }

      private Node binary(Op op, Node a, long constant) {
        return builder.binary(op, Type.I64, a, builder.constant(Type.I64, constant));
      }

      private void returnIf(Node condition, Node result) {
        int end = builder.newBlock();
        int on = builder.newBlock();
        builder.branch(condition, end, on);
        builder.seal(end);
        builder.seal(on);
        builder.setBlock(end);
        builder.returnValues(result);
        builder.setBlock(on);
      }

      private void statement() {
        switch (random.nextInt(5)) {
          case 0 -> value = binary(Op.MUL, value, random.nextInt(1, 9));
          case 1 -> {
            Node place =
                builder.offset(
                    builder.symbol("g"), builder.constant(Type.I64, 8L * random.nextInt(8)));
            Node old = builder.load(Type.I64, place);
            builder.store(place, builder.binary(Op.ADD, Type.I64, old, value));
            value = builder.binary(Op.XOR, Type.I64, value, old);
          }
          case 2 -> {
            StackSlot slot = function.newSlot("s", 8, 8);
            Node address = builder.slotAddress(slot);
            builder.store(address, value);
            Node result = call(value);
            value = builder.binary(Op.ADD, Type.I64, result, builder.load(Type.I64, address));
          }
          case 3 ->
              returnIf(
                  builder.compare(Op.EQ, binary(Op.AND, value, 7), builder.constant(Type.I64, 2)),
                  random.nextBoolean() ? call(value) : binary(Op.SUB, value, 5));
          default ->
              value = builder.binary(Op.SUB, Type.I64, value, call(binary(Op.ADD, value, 1)));
        }
      }

      private Node call(Node argument) {
        int callee = random.nextInt(3) == 0 ? number : random.nextInt(FUNCTIONS);
        long less = random.nextInt(2) == 0 ? -1 : -2;
        Node fuel = binary(Op.ADD, builder.parameter(0), less);
        if (random.nextInt(5) == 0) {
          return builder.result(
              builder.call(
                  new CallDescriptor(SIGNATURE, null),
                  List.of(builder.symbol("h" + callee), fuel, argument)),
              0);
        }
        return builder.result(
            builder.call(new CallDescriptor(SIGNATURE, "h" + callee), List.of(fuel, argument)), 0);
      }

      private void finish() {
        Node term = binary(Op.AND, value, 1023);
        Node result =
            switch (random.nextInt(5)) {
              case 0 -> value;
              case 1 -> call(value);
              case 2 -> builder.binary(Op.ADD, Type.I64, call(binary(Op.XOR, value, 1)), term);
              case 3 -> builder.binary(Op.MUL, Type.I64, binary(Op.ADD, term, 3), call(value));
              default -> builder.binary(Op.ADD, Type.I64, call(value), call(term));
            };
        builder.returnValues(result);
      }
    }
  }
}
