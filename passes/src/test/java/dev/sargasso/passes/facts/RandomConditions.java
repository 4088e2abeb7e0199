package dev.sargasso.passes.facts;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random functions that do little but compare: nested branches, switches and short loops over three
 * parameters and small constants, so that many conditions imply others. Every way through gives
 * another number.
 */
public final class RandomConditions {
  private static final Op[] COMPARISONS = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.ULT, Op.ULE};

  private final SplittableRandom random;
  private final FunctionBuilder builder;
  private final int result;
  private final int state;
  private final int flag;
  private int statementsLeft;

  private RandomConditions(Function function, long seed, int statements) {
    random = new SplittableRandom(seed);
    builder = new FunctionBuilder(function);
    result = builder.newVariable(Type.I32);
    state = builder.newVariable(Type.I32);
    flag = builder.newVariable(Type.I1);
    statementsLeft = statements;
  }

  /** A function of three I32 to one. */
  public static Function make(long seed, int statements, Simplifier simplifier) {
    Function function =
        new Function(
            "f",
            Signature.of(Collections.nCopies(3, Type.I32), List.of(Type.I32)),
            Linkage.GLOBAL,
            new Graph(simplifier),
            "");
    RandomConditions maker = new RandomConditions(function, seed, statements);
    maker.builder.write(maker.result, maker.number(0));
    maker.builder.write(maker.state, maker.builder.parameter(0));
    maker.builder.write(maker.flag, maker.builder.constant(Type.I1, 0));
    while (maker.statementsLeft > 0) {
      maker.statements(0);
    }
    maker.builder.returnValues(maker.builder.read(maker.result));
    maker.builder.finish();
    return function;
  }

  private Node number(long value) {
    return builder.constant(Type.I32, value);
  }

  private void statements(int depth) {
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count && statementsLeft > 0; i++) {
      statementsLeft--;
      switch (depth > 4 ? 0 : random.nextInt(12)) {
        case 0 -> mark();
        case 1, 2 -> builder.write(state, number(random.nextInt(-2, 4)));
        case 3 -> multiway(depth);
        case 4 -> loop(depth);
        case 5, 7, 8 -> machine();
        case 6 -> builder.write(flag, condition());
        default -> branch(depth);
      }
    }
  }

  private void mark() {
    Node old = builder.read(result);
    Node scaled = builder.binary(Op.MUL, Type.I32, old, number(31));
    builder.write(
        result, builder.binary(Op.ADD, Type.I32, scaled, number(random.nextInt(1, 1000))));
  }

  private Node value() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> builder.parameter(0);
      case 2, 3 -> builder.parameter(1);
      case 4 -> builder.parameter(2);
      case 5, 6, 7 -> builder.read(state);
      case 8 ->
          builder.binary(
              Op.ADD,
              Type.I32,
              builder.parameter(random.nextInt(3)),
              number(random.nextInt(-2, 3)));
      default -> builder.binary(Op.AND, Type.I32, builder.parameter(random.nextInt(3)), number(3));
    };
  }

  private Node condition() {
    Node a = value();
    Node b = random.nextBoolean() ? value() : number(random.nextInt(-2, 4));
    if (random.nextInt(5) == 0) {
      return builder.read(flag);
    }
    Node compared = builder.compare(COMPARISONS[random.nextInt(COMPARISONS.length)], a, b);
    return switch (random.nextInt(6)) {
      case 0 -> builder.binary(Op.AND, Type.I1, compared, condition());
      case 1 -> builder.binary(Op.OR, Type.I1, compared, condition());
      default -> compared;
    };
  }

  private void branch(int depth) {
    int then = builder.newBlock();
    int otherwise = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(condition(), then, otherwise);
    builder.seal(then);
    builder.seal(otherwise);
    builder.setBlock(then);
    mark();
    statements(depth + 1);
    builder.jump(after);
    builder.setBlock(otherwise);
    statements(depth + 1);
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
  }

  private void multiway(int depth) {
    int[] arms = {builder.newBlock(), builder.newBlock(), builder.newBlock()};
    int after = builder.newBlock();
    builder.switchTo(value(), new SwitchTable(new long[] {-1, 0, 2}, new int[] {1, 2, 1}, 3), arms);
    for (int arm : arms) {
      builder.seal(arm);
    }
    for (int arm : arms) {
      builder.setBlock(arm);
      mark();
      statements(depth + 1);
      builder.jump(after);
    }
    builder.seal(after);
    builder.setBlock(after);
  }

  /** At most four times round; the variable of the loop becomes the state in it. */
  private void loop(int depth) {
    int counter = builder.newVariable(Type.I32);
    int head = builder.newBlock();
    int body = builder.newBlock();
    int after = builder.newBlock();
    Node bound = builder.binary(Op.AND, Type.I32, builder.parameter(random.nextInt(3)), number(3));
    builder.write(counter, number(random.nextInt(-1, 2)));
    builder.jump(head);
    builder.setBlock(head);
    builder.branch(builder.compare(Op.LT, builder.read(counter), bound), body, after);
    builder.seal(body);
    builder.setBlock(body);
    builder.write(state, builder.read(counter));
    statements(depth + 1);
    Node next =
        builder
            .graph()
            .make(Op.ADD, Type.I32, Op.NO_SIGNED_WRAP, null, builder.read(counter), number(1));
    builder.write(counter, next);
    builder.jump(head);
    builder.seal(head);
    builder.seal(after);
    builder.setBlock(after);
  }

  /** A state machine that makes a few steps; states are set in its arms and may be tested there. */
  private void machine() {
    int counter = builder.newVariable(Type.I32);
    int head = builder.newBlock();
    int body = builder.newBlock();
    int next = builder.newBlock();
    int after = builder.newBlock();
    if (random.nextBoolean()) {
      builder.write(state, number(random.nextInt(4)));
    }
    builder.write(counter, number(0));
    builder.jump(head);
    builder.setBlock(head);
    Node bound = number(random.nextInt(2, 7));
    builder.branch(builder.compare(Op.LT, builder.read(counter), bound), body, after);
    builder.seal(body);
    builder.setBlock(body);
    int count = random.nextInt(3, 6);
    long[] keys = new long[count - 1];
    int[] targets = new int[count - 1];
    int[] arms = new int[count];
    arms[0] = builder.newBlock();
    for (int i = 1; i < count; i++) {
      arms[i] = builder.newBlock();
      keys[i - 1] = i - 1L;
      targets[i - 1] = i;
    }
    builder.switchTo(builder.read(state), new SwitchTable(keys, targets, count), arms);
    for (int arm : arms) {
      builder.seal(arm);
    }
    for (int arm : arms) {
      builder.setBlock(arm);
      mark();
      if (random.nextBoolean()) {
        int set = builder.newBlock();
        int join = builder.newBlock();
        builder.branch(condition(), set, join);
        builder.seal(set);
        builder.setBlock(set);
        builder.write(state, number(random.nextInt(count)));
        builder.jump(random.nextBoolean() ? join : next);
        builder.seal(join);
        builder.setBlock(join);
      } else {
        builder.write(state, number(random.nextInt(count)));
      }
      builder.jump(next);
    }
    builder.seal(next);
    builder.setBlock(next);
    Node step = builder.binary(Op.ADD, Type.I32, builder.read(counter), number(1));
    builder.write(counter, step);
    builder.jump(head);
    builder.seal(head);
    builder.seal(after);
    builder.setBlock(after);
  }
}
