package dev.sargasso.ir.random;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.SplittableRandom;

/** Makes the body of one random function: control here, values in {@link RandomValues}. */
final class RandomBody {
  private static final int MOST_NESTED = 5;

  /** Jumps, or iterations of loops, before the function returns. */
  private static final int FUEL = 200;

  private final RandomShape shape;
  private final SplittableRandom random;
  private final FunctionBuilder builder;
  private final RandomValues values;
  private final int fuel;

  /** Where control goes once there is no fuel. */
  private final int exit;

  private int statementsLeft;

  RandomBody(
      Function function, RandomShape shape, SplittableRandom random, SsaConstruction construction) {
    this.shape = shape;
    this.random = random;
    builder = new FunctionBuilder(function, construction);
    values = new RandomValues(builder, shape, random);
    fuel = builder.newVariable(Type.I32);
    exit = builder.newBlock();
    statementsLeft = shape.statements();
  }

  void make() {
    values.initialise();
    builder.write(fuel, builder.constant(Type.I32, FUEL));
    if (shape.jumps()) {
      makeJumps();
    } else {
      makeStatements(0);
      builder.jump(exit);
    }
    builder.seal(exit);
    builder.setBlock(exit);
    builder.returnValues(values.summary());
    builder.finish();
  }

  // -------------------------------------------------------------- structured

  private void makeStatements(int nesting) {
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count && statementsLeft > 0; i++) {
      makeStatement(nesting);
    }
    while (nesting == 0 && statementsLeft > 0) {
      makeStatement(nesting);
    }
  }

  private void makeStatement(int nesting) {
    statementsLeft--;
    int kind = nesting >= MOST_NESTED ? 9 : random.nextInt(14);
    switch (kind) {
      case 0, 1 -> makeIf(nesting);
      case 2 -> makeLoop(nesting, true);
      case 3 -> makeLoop(nesting, false);
      case 4 -> makeSwitch(nesting);
      case 5 -> makeCall();
      case 6 -> makeDivision();
      case 7 -> makeExit();
      default -> values.makeSimple();
    }
  }

  private void makeIf(int nesting) {
    int then = builder.newBlock();
    int otherwise = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(values.condition(), then, otherwise);
    builder.seal(then);
    builder.seal(otherwise);
    builder.setBlock(then);
    makeStatements(nesting + 1);
    builder.jump(after);
    builder.setBlock(otherwise);
    if (random.nextBoolean()) {
      makeStatements(nesting + 1);
    }
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
  }

  private void makeLoop(int nesting, boolean testFirst) {
    int head = builder.newBlock();
    int body = builder.newBlock();
    int after = builder.newBlock();
    builder.jump(head);
    builder.setBlock(head);
    Node left = burn();
    Node more = builder.compare(Op.LT, builder.constant(Type.I32, 0), left);
    Node condition =
        builder.binary(Op.AND, Type.I1, more, random.nextInt(3) == 0 ? more : values.condition());
    if (testFirst) {
      builder.branch(condition, body, after);
      builder.seal(body);
      builder.setBlock(body);
      makeStatements(nesting + 1);
      builder.jump(head);
    } else {
      builder.jump(body);
      builder.seal(body);
      builder.setBlock(body);
      makeStatements(nesting + 1);
      builder.branch(condition, head, after);
    }
    builder.seal(head);
    builder.seal(after);
    builder.setBlock(after);
  }

  private void makeSwitch(int nesting) {
    int cases = 1 + random.nextInt(5);
    long[] keys = new long[cases];
    int[] targets = new int[cases];
    int arms = 1 + random.nextInt(cases + 1);
    for (int i = 0; i < cases; i++) {
      keys[i] = i * 3L - 2;
      targets[i] = random.nextInt(arms);
    }
    int[] blocks = new int[arms];
    int after = builder.newBlock();
    for (int i = 0; i < arms; i++) {
      blocks[i] = random.nextInt(4) == 0 && i > 0 ? blocks[i - 1] : builder.newBlock();
    }
    builder.switchTo(values.smallInteger(), new SwitchTable(keys, targets, arms), blocks);
    for (int i = 0; i < arms; i++) {
      if (i > 0 && blocks[i] == blocks[i - 1]) {
        continue;
      }
      builder.seal(blocks[i]);
      builder.setBlock(blocks[i]);
      makeStatements(nesting + 1);
      builder.jump(after);
    }
    builder.seal(after);
    builder.setBlock(after);
  }

  /** Leaves everything at once, sometimes. */
  private void makeExit() {
    int onwards = builder.newBlock();
    builder.branch(values.rareCondition(), exit, onwards);
    builder.seal(onwards);
    builder.setBlock(onwards);
  }

  // ------------------------------------------------------------------- jumps

  private void makeJumps() {
    int count = 2 + shape.statements() / 4;
    int[] blocks = new int[count];
    for (int i = 0; i < count; i++) {
      blocks[i] = builder.newBlock();
    }
    builder.branch(values.condition(), blocks[0], blocks[random.nextInt(count)]);
    for (int i = 0; i < count; i++) {
      builder.setBlock(blocks[i]);
      int statements = random.nextInt(6);
      for (int k = 0; k < statements; k++) {
        switch (random.nextInt(8)) {
          case 0 -> makeCall();
          case 1 -> makeDivision();
          default -> values.makeSimple();
        }
      }
      endWithJumps(blocks, i);
    }
    for (int block : blocks) {
      builder.seal(block);
    }
  }

  private void endWithJumps(int[] blocks, int at) {
    int count = blocks.length;
    if (at + 1 < count && random.nextInt(4) == 0) {
      builder.jump(blocks[at + 1]);
      return;
    }
    if (shape.endless() && random.nextInt(6) == 0) {
      // No way out of here but by what these blocks do.
      builder.branch(values.condition(), blocks[at], blocks[random.nextInt(count)]);
      return;
    }
    int onwards = builder.newBlock();
    Node left = burn();
    builder.branch(builder.compare(Op.LT, builder.constant(Type.I32, 0), left), onwards, exit);
    builder.seal(onwards);
    builder.setBlock(onwards);
    switch (random.nextInt(4)) {
      case 0 -> builder.jump(blocks[random.nextInt(count)]);
      case 1 -> {
        int arms = 2 + random.nextInt(4);
        int[] targets = new int[arms];
        long[] keys = new long[arms - 1];
        int[] arm = new int[arms - 1];
        for (int i = 0; i < arms; i++) {
          targets[i] = blocks[random.nextInt(count)];
        }
        for (int i = 0; i + 1 < arms; i++) {
          keys[i] = i;
          arm[i] = i + 1;
        }
        builder.switchTo(values.smallInteger(), new SwitchTable(keys, arm, arms), targets);
      }
      default ->
          builder.branch(
              values.condition(), blocks[random.nextInt(count)], blocks[random.nextInt(count)]);
    }
  }

  // ------------------------------------------------------------------ pieces

  /** Takes a unit of fuel; returns what is left. */
  private Node burn() {
    Node left = builder.binary(Op.SUB, Type.I32, builder.read(fuel), builder.constant(Type.I32, 1));
    builder.write(fuel, left);
    return left;
  }

  private void makeCall() {
    if (!shape.calls()) {
      values.makeSimple();
      return;
    }
    Node argument = values.wide();
    if (random.nextInt(4) == 0) {
      Node call =
          builder.call(
              new CallDescriptor(RandomProgram.LEAF, null),
              List.of(builder.symbol("leaf"), argument));
      values.writeWide(builder.result(call, 0));
    } else {
      Node call = builder.call(new CallDescriptor(RandomProgram.LEAF, "leaf"), List.of(argument));
      if (random.nextInt(3) > 0) {
        values.writeWide(builder.result(call, 0));
      }
    }
  }

  /** A division behind a test of its divisor. */
  private void makeDivision() {
    Node dividend = values.wide();
    Node divisor = values.wide();
    boolean signed = random.nextBoolean();
    boolean remainder = random.nextBoolean();
    Op op = signed ? (remainder ? Op.REM : Op.DIV) : (remainder ? Op.UREM : Op.UDIV);
    Node zero = builder.constant(Type.I64, 0);
    Node safe =
        signed ? builder.compare(Op.LT, zero, divisor) : builder.compare(Op.NE, divisor, zero);
    int then = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(safe, then, after);
    builder.seal(then);
    builder.setBlock(then);
    Node quotient = builder.divide(op, Type.I64, dividend, divisor);
    if (random.nextBoolean()) {
      values.makeSimple();
    }
    values.writeWide(quotient);
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
  }
}
