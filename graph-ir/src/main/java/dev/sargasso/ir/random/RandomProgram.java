package dev.sargasso.ir.random;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes random programs.
 *
 * <p>A program has a function {@code f(i32, i64, f64, i32) -> i64}, whose result depends on all its
 * variables and on memory; a function {@code leaf(i64) -> i64} that reads and writes memory; and
 * globals {@code g0}, {@code g1}, ... of {@link #GLOBAL_SIZE} bytes, {@code g}<i>k</i> being
 * accessed in alias class <i>k</i>.
 */
public final class RandomProgram {
  /** Bytes in each global. */
  public static final int GLOBAL_SIZE = 64;

  /** What {@code f} takes and gives. */
  public static final Signature SIGNATURE =
      Signature.of(List.of(Type.I32, Type.I64, Type.F64, Type.I32), List.of(Type.I64));

  static final Signature LEAF = Signature.of(List.of(Type.I64), List.of(Type.I64));

  private RandomProgram() {}

  /** The program of this seed, simplified by nobody. */
  public static Program of(long seed, RandomShape shape) {
    return of(seed, shape, Simplifier.NONE);
  }

  /** The program of this seed, simplified while it is made. */
  public static Program of(long seed, RandomShape shape, Simplifier simplifier) {
    return of(seed, shape, simplifier, SsaConstruction.BRAUN);
  }

  /** The same, with variables made into values by {@code construction}. */
  public static Program of(
      long seed, RandomShape shape, Simplifier simplifier, SsaConstruction construction) {
    SplittableRandom random = new SplittableRandom(seed);
    Program program = new Program("random" + seed);
    for (int i = 0; i <= shape.aliasClasses(); i++) {
      byte[] contents = new byte[GLOBAL_SIZE];
      random.nextBytes(contents);
      program.add(new Global("g" + i, GLOBAL_SIZE, 16, contents, List.of(), false, Linkage.LOCAL));
    }
    Function leaf = function("leaf", LEAF, Linkage.LOCAL, shape, simplifier);
    makeLeaf(leaf, shape, construction);
    program.add(leaf);
    Function f = function("f", SIGNATURE, Linkage.GLOBAL, shape, simplifier);
    new RandomBody(f, shape, random, construction).make();
    program.add(f);
    return program;
  }

  private static Function function(
      String name, Signature signature, Linkage linkage, RandomShape shape, Simplifier simplifier) {
    Function function = new Function(name, signature, linkage, new Graph(simplifier), "");
    function.ensureAliasClasses(shape.aliasClasses() + 1);
    return function;
  }

  /** Adds its argument to a word of each global and returns the exclusive or of the old words. */
  private static void makeLeaf(Function leaf, RandomShape shape, SsaConstruction construction) {
    FunctionBuilder builder = new FunctionBuilder(leaf, construction);
    Node argument = builder.parameter(0);
    Node result = argument;
    for (int i = 0; i <= shape.aliasClasses(); i++) {
      Node address =
          builder.offset(builder.symbol("g" + i), builder.constant(Type.I64, 8L * i % 56));
      Node old = builder.load(Type.I64, address, i);
      result = builder.binary(Op.XOR, Type.I64, result, old);
      builder.store(address, builder.binary(Op.ADD, Type.I64, old, argument), i);
    }
    builder.returnValues(result);
    builder.finish();
  }
}
