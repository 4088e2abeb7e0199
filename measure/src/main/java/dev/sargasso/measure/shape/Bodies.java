package dev.sargasso.measure.shape;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.List;

/** The bodies of the shapes; each says in its count how many nodes one repetition costs. */
final class Bodies {
  static final Signature CALLEE_SIGNATURE = Signature.of(List.of(Type.I64), List.of(Type.I64));

  private Bodies() {}

  static void straightLine(Function function, int nodes) {
    Mixer m = new Mixer(function);
    int count = nodes * 3 / 4;
    Node[] recent = new Node[16];
    for (int i = 0; i < recent.length; i++) {
      recent[i] = m.mixConstant(i, i % 2 == 0 ? m.first : m.second);
    }
    for (int i = 0; i < count; i++) {
      Node last = recent[(i + 15) % 16];
      recent[i % 16] =
          i % 3 == 0 ? m.mixConstant(i, last) : m.mix(i / 3, last, recent[(i + i / 5 % 13) % 16]);
    }
    Node result = recent[0];
    for (int i = 1; i < recent.length; i++) {
      result = m.xor(result, recent[i]);
    }
    m.finish(result);
  }

  static void memoryChain(Function function, int nodes) {
    Mixer m = new Mixer(function);
    Node value = m.first;
    for (int i = 0; i < nodes / 7; i++) {
      Node address = m.word(m.and(value, 8 * 31));
      Node loaded = m.builder.load(Type.I64, address);
      value = m.mix(i, m.mixConstant(i, loaded), m.second);
      m.builder.store(address, value);
    }
    m.finish(value);
  }

  static void diamonds(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int left = b.newVariable(Type.I64);
    int right = b.newVariable(Type.I64);
    b.write(left, m.first);
    b.write(right, m.second);
    for (int i = 0; i < nodes / 16; i++) {
      int yes = b.newBlock();
      int no = b.newBlock();
      int join = b.newBlock();
      Node bit = m.and(b.read(left), 1L << (i % 7));
      b.branch(b.compare(Op.EQ, bit, m.constant(0)), yes, no);
      b.seal(yes);
      b.seal(no);
      b.setBlock(yes);
      b.write(left, m.mixConstant(i, b.read(right)));
      b.jump(join);
      b.setBlock(no);
      b.write(right, m.mix(i, b.read(left), b.read(right)));
      b.write(left, m.add(b.read(left), m.constant(2L * i + 1)));
      b.jump(join);
      b.seal(join);
      b.setBlock(join);
    }
    m.finish(m.xor(b.read(left), b.read(right)));
  }

  static void wideJoin(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int count = nodes / 5;
    int[] variables = new int[count];
    int yes = b.newBlock();
    int no = b.newBlock();
    int join = b.newBlock();
    b.branch(b.compare(Op.LT, m.first, m.second), yes, no);
    b.seal(yes);
    b.seal(no);
    b.setBlock(yes);
    for (int i = 0; i < count; i++) {
      variables[i] = b.newVariable(Type.I64);
      b.write(variables[i], m.mixConstant(i, m.first));
    }
    b.jump(join);
    b.setBlock(no);
    for (int i = 0; i < count; i++) {
      b.write(variables[i], m.mixConstant(i, m.second));
    }
    b.jump(join);
    b.seal(join);
    b.setBlock(join);
    Node result = m.second;
    for (int i = 0; i < count; i++) {
      result = m.mix(i, result, b.read(variables[i]));
    }
    m.finish(result);
  }

  static void hugeSwitch(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int arms = nodes / 5;
    long[] keys = new long[arms];
    int[] projections = new int[arms];
    int[] targets = new int[arms + 1];
    for (int i = 0; i < arms; i++) {
      keys[i] = i;
      projections[i] = i + 1;
      targets[i + 1] = b.newBlock();
    }
    int join = b.newBlock();
    targets[0] = join;
    int value = b.newVariable(Type.I64);
    b.write(value, m.second);
    b.switchTo(m.first, new SwitchTable(keys, projections, arms + 1), targets);
    for (int i = 0; i < arms; i++) {
      int arm = targets[i + 1];
      b.seal(arm);
      b.setBlock(arm);
      b.write(value, m.xor(m.mixConstant(i, m.second), m.first));
      b.jump(join);
    }
    b.seal(join);
    b.setBlock(join);
    m.finish(b.read(value));
  }

  /**
   * One nest. Its counters are in memory: as variables, each would be looked up through all loops
   * inside of its own when the sea is built, which is quadratic in the depth for any construction
   * that looks variables up on demand.
   */
  static void loopNest(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int depth = nodes / 17;
    Node bound = m.and(m.second, 1);
    int value = b.newVariable(Type.I64);
    b.write(value, m.first);
    int[] headers = new int[depth];
    int[] exits = new int[depth];
    for (int d = 0; d < depth; d++) {
      b.store(m.word(m.constant(8L * d)), m.constant(0));
      int body = startLoop(b, d, headers, exits);
      Node counter = b.load(Type.I64, m.word(m.constant(8L * d)));
      b.branch(b.compare(Op.LT, counter, bound), body, exits[d]);
      enterBody(b, d, body, exits);
      b.write(value, m.mixConstant(d, m.xor(b.read(value), counter)));
    }
    for (int d = depth - 1; d >= 0; d--) {
      Node address = m.word(m.constant(8L * d));
      b.store(address, m.add(b.load(Type.I64, address), m.constant(1)));
      endLoop(b, d, headers, exits);
    }
    m.finish(b.read(value));
  }

  /** Nests of equal depth, one after the other. */
  static void loopNests(Function function, int nodes) {
    int depth = 10;
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    Node bound = m.and(m.second, 1);
    int value = b.newVariable(Type.I64);
    b.write(value, m.first);
    int[] counters = new int[depth];
    int[] headers = new int[depth];
    int[] exits = new int[depth];
    for (int nest = 0; nest < nodes / (12 * depth); nest++) {
      for (int d = 0; d < depth; d++) {
        counters[d] = b.newVariable(Type.I64);
        b.write(counters[d], m.constant(0));
        int body = startLoop(b, d, headers, exits);
        b.branch(b.compare(Op.LT, b.read(counters[d]), bound), body, exits[d]);
        enterBody(b, d, body, exits);
        b.write(value, m.mixConstant(d, m.xor(b.read(value), b.read(counters[d]))));
      }
      for (int d = depth - 1; d >= 0; d--) {
        b.write(counters[d], m.add(b.read(counters[d]), m.constant(1)));
        endLoop(b, d, headers, exits);
      }
    }
    m.finish(b.read(value));
  }

  // Each loop runs once or, where the second parameter is even, not at all, so that the deepest
  // nest is soon done; a compiler cannot know that.

  private static int startLoop(FunctionBuilder b, int d, int[] headers, int[] exits) {
    headers[d] = b.newBlock();
    exits[d] = b.newBlock();
    b.jump(headers[d]);
    b.setBlock(headers[d]);
    return b.newBlock();
  }

  private static void enterBody(FunctionBuilder b, int d, int body, int[] exits) {
    b.seal(body);
    b.seal(exits[d]);
    b.setBlock(body);
  }

  private static void endLoop(FunctionBuilder b, int d, int[] headers, int[] exits) {
    b.jump(headers[d]);
    b.seal(headers[d]);
    b.setBlock(exits[d]);
  }

  /** Each loop goes over the first few words of the table. */
  static void arrayLoops(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    Node bound = m.and(m.second, 31);
    int sum = b.newVariable(Type.I64);
    int index = b.newVariable(Type.I64);
    b.write(sum, m.first);
    int[] headers = new int[1];
    int[] exits = new int[1];
    for (int i = 0; i < nodes / 20; i++) {
      b.write(index, m.constant(0));
      int body = startLoop(b, 0, headers, exits);
      b.branch(b.compare(Op.LT, b.read(index), bound), body, exits[0]);
      enterBody(b, 0, body, exits);
      Node address = m.word(b.binary(Op.SHL, Type.I64, b.read(index), m.constant(3)));
      Node loaded = b.load(Type.I64, address);
      b.store(address, m.mixConstant(i, loaded));
      b.write(sum, m.xor(b.read(sum), m.add(loaded, m.constant(i))));
      b.write(index, m.add(b.read(index), m.constant(1)));
      endLoop(b, 0, headers, exits);
    }
    m.finish(b.read(sum));
  }

  /**
   * Of each four ways to the exit, three depend on a slot that holds 0 all the time. Stores to
   * other slots hide that while the function is built.
   */
  static void wideRegion(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    Node flag = b.slotAddress(function.newSlot("flag", 8, 8));
    b.store(flag, m.constant(0));
    for (int i = 0; i < 16; i++) {
      b.store(b.slotAddress(function.newSlot("other" + i, 8, 8)), m.constant(i));
    }
    int value = b.newVariable(Type.I64);
    int exit = b.newBlock();
    for (int i = 0; i < nodes / 9; i++) {
      int next = b.newBlock();
      Node tested = i % 4 == 0 ? m.xor(m.first, m.constant(i)) : b.load(Type.I64, flag);
      b.write(value, m.mixConstant(i, m.second));
      b.branch(b.compare(Op.EQ, tested, m.constant(7L * i + 3)), exit, next);
      b.seal(next);
      b.setBlock(next);
    }
    b.write(value, m.first);
    b.jump(exit);
    b.seal(exit);
    b.setBlock(exit);
    m.finish(b.read(value));
  }

  static void liveAcrossCalls(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    Node[] values = new Node[nodes / 8];
    for (int i = 0; i < values.length; i++) {
      // Loads, since arithmetic could be moved behind the calls.
      values[i] = b.load(Type.I64, m.word(m.constant(8L * i)));
    }
    CallDescriptor callee = new CallDescriptor(CALLEE_SIGNATURE, Shape.CALLEE);
    Node result = m.first;
    for (int i = 0; i < nodes / 8; i++) {
      result = b.result(b.call(callee, List.of(result)), 0);
    }
    for (int i = 0; i < values.length; i++) {
      result = m.mix(i, result, values[i]);
    }
    m.finish(result);
  }
}
