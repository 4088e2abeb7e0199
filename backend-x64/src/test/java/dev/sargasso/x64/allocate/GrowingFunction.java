package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;

/** Machine functions of a shape and a size, for looking at how the allocator's work grows. */
enum GrowingFunction {
  /** One block; each value is used a few instructions later. */
  STRAIGHT_LINE {
    @Override
    void build(final Builder builder, final int size) {
      final int block = builder.block(1, 0);
      builder.begin(block);
      final int[] recent = new int[8];
      for (int index = 0; index < recent.length; index++) {
        recent[index] = builder.define();
      }
      for (int index = 0; index < size; index++) {
        recent[index % 8] = builder.add(recent[(index + 3) % 8], recent[(index + 6) % 8]);
      }
      builder.end(recent[0]);
    }
  },

  /** Diamonds in a row, each with a phi, and some values live through all of them. */
  DIAMONDS {
    @Override
    void build(final Builder builder, final int size) {
      final int count = size / 8;
      final int[] head = new int[count + 1];
      final int[] left = new int[count];
      final int[] right = new int[count];
      final int[] phi = new int[count + 1];
      for (int index = 0; index < count; index++) {
        head[index] = builder.block(1, 0);
        left[index] = builder.block(0.5f, 0);
        right[index] = builder.block(0.5f, 0);
      }
      head[count] = builder.block(1, 0);
      for (int index = 1; index <= count; index++) {
        phi[index] = builder.value();
        builder.function.addParameter(head[index], phi[index]);
      }
      final int[] through = new int[12];
      builder.begin(head[0]);
      for (int index = 0; index < through.length; index++) {
        through[index] = builder.define();
      }
      phi[0] = builder.define();
      for (int index = 0; index < count; index++) {
        builder.branch(phi[index], head[index], left[index], right[index]);
        builder.begin(left[index]);
        final int one = builder.add(phi[index], through[index % 12]);
        builder.jump(left[index], head[index + 1], one);
        builder.begin(right[index]);
        final int other = builder.add(phi[index], through[(index + 5) % 12]);
        builder.jump(right[index], head[index + 1], other);
        builder.begin(head[index + 1]);
      }
      builder.end(phi[count]);
    }
  },

  /** One join of two blocks with as many phis as the size. */
  ONE_JOIN {
    @Override
    void build(final Builder builder, final int size) {
      final int count = size / 4;
      final int head = builder.block(1, 0);
      final int left = builder.block(0.5f, 0);
      final int right = builder.block(0.5f, 0);
      final int join = builder.block(1, 0);
      final int[] phis = new int[count];
      for (int index = 0; index < count; index++) {
        phis[index] = builder.value();
        builder.function.addParameter(join, phis[index]);
      }
      builder.begin(head);
      builder.branch(builder.define(), head, left, right);
      for (final int block : new int[] {left, right}) {
        builder.begin(block);
        final int[] values = new int[count];
        for (int index = 0; index < count; index++) {
          values[index] = builder.define();
        }
        builder.jump(block, join, values);
      }
      builder.begin(join);
      int sum = phis[0];
      for (int index = 1; index < count; index++) {
        sum = builder.add(sum, phis[index]);
      }
      builder.end(sum);
    }
  },

  /** One block with very many successors, which meet again, and values live into all of them. */
  SWITCH {
    @Override
    void build(final Builder builder, final int size) {
      final int count = size / 3;
      final int head = builder.block(1, 0);
      final int[] arms = new int[count];
      for (int index = 0; index < count; index++) {
        arms[index] = builder.block(1f / count, 0);
      }
      final int join = builder.block(1, 0);
      final int phi = builder.value();
      builder.function.addParameter(join, phi);
      builder.begin(head);
      final int[] values = new int[20];
      for (int index = 0; index < values.length; index++) {
        values[index] = builder.define();
      }
      builder.branch(values[0], head, arms);
      for (int index = 0; index < count; index++) {
        builder.begin(arms[index]);
        builder.jump(arms[index], join, builder.add(values[index % 20], values[(index + 7) % 20]));
      }
      builder.begin(join);
      builder.end(phi);
    }
  },

  /** Loops in loops, each with a counter, as deep as the size allows. */
  LOOP_NEST {
    @Override
    void build(final Builder builder, final int size) {
      loops(builder, size / 12);
    }
  },

  /** Nests of six loops in a row. */
  LOOP_NESTS {
    @Override
    void build(final Builder builder, final int size) {
      int last = builder.block(1, 0);
      builder.begin(last);
      int value = builder.define();
      for (int nest = 0; nest < size / 72; nest++) {
        final int[] end = loopNest(builder, 6, last, value);
        last = end[0];
        value = end[1];
      }
      builder.end(value);
    }
  },

  /** Values defined first and used last, with as many calls between. */
  ACROSS_CALLS {
    @Override
    void build(final Builder builder, final int size) {
      final int block = builder.block(1, 0);
      builder.begin(block);
      final int[] values = new int[size / 3];
      for (int index = 0; index < values.length; index++) {
        values[index] = builder.define();
      }
      for (int index = 0; index < size / 3; index++) {
        builder.call();
      }
      int sum = values[0];
      for (int index = 1; index < values.length; index++) {
        sum = builder.add(sum, values[index]);
      }
      builder.end(sum);
    }
  },

  /** As before, but each call is in an arm of a diamond. */
  ACROSS_BLOCKS {
    @Override
    void build(final Builder builder, final int size) {
      final int count = size / 10;
      int head = builder.block(1, 0);
      builder.begin(head);
      final int[] values = new int[count];
      for (int index = 0; index < count; index++) {
        values[index] = builder.define();
      }
      for (int index = 0; index < count; index++) {
        final int left = builder.block(0.5f, 0);
        final int right = builder.block(0.5f, 0);
        final int join = builder.block(1, 0);
        builder.branch(values[0], head, left, right);
        builder.begin(left);
        builder.call();
        builder.jump(left, join);
        builder.begin(right);
        builder.jump(right, join);
        builder.begin(join);
        head = join;
      }
      int sum = values[0];
      for (int index = 1; index < count; index++) {
        sum = builder.add(sum, values[index]);
      }
      builder.end(sum);
    }
  };

  abstract void build(Builder builder, int size);

  MachineFunction make(final int size) {
    final Builder builder = new Builder(new MachineFunction(name() + size));
    build(builder, size);
    builder.function.finish();
    return builder.function;
  }

  private static void loops(final Builder builder, final int depth) {
    final int entry = builder.block(1, 0);
    builder.begin(entry);
    final int[] end = loopNest(builder, depth, entry, builder.define());
    builder.end(end[1]);
  }

  /** Appends a nest to an open block; returns the block that is open behind it, and a value. */
  private static int[] loopNest(
      final Builder builder, final int depth, final int before, final int start) {
    final int[] header = new int[depth];
    final int[] back = new int[depth];
    final int[] behind = new int[depth];
    final int[] counter = new int[depth];
    for (int level = 0; level < depth; level++) {
      header[level] = builder.block((float) Math.pow(4, Math.min(level + 1, 30)), level + 1);
    }
    for (int level = depth - 1; level >= 0; level--) {
      final float frequency = (float) Math.pow(4, Math.min(level, 30));
      back[level] = builder.block(4 * frequency, level + 1);
      behind[level] = builder.block(frequency, level);
    }
    int block = before;
    int value = start;
    for (int level = 0; level < depth; level++) {
      counter[level] = builder.value();
      builder.function.addParameter(header[level], counter[level]);
      builder.jump(block, header[level], value);
      builder.begin(header[level]);
      block = header[level];
      value = builder.add(counter[level], start);
    }
    for (int level = depth - 1; level >= 0; level--) {
      final int next = builder.add(counter[level], value);
      builder.branch(next, block, back[level], behind[level]);
      builder.begin(back[level]);
      builder.jump(back[level], header[level], next);
      builder.begin(behind[level]);
      block = behind[level];
      value = next;
    }
    return new int[] {block, value};
  }

  /** Makes blocks and instructions in the order in which the machine function wants them. */
  static final class Builder {
    final MachineFunction function;

    Builder(final MachineFunction function) {
      this.function = function;
    }

    int block(final float frequency, final int depth) {
      return function.newBlock(frequency, depth);
    }

    int value() {
      return function.newRegister(PhysicalRegister.GENERAL, 8);
    }

    void begin(final int block) {
      function.beginBlock(block);
    }

    int define() {
      final int value = value();
      function.addInstruction(RandomMachineFunction.OTHER, -1);
      function.define(value);
      return value;
    }

    int add(final int one, final int other) {
      final int value = value();
      final int at = function.addInstruction(RandomMachineFunction.ADD, -1);
      function.defineReuse(value, 1);
      function.use(one);
      function.useRegisterOrStack(other);
      function.setFlags(at, MachineFunction.COMMUTATIVE);
      return value;
    }

    void call() {
      final int at = function.addInstruction(RandomMachineFunction.CALL, -1);
      function.setClobbers(at, RandomMachineFunction.CALLER_SAVED);
    }

    void jump(final int from, final int to, final int... arguments) {
      function.addInstruction(RandomMachineFunction.JUMP, -1);
      function.endBlock();
      final int edge = function.addEdge(from, to);
      for (final int argument : arguments) {
        function.addArgument(edge, argument);
      }
    }

    void branch(final int value, final int from, final int... to) {
      function.addInstruction(RandomMachineFunction.BRANCH, -1);
      function.use(value);
      function.endBlock();
      for (final int target : to) {
        function.addEdge(from, target);
      }
    }

    void end(final int value) {
      function.addInstruction(RandomMachineFunction.RETURN, -1);
      function.useFixed(value, PhysicalRegister.RAX);
      function.endBlock();
    }
  }
}
