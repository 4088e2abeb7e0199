package dev.sargasso.bench.shape;

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

  static void loopNest(Function function, int nodes) {
    nest(function, 1, nodes / 12);
  }

  static void loopNests(Function function, int nodes) {
    nest(function, nodes / (12 * 5), 5);
  }

  /**
   * Loops inside loops. Each runs once or, where the second parameter is even, not at all, so that
   * the deepest nest is soon done; a compiler cannot know that.
   */
  private static void nest(Function function, int nests, int depth) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    Node bound = m.and(m.second, 1);
    int value = b.newVariable(Type.I64);
    b.write(value, m.first);
    int[] counters = new int[depth];
    int[] headers = new int[depth];
    int[] exits = new int[depth];
    for (int n = 0; n < nests; n++) {
      for (int d = 0; d < depth; d++) {
        counters[d] = b.newVariable(Type.I64);
        headers[d] = b.newBlock();
        exits[d] = b.newBlock();
        int body = b.newBlock();
        b.write(counters[d], m.constant(0));
        b.jump(headers[d]);
        b.setBlock(headers[d]);
        b.branch(b.compare(Op.LT, b.read(counters[d]), bound), body, exits[d]);
        b.seal(body);
        b.seal(exits[d]);
        b.setBlock(body);
        b.write(value, m.mixConstant(d, m.xor(b.read(value), b.read(counters[d]))));
      }
      for (int d = depth - 1; d >= 0; d--) {
        b.write(counters[d], m.add(b.read(counters[d]), m.constant(1)));
        b.jump(headers[d]);
        b.seal(headers[d]);
        b.setBlock(exits[d]);
      }
    }
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
