package dev.sargasso.measure.shape;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;

/**
 * The bodies of the shapes in which thousands of ways meet in one place, and many of them vanish or
 * are led elsewhere: to do so one by one is quadratic.
 */
final class ManyWays {
  private ManyWays() {}

  /** Every second of the branches tells two values apart, which then become a select. */
  static void emptyBranches(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int value = b.newVariable(Type.I64);
    b.write(value, m.second);
    int exit = b.newBlock();
    for (int i = 0; i < nodes / 14; i++) {
      int arm = b.newBlock();
      int next = b.newBlock();
      branch(m, i, m.first, arm, next);
      b.setBlock(arm);
      int yes = b.newBlock();
      int no = b.newBlock();
      Node one = m.mixConstant(i, m.second);
      Node other = i % 2 == 0 ? one : m.first;
      branch(m, i, m.second, yes, no);
      b.setBlock(yes);
      b.write(value, one);
      b.jump(exit);
      b.setBlock(no);
      b.write(value, other);
      b.jump(exit);
      b.setBlock(next);
    }
    b.jump(exit);
    b.seal(exit);
    b.setBlock(exit);
    m.finish(b.read(value));
  }

  /** The loop is left when the counter is no longer below the bound: after a few rounds. */
  static void continues(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int counter = b.newVariable(Type.I64);
    int value = b.newVariable(Type.I64);
    b.write(counter, m.constant(0));
    b.write(value, m.first);
    Node bound = m.and(m.second, 7);
    int header = b.newBlock();
    int body = b.newBlock();
    int exit = b.newBlock();
    b.jump(header);
    b.setBlock(header);
    b.branch(b.compare(Op.LT, b.read(counter), bound), body, exit);
    b.seal(body);
    b.seal(exit);
    b.setBlock(body);
    b.write(counter, m.add(b.read(counter), m.constant(1)));
    for (int i = 0; i < nodes / 9; i++) {
      int again = b.newBlock();
      int next = b.newBlock();
      branch(m, i, b.read(value), again, next);
      b.setBlock(again);
      b.write(value, m.mixConstant(i, b.read(value)));
      b.jump(header);
      b.setBlock(next);
    }
    b.jump(header);
    b.seal(header);
    b.setBlock(exit);
    m.finish(b.read(value));
  }

  /** All ways come to a join that knows, by a constant, which of them it was. */
  static void threaded(Function function, int nodes) {
    Mixer m = new Mixer(function);
    FunctionBuilder b = m.builder;
    int flag = b.newVariable(Type.I64);
    int value = b.newVariable(Type.I64);
    int join = b.newBlock();
    for (int i = 0; i < nodes / 9; i++) {
      int leave = b.newBlock();
      int next = b.newBlock();
      branch(m, i, m.first, leave, next);
      b.setBlock(leave);
      b.write(flag, m.constant(i % 3 == 0 ? 1 : 0));
      b.write(value, m.mixConstant(i, m.second));
      b.jump(join);
      b.setBlock(next);
    }
    b.write(flag, m.constant(0));
    b.write(value, m.second);
    b.jump(join);
    b.seal(join);
    b.setBlock(join);
    int yes = b.newBlock();
    int no = b.newBlock();
    int end = b.newBlock();
    b.branch(b.compare(Op.EQ, b.read(flag), m.constant(0)), yes, no);
    b.seal(yes);
    b.seal(no);
    b.setBlock(yes);
    b.write(value, m.add(b.read(value), m.first));
    b.jump(end);
    b.setBlock(no);
    b.write(value, m.xor(b.read(value), m.first));
    b.jump(end);
    b.seal(end);
    b.setBlock(end);
    m.finish(b.read(value));
  }

  /** A branch on whether a value, changed, is a number that differs for every {@code i}. */
  private static void branch(Mixer m, int i, Node value, int yes, int no) {
    FunctionBuilder b = m.builder;
    b.branch(b.compare(Op.EQ, m.xor(value, m.constant(i)), m.constant(7L * i + 3)), yes, no);
    b.seal(yes);
    b.seal(no);
  }
}
