package dev.sargasso.passes.motion;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.Locale;

/** Functions of about so many nodes, in shapes on which careless algorithms are quadratic. */
enum LargeFunctions {
  STRAIGHT_LINE {
    @Override
    void fill(Sketching s, int size) {
      Node at = s.a;
      Node before = s.b;
      for (int i = 0; i < size; i++) {
        Node next = s.binary(i % 2 == 0 ? Op.ADD : Op.XOR, at, before);
        before = at;
        at = next;
      }
      s.build.returnValues(at);
    }
  },
  MEMORY_CHAIN {
    @Override
    void fill(Sketching s, int size) {
      for (int i = 0; i < size / 4; i++) {
        Node address = s.build.offset(s.p, s.number(8L * i));
        s.build.store(address, s.binary(Op.ADD, s.build.load(Type.I64, address), s.a));
      }
      s.build.returnValues(s.a);
    }
  },
  LOADS_ABOVE_STORES_USED_BELOW {
    @Override
    void fill(Sketching s, int size) {
      int count = size / 6;
      Node[] loads = new Node[count];
      for (int i = 0; i < count; i++) {
        loads[i] = s.build.load(Type.I64, s.build.offset(s.p, s.number(8L * i)));
      }
      for (int i = 0; i < count; i++) {
        if (i % 8 == 0) {
          s.diamond(s.build.compare(Op.LT, s.a, s.number(i)), () -> s.build.store(s.p, s.b));
        }
        s.build.store(s.p, s.a);
      }
      Node sum = s.a;
      for (Node load : loads) {
        sum = s.binary(Op.ADD, sum, load);
      }
      s.build.returnValues(sum);
    }
  },
  MANY_PHIS {
    @Override
    void fill(Sketching s, int size) {
      int[] variables = new int[100];
      for (int i = 0; i < variables.length; i++) {
        variables[i] = s.build.newVariable(Type.I64);
        s.build.write(variables[i], i % 2 == 0 ? s.a : s.b);
      }
      for (int made = 0; made < size; made += 2 * variables.length + 8) {
        s.diamond(
            s.build.compare(Op.LT, s.build.read(variables[0]), s.number(made)),
            () -> {
              for (int v : variables) {
                s.build.write(v, s.binary(Op.ADD, s.build.read(v), s.a));
              }
            });
      }
      Node sum = s.a;
      for (int v : variables) {
        sum = s.binary(Op.ADD, sum, s.build.read(v));
      }
      s.build.returnValues(sum);
    }
  },
  ONE_HUGE_SWITCH {
    @Override
    void fill(Sketching s, int size) {
      int arms = size / 8;
      long[] keys = new long[arms - 1];
      int[] targets = new int[arms - 1];
      int[] blocks = new int[arms];
      for (int i = 0; i < arms; i++) {
        blocks[i] = s.build.newBlock();
        if (i > 0) {
          keys[i - 1] = i;
          targets[i - 1] = i;
        }
      }
      int after = s.build.newBlock();
      int value = s.build.newVariable(Type.I64);
      s.build.write(value, s.a);
      s.build.switchTo(s.a, new SwitchTable(keys, targets, arms), blocks);
      for (int block : blocks) {
        s.enter(block);
        s.build.store(s.p, s.build.read(value));
        s.build.write(value, s.binary(Op.MUL, s.a, s.number(block)));
        s.build.jump(after);
      }
      s.enter(after);
      s.build.returnValues(s.build.read(value));
    }
  },
  SWITCH_IN_A_LOOP {
    @Override
    void fill(Sketching s, int size) {
      int arms = size / 10;
      long[] keys = new long[arms - 1];
      int[] targets = new int[arms - 1];
      int[] blocks = new int[arms];
      for (int i = 0; i < arms; i++) {
        blocks[i] = s.build.newBlock();
        if (i > 0) {
          keys[i - 1] = i;
          targets[i - 1] = i;
        }
      }
      int head = s.build.newBlock();
      int value = s.build.newVariable(Type.I64);
      s.build.write(value, s.a);
      s.build.jump(head);
      s.build.setBlock(head);
      s.build.switchTo(s.build.read(value), new SwitchTable(keys, targets, arms), blocks);
      for (int block : blocks) {
        s.enter(block);
        s.build.store(s.p, s.binary(Op.MUL, s.b, s.number(block)));
        if (block % 2 == 0) {
          s.build.returnValues(s.binary(Op.SUB, s.b, s.number(block)));
        } else {
          s.build.write(value, s.binary(Op.ADD, s.build.read(value), s.number(block)));
          s.build.jump(head);
        }
      }
      s.build.seal(head);
    }
  },
  DEEP_LOOPS {
    @Override
    void fill(Sketching s, int size) {
      nest(s, Math.min(500, size / 16));
      s.build.returnValues(s.a);
    }

    private void nest(Sketching s, int depth) {
      int[] counters = new int[depth];
      int[] heads = new int[depth];
      int[] exits = new int[depth];
      for (int i = 0; i < depth; i++) {
        counters[i] = s.build.newVariable(Type.I64);
        heads[i] = s.build.newBlock();
        exits[i] = s.build.newBlock();
        int body = s.build.newBlock();
        s.build.write(counters[i], s.number(0));
        s.build.jump(heads[i]);
        s.build.setBlock(heads[i]);
        s.build.branch(s.build.compare(Op.LT, s.build.read(counters[i]), s.a), body, exits[i]);
        s.enter(body);
      }
      Node invariant = s.binary(Op.MUL, s.a, s.b);
      s.build.store(s.p, s.binary(Op.ADD, invariant, s.build.load(Type.I64, s.p)));
      for (int i = depth - 1; i >= 0; i--) {
        s.build.write(counters[i], s.binary(Op.ADD, s.build.read(counters[i]), s.number(1)));
        s.build.jump(heads[i]);
        s.build.seal(heads[i]);
        s.enter(exits[i]);
      }
    }
  },
  CHAIN_OF_DIAMONDS {
    @Override
    void fill(Sketching s, int size) {
      int value = s.build.newVariable(Type.I64);
      s.build.write(value, s.a);
      for (int i = 0; i < size / 12; i++) {
        long number = i;
        s.diamond(
            s.build.compare(Op.LT, s.build.read(value), s.b),
            () -> {
              // Available from the entry on, needed far below.
              Node far = s.binary(Op.MUL, s.binary(Op.ADD, s.a, s.number(number)), s.b);
              s.build.write(value, s.binary(Op.XOR, s.build.read(value), far));
            });
      }
      s.build.returnValues(s.build.read(value));
    }
  },
  LADDER_OF_EXITS {
    @Override
    void fill(Sketching s, int size) {
      int exit = s.build.newBlock();
      for (int i = 0; i < size / 8; i++) {
        int onwards = s.build.newBlock();
        Node wrong = s.build.compare(Op.EQ, s.build.load(Type.I64, s.p), s.number(i));
        s.build.branch(wrong, exit, onwards);
        s.enter(onwards);
        s.build.store(s.p, s.number(i));
      }
      s.build.jump(exit);
      s.enter(exit);
      s.build.returnValues(s.a);
    }
  },
  VALUES_ACROSS_CALLS {
    @Override
    void fill(Sketching s, int size) {
      CallDescriptor callee =
          new CallDescriptor(Signature.of(List.of(Type.I64), List.of(Type.I64)), "g");
      Node[] values = new Node[size / 8];
      for (int i = 0; i < values.length; i++) {
        Node call = s.build.call(callee, List.of(s.number(i)));
        values[i] = s.build.result(call, 0);
      }
      Node sum = s.a;
      for (Node value : values) {
        sum = s.binary(Op.ADD, sum, value);
      }
      s.build.returnValues(sum);
    }
  };

  abstract void fill(Sketching sketching, int size);

  Function make(int size) {
    Signature signature = Signature.of(List.of(Type.I64, Type.I64, Type.PTR), List.of(Type.I64));
    Function function =
        new Function(
            name().toLowerCase(Locale.ROOT),
            signature,
            Linkage.LOCAL,
            new Graph(Simplifier.NONE),
            "");
    Sketching sketching = new Sketching(new FunctionBuilder(function));
    fill(sketching, size);
    sketching.build.finish();
    return function;
  }

  /** Shorthand for filling. */
  static final class Sketching {
    final FunctionBuilder build;
    final Node a;
    final Node b;
    final Node p;

    Sketching(FunctionBuilder build) {
      this.build = build;
      a = build.parameter(0);
      b = build.parameter(1);
      p = build.parameter(2);
    }

    Node number(long value) {
      return build.constant(Type.I64, value);
    }

    Node binary(Op op, Node x, Node y) {
      return build.binary(op, Type.I64, x, y);
    }

    void enter(int block) {
      build.seal(block);
      build.setBlock(block);
    }

    void diamond(Node condition, Runnable arm) {
      int then = build.newBlock();
      int after = build.newBlock();
      build.branch(condition, then, after);
      enter(then);
      arm.run();
      build.jump(after);
      enter(after);
    }
  }
}
