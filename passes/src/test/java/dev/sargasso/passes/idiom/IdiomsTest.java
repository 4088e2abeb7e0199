package dev.sargasso.passes.idiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random work on bytes computes the same with idioms put in its place, and idioms are found in it.
 */
class IdiomsTest {
  private static final Type[] WIDTHS = {Type.I16, Type.I32, Type.I64};
  private static final Limits LIMITS = new Limits(1_000_000, 2, 1 << 12, 1 << 12);
  private static final int SLOT_BYTES = 32;

  private final Program program = new Program("p");
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.I64), List.of(Type.I64)),
          Linkage.GLOBAL,
          new Graph(Simplifications.whileBuilding()),
          "");
  private final FunctionBuilder builder = new FunctionBuilder(function);
  private final Node x = builder.parameter(0);
  private final Node y = builder.parameter(1);
  private final Node slot = builder.slotAddress(function.newSlot("s", SLOT_BYTES, 8));
  private Random random = new Random(0);

  private static IdiomsTest withSeed(long seed) {
    IdiomsTest test = new IdiomsTest();
    test.random = new Random(seed);
    return test;
  }

  IdiomsTest() {
    program.add(function);
    for (int i = 0; i < SLOT_BYTES; i += 8) {
      builder.store(at(i), i % 16 == 0 ? x : y);
    }
  }

  private Node at(long offset) {
    return builder.offset(slot, builder.constant(Type.I64, offset));
  }

  private Node binary(Op op, Type type, Node a, Node b) {
    return builder.binary(op, type, a, b);
  }

  private Node resize(Node node, Type type) {
    int from = node.type().bits();
    return from == type.bits()
        ? node
        : builder.unary(from < type.bits() ? Op.ZERO_EXTEND : Op.TRUNCATE, type, node);
  }

  private Node shift(Op op, Node value, int bytes) {
    return binary(op, value.type(), value, builder.constant(value.type(), 8L * bytes));
  }

  /** Puts bytes of one value, or of memory, together in some order. */
  private Node gathered(Type type) {
    int bytes = type.bytes();
    boolean fromMemory = random.nextBoolean();
    int order = random.nextInt(5);
    int first = random.nextInt(8);
    Node source = resize(random.nextBoolean() ? x : y, WIDTHS[random.nextInt(3)]);
    Node sum = builder.constant(type, 0);
    for (int i = 0; i < bytes; i++) {
      int number =
          switch (order) {
            case 0 -> i;
            case 1 -> bytes - 1 - i;
            case 2 -> (i + 1) % bytes;
            case 3 -> random.nextInt(bytes);
            default -> i ^ 1;
          };
      Node one =
          fromMemory
              ? resize(builder.load(Type.I8, at(first + number)), type)
              : resize(
                  resize(
                      number < source.type().bytes() ? shift(Op.SHR, source, number) : y, Type.I8),
                  type);
      Op op = random.nextInt(6) == 0 ? Op.ADD : random.nextInt(6) == 0 ? Op.XOR : Op.OR;
      sum = binary(op, type, sum, shift(Op.SHL, one, i));
    }
    return sum;
  }

  /** Any tree over operations on whole bytes, and some that are not. */
  private Node tree(Type type, int depth) {
    if (depth == 0) {
      return switch (random.nextInt(4)) {
        case 0 -> builder.load(type, at(random.nextInt(16)));
        case 1 -> resize(builder.load(Type.I8, at(random.nextInt(16))), type);
        default -> resize(random.nextBoolean() ? x : y, type);
      };
    }
    int bytes = type.bytes();
    return switch (random.nextInt(10)) {
      case 0, 1 -> shift(Op.SHL, tree(type, depth - 1), random.nextInt(bytes));
      case 2 -> shift(Op.SHR, tree(type, depth - 1), random.nextInt(bytes));
      case 3 ->
          shift(
              random.nextBoolean() ? Op.SAR : Op.ROL, tree(type, depth - 1), random.nextInt(bytes));
      case 4 -> {
        long mask = 0;
        for (int i = 0; i < 8; i++) {
          mask |= random.nextInt(3) == 0 ? 0 : 0xFFL << (8 * i);
        }
        if (random.nextInt(8) == 0) {
          mask ^= 0x10;
        }
        yield binary(Op.AND, type, tree(type, depth - 1), builder.constant(type, mask));
      }
      case 5 -> resize(tree(WIDTHS[random.nextInt(3)], depth - 1), type);
      case 6 -> builder.unary(Op.BSWAP, type, tree(type, depth - 1));
      default -> {
        Op op = random.nextInt(3) == 0 ? Op.ADD : Op.OR;
        yield binary(op, type, tree(type, depth - 1), tree(type, depth - 1));
      }
    };
  }

  private void stores() {
    int first = random.nextInt(8);
    int count = 1 + random.nextInt(9);
    boolean down = random.nextBoolean();
    boolean swapped = random.nextBoolean();
    Node value = random.nextInt(4) == 0 ? builder.constant(Type.I64, random.nextLong()) : x;
    for (int i = 0; i < count; i++) {
      int place = down ? count - 1 - i : i;
      int number = random.nextInt(12) == 0 ? random.nextInt(8) : swapped ? 8 - count + i : i;
      Node one = resize(shift(Op.SHR, value, number & 7), Type.I8);
      if (random.nextInt(10) == 0) {
        one = resize(shift(Op.SHR, value, number & 7), Type.I16);
      }
      if (random.nextInt(12) == 0) {
        one = resize(builder.load(Type.I8, at(first + i)), Type.I8);
      }
      builder.store(at(first + place), one);
    }
  }

  private int finishAndCompare(String what) {
    builder.finish();
    List<Outcome> before = run();
    Idioms.Counts counts =
        Idioms.run(function, Simplifications.forWholeGraph(), (change, node) -> true);
    GraphVerifier.verify(function, true);
    assertEquals(before, run(), what);
    Cleanup.run(function, Simplifications.forWholeGraph(), 0);
    GraphVerifier.verify(function);
    assertEquals(before, run(), what + ", cleaned up");
    return counts.total();
  }

  private List<Outcome> run() {
    List<Outcome> outcomes = new ArrayList<>();
    long[][] inputs = {
      {0, 0}, {1, -1}, {0x0102030405060708L, 0x8877665544332211L}, {0x80FF7F01F0E0D0C0L, 42}
    };
    for (long[] input : inputs) {
      outcomes.add(new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", input.clone()));
    }
    return outcomes;
  }

  private static int sum(int[] counts) {
    return Arrays.stream(counts).sum();
  }

  @Test
  void gatheredBytes() {
    int[] found = new int[200];
    for (int seed = 0; seed < found.length; seed++) {
      IdiomsTest test = withSeed(seed);
      Type type = WIDTHS[seed % 3];
      Node value = test.resize(test.gathered(type), Type.I64);
      test.builder.returnValues(value);
      found[seed] = test.finishAndCompare("seed " + seed);
    }
    assertTrue(sum(found) > 60, "found " + sum(found));
  }

  @Test
  void treesOfBytes() {
    for (int seed = 0; seed < 600; seed++) {
      IdiomsTest test = withSeed(seed);
      Node value = test.resize(test.tree(WIDTHS[seed % 3], 2 + seed % 4), Type.I64);
      test.builder.returnValues(value);
      test.finishAndCompare("seed " + seed);
    }
  }

  @Test
  void runsOfStores() {
    int[] found = new int[300];
    for (int seed = 0; seed < found.length; seed++) {
      IdiomsTest test = withSeed(seed);
      test.stores();
      test.stores();
      Node sum = test.builder.load(Type.I64, test.at(0));
      for (int i = 8; i < SLOT_BYTES; i += 8) {
        Node turned = test.shift(Op.ROL, sum, 3);
        sum = test.binary(Op.XOR, Type.I64, turned, test.builder.load(Type.I64, test.at(i)));
      }
      test.builder.returnValues(sum);
      found[seed] = test.finishAndCompare("seed " + seed);
    }
    assertTrue(sum(found) > 150, "found " + sum(found));
  }

  /** A store whose state somebody else sees stays. */
  @Test
  void aStateThatIsReadIsNotLost() {
    builder.store(at(0), builder.constant(Type.I8, 1));
    Node between = builder.load(Type.I8, at(1));
    builder.store(at(1), builder.constant(Type.I8, 2));
    Node sum = resize(between, Type.I64);
    builder.returnValues(binary(Op.ADD, Type.I64, sum, builder.load(Type.I64, at(0))));
    assertEquals(0, finishAndCompare("read in between"));
  }

  /** Loads from two states are not one load. */
  @Test
  void loadsOfTwoStatesStay() {
    Node low = builder.load(Type.I8, at(0));
    builder.store(at(8), y);
    builder.store(builder.unary(Op.BITCAST, Type.PTR, y), y);
    Node high = builder.load(Type.I8, at(1));
    Node sum =
        binary(Op.OR, Type.I64, resize(low, Type.I64), shift(Op.SHL, resize(high, Type.I64), 1));
    builder.returnValues(sum);
    builder.finish();
    assertEquals(
        0, Idioms.run(function, Simplifications.forWholeGraph(), (change, node) -> true).total());
  }

  /** What has to be looked at for one node does not grow with the function. */
  @Test
  void longChainsAreBounded() {
    Node sum = x;
    for (int i = 0; i < 5_000; i++) {
      Node other = shift(i % 2 == 0 ? Op.SHL : Op.SHR, binary(Op.MUL, Type.I64, sum, y), 1 + i % 7);
      sum = binary(Op.OR, Type.I64, shift(Op.SHL, sum, 1), other);
    }
    builder.returnValues(sum);
    finishAndCompare("chain");
  }
}
