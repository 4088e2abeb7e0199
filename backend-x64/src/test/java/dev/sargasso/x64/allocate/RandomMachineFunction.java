package dev.sargasso.x64.allocate;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random machine functions, valid by construction: any control flow, irreducible loops included,
 * and operands under all constraints.
 */
final class RandomMachineFunction {
  static final int MOVE = 1;
  static final int CONSTANT = 2;
  static final int JUMP = 3;
  static final int BRANCH = 4;
  static final int RETURN = 5;
  static final int ENTRY = 6;
  static final int CALL = 7;
  static final int DIVIDE = 8;
  static final int SHIFT = 9;
  static final int ADD = 10;
  static final int OTHER = 11;

  static final long CALLER_SAVED =
      0xffff_0000L
          | bits(
              PhysicalRegister.RAX,
              PhysicalRegister.RCX,
              PhysicalRegister.RDX,
              PhysicalRegister.RSI,
              PhysicalRegister.RDI,
              PhysicalRegister.R8,
              PhysicalRegister.R9,
              PhysicalRegister.R10,
              PhysicalRegister.R11);

  static final int[] CALLEE_SAVED = {
    PhysicalRegister.RBX,
    PhysicalRegister.RBP,
    PhysicalRegister.R12,
    PhysicalRegister.R13,
    PhysicalRegister.R14,
    PhysicalRegister.R15
  };

  private static final int[] GENERAL_ARGUMENTS = {
    PhysicalRegister.RDI,
    PhysicalRegister.RSI,
    PhysicalRegister.RDX,
    PhysicalRegister.RCX,
    PhysicalRegister.R8,
    PhysicalRegister.R9
  };

  /**
   * What to generate.
   *
   * @param blocks about how many blocks
   * @param instructions at most so many instructions a block
   * @param live so many values are defined at the start and used at the end
   * @param parameters at most so many parameters a block
   * @param calls one of so many instructions is a call; 0 for none
   * @param constraints whether operands have constraints at all
   * @param calleeSaved whether callee-saved registers come in and go out
   */
  record Shape(
      int blocks,
      int instructions,
      int live,
      int parameters,
      int calls,
      boolean constraints,
      boolean calleeSaved) {}

  private final Random random;
  private final Shape shape;
  private final MachineFunction function;
  private final List<List<Integer>> successors = new ArrayList<>();
  private final ControlFlow flow = new ControlFlow();
  private List<List<Integer>> available = new ArrayList<>();
  private final int[] calleeSavedValue = new int[CALLEE_SAVED.length];
  private List<Integer> longLived = new ArrayList<>();

  private RandomMachineFunction(final long seed, final Shape shape) {
    random = new Random(seed * 0x9e37_79b9L + 17);
    this.shape = shape;
    function = new MachineFunction("random" + seed);
  }

  static MachineFunction generate(final long seed, final Shape shape) {
    return new RandomMachineFunction(seed, shape).run();
  }

  private static long bits(final int... registers) {
    long mask = 0;
    for (final int register : registers) {
      mask |= 1L << register;
    }
    return mask;
  }

  private MachineFunction run() {
    graph();
    skeleton();
    fill();
    return function;
  }

  /** A random graph in which everything can be reached, with split critical edges. */
  private void graph() {
    final int count = 1 + random.nextInt(Math.max(1, shape.blocks()));
    for (int block = 0; block < count; block++) {
      successors.add(new ArrayList<>());
    }
    for (int block = 1; block < count; block++) {
      successors.get(random.nextInt(3) > 0 ? block - 1 : random.nextInt(block)).add(block);
    }
    final int extra = random.nextInt(count);
    for (int edge = 0; edge < extra && count > 1; edge++) {
      final int from = random.nextInt(count);
      final int to = 1 + random.nextInt(count - 1);
      if (!successors.get(from).contains(to)) {
        successors.get(from).add(to);
      }
    }
    final int[] predecessors = new int[count];
    successors.forEach(list -> list.forEach(target -> predecessors[target]++));
    for (int block = 0; block < count; block++) {
      final List<Integer> list = successors.get(block);
      for (int index = 0; index < list.size() && list.size() > 1; index++) {
        if (predecessors[list.get(index)] > 1) {
          successors.add(new ArrayList<>(List.of(list.get(index))));
          list.set(index, successors.size() - 1);
        }
      }
    }
  }

  /** Blocks, parameters and edges; and the dominator tree, from a copy without contents. */
  private void skeleton() {
    final MachineFunction bare = new MachineFunction("bare");
    for (int block = 0; block < successors.size(); block++) {
      bare.newBlock(1, 0);
      available.add(new ArrayList<>());
    }
    for (int block = 0; block < successors.size(); block++) {
      for (final int target : successors.get(block)) {
        bare.addEdge(block, target);
      }
    }
    bare.finish();
    flow.compute(bare);
    for (int block = 0; block < successors.size(); block++) {
      final int loop = flow.loopOf(block);
      final int depth = loop < 0 ? 0 : flow.loopDepth(loop);
      function.newBlock(
          (float) Math.pow(8, Math.min(depth, 6)) * (0.1f + random.nextFloat()), depth);
    }
    for (int block = 1; block < successors.size(); block++) {
      for (int count = random.nextInt(shape.parameters() + 1); count > 0; count--) {
        function.addParameter(block, newValue());
      }
    }
    for (int block = 0; block < successors.size(); block++) {
      for (final int target : successors.get(block)) {
        function.addEdge(block, target);
      }
    }
  }

  private int newValue() {
    return random.nextInt(4) == 0
        ? function.newRegister(PhysicalRegister.VECTOR, 4 << random.nextInt(3))
        : function.newRegister(PhysicalRegister.GENERAL, 1 << random.nextInt(4));
  }

  private void fill() {
    for (int place = 0; place < successors.size(); place++) {
      final int block = flow.blockAt(place);
      final int dominator = flow.immediateDominator(block);
      final List<Integer> values =
          dominator < 0 ? new ArrayList<>() : new ArrayList<>(available.get(dominator));
      available.set(block, values);
      for (int index = 0; index < function.parameterCount(block); index++) {
        values.add(function.parameter(block, index));
      }
      function.beginBlock(block);
      if (block == 0) {
        entry(values);
      }
      for (int count = random.nextInt(shape.instructions() + 1); count > 0; count--) {
        instruction(values);
      }
      terminator(block, values);
      function.endBlock();
    }
    for (int block = 0; block < successors.size(); block++) {
      for (int index = 0; index < successors.get(block).size(); index++) {
        final int target = successors.get(block).get(index);
        for (int at = 0; at < function.parameterCount(target); at++) {
          function.addArgument(
              edge(block, index), like(function.parameter(target, at), available.get(block)));
        }
      }
    }
    function.finish();
  }

  private int edge(final int block, final int index) {
    return function.successorEdge(block, index);
  }

  private void entry(final List<Integer> values) {
    function.addInstruction(ENTRY, -1);
    if (shape.calleeSaved()) {
      for (int index = 0; index < CALLEE_SAVED.length; index++) {
        calleeSavedValue[index] = function.newRegister(PhysicalRegister.GENERAL, 8);
        function.defineFixed(calleeSavedValue[index], CALLEE_SAVED[index]);
      }
    }
    if (shape.constraints()) {
      for (int index = random.nextInt(GENERAL_ARGUMENTS.length + 1) - 1; index >= 0; index--) {
        final int value = function.newRegister(PhysicalRegister.GENERAL, 8);
        function.defineFixed(value, GENERAL_ARGUMENTS[index]);
        values.add(value);
      }
    }
    // One of each kind, so that every edge finds an argument of its parameter's kind.
    for (int width = 1; width <= 8; width *= 2) {
      define(function.newRegister(PhysicalRegister.GENERAL, width), values);
    }
    for (int width = 4; width <= 16; width *= 2) {
      define(function.newRegister(PhysicalRegister.VECTOR, width), values);
    }
    for (int index = 0; index < shape.live(); index++) {
      longLived.add(define(newValue(), values));
    }
  }

  private int define(final int value, final List<Integer> values) {
    final int at = function.addInstruction(random.nextInt(3) == 0 ? CONSTANT : OTHER, -1);
    function.define(value);
    function.setImmediate(at, random.nextInt());
    if (function.opcode(at) == CONSTANT && shape.constraints()) {
      function.setFlags(at, MachineFunction.REMATERIALISABLE);
    }
    values.add(value);
    return value;
  }

  private void terminator(final int block, final List<Integer> values) {
    if (successors.get(block).isEmpty()) {
      for (final int value : longLived) {
        function.addInstruction(OTHER, -1);
        if (random.nextInt(3) == 0) {
          function.useRegisterOrStack(value);
        } else {
          function.use(value);
        }
      }
      function.addInstruction(RETURN, -1);
      if (shape.calleeSaved()) {
        for (int index = 0; index < CALLEE_SAVED.length; index++) {
          function.useFixed(calleeSavedValue[index], CALLEE_SAVED[index]);
        }
      }
      if (shape.constraints()) {
        function.useFixed(any(PhysicalRegister.GENERAL, values), PhysicalRegister.RAX);
      }
    } else if (successors.get(block).size() == 1) {
      function.addInstruction(JUMP, -1);
    } else {
      function.addInstruction(BRANCH, -1);
      function.use(any(PhysicalRegister.GENERAL, values));
      if (shape.constraints() && random.nextBoolean()) {
        function.useRegisterOrStack(any(PhysicalRegister.GENERAL, values));
      }
    }
  }

  private int any(final int registerClass, final List<Integer> values) {
    for (int tries = 0; ; tries++) {
      final int value =
          random.nextInt(3) > 0 && tries < 20
              ? values.get(values.size() - 1 - random.nextInt(Math.min(8, values.size())))
              : values.get(random.nextInt(values.size()));
      if (function.registerClass(value) == registerClass) {
        return value;
      }
    }
  }

  private int like(final int other, final List<Integer> values) {
    final List<Integer> same = new ArrayList<>();
    for (final int value : values) {
      if (function.registerClass(value) == function.registerClass(other)
          && function.width(value) == function.width(other)) {
        same.add(value);
      }
    }
    final int back = random.nextBoolean() ? Math.min(3, same.size()) : same.size();
    return same.get(same.size() - 1 - random.nextInt(back));
  }

  private int anyClass() {
    return random.nextInt(4) == 0 ? PhysicalRegister.VECTOR : PhysicalRegister.GENERAL;
  }

  private void instruction(final List<Integer> values) {
    if (shape.calls() > 0 && random.nextInt(shape.calls()) == 0) {
      call(values);
      return;
    }
    if (!shape.constraints()) {
      plain(values);
      return;
    }
    switch (random.nextInt(10)) {
      case 0 -> define(newValue(), values);
      case 1 -> divide(values);
      case 2 -> shift(values);
      case 3, 4 -> add(values);
      case 5 -> move(values);
      case 6, 7 -> strange(values);
      default -> plain(values);
    }
  }

  private void plain(final List<Integer> values) {
    final int at = function.addInstruction(OTHER, -1);
    function.setImmediate(at, random.nextInt(100));
    for (int count = random.nextInt(3); count > 0; count--) {
      function.use(any(anyClass(), values));
    }
    final List<Integer> defined = new ArrayList<>();
    for (int count = random.nextInt(6) == 0 ? 2 : 1; count > 0; count--) {
      final int value = newValue();
      function.define(value);
      defined.add(value);
    }
    values.addAll(defined);
  }

  private void move(final List<Integer> values) {
    final int from = values.get(random.nextInt(values.size()));
    final int to = function.newRegister(function.registerClass(from), function.width(from));
    final int at = function.addInstruction(MOVE, -1);
    function.setFlags(at, MachineFunction.MOVE);
    if (random.nextBoolean()) {
      function.define(to);
      function.use(from);
    } else {
      function.use(from);
      function.define(to);
    }
    values.add(to);
  }

  private void add(final List<Integer> values) {
    final int one = any(anyClass(), values);
    final int other = like(one, values);
    final int result = function.newRegister(function.registerClass(one), function.width(one));
    final int at = function.addInstruction(ADD, -1);
    if (random.nextInt(4) == 0) {
      function.use(one);
      function.useRegisterOrStack(other);
      function.defineLike(result, 0);
      if (random.nextBoolean()) {
        function.setFlags(at, MachineFunction.COMMUTATIVE);
      }
    } else {
      function.defineReuse(result, 1);
      function.use(one);
      if (random.nextBoolean()) {
        function.use(other);
      } else {
        function.useRegisterOrStack(other);
      }
      if (random.nextBoolean()) {
        function.setFlags(at, MachineFunction.COMMUTATIVE);
      }
    }
    values.add(result);
  }

  private void divide(final List<Integer> values) {
    final int high = any(PhysicalRegister.GENERAL, values);
    final int low = random.nextInt(4) == 0 ? high : any(PhysicalRegister.GENERAL, values);
    final int divisor = random.nextInt(4) == 0 ? low : any(PhysicalRegister.GENERAL, values);
    final int quotient = function.newRegister(PhysicalRegister.GENERAL, 8);
    final int remainder = function.newRegister(PhysicalRegister.GENERAL, 8);
    function.addInstruction(DIVIDE, -1);
    function.useFixed(low, PhysicalRegister.RAX);
    function.useFixed(high, PhysicalRegister.RDX);
    if (random.nextBoolean()) {
      function.useLate(divisor);
    } else {
      function.useRegisterOrStack(divisor);
    }
    function.defineFixed(quotient, PhysicalRegister.RAX);
    function.defineFixed(remainder, PhysicalRegister.RDX);
    if (random.nextBoolean()) {
      values.add(quotient);
    }
    if (random.nextBoolean()) {
      values.add(remainder);
    }
  }

  private void shift(final List<Integer> values) {
    final int value = any(PhysicalRegister.GENERAL, values);
    final int count = random.nextInt(4) == 0 ? value : any(PhysicalRegister.GENERAL, values);
    final int result = function.newRegister(PhysicalRegister.GENERAL, 8);
    function.addInstruction(SHIFT, -1);
    function.use(value);
    function.useFixed(count, PhysicalRegister.RCX);
    function.defineReuse(result, 0);
    values.add(result);
  }

  private void call(final List<Integer> values) {
    final int at = function.addInstruction(CALL, -1);
    if (shape.constraints()) {
      for (int index = random.nextInt(GENERAL_ARGUMENTS.length + 1) - 1; index >= 0; index--) {
        function.useFixed(any(PhysicalRegister.GENERAL, values), GENERAL_ARGUMENTS[index]);
      }
      for (int index = random.nextInt(3) - 1; index >= 0; index--) {
        function.useFixed(any(PhysicalRegister.VECTOR, values), PhysicalRegister.XMM0 + index);
      }
      for (int count = random.nextInt(5) == 0 ? random.nextInt(25) : 0; count > 0; count--) {
        function.useAnywhere(any(anyClass(), values));
      }
    }
    function.setClobbers(at, CALLER_SAVED);
    if (random.nextBoolean()) {
      final int result = function.newRegister(PhysicalRegister.GENERAL, 8);
      function.defineFixed(result, PhysicalRegister.RAX);
      values.add(result);
    } else if (random.nextBoolean()) {
      final int result = function.newRegister(PhysicalRegister.VECTOR, 8);
      function.defineFixed(result, PhysicalRegister.XMM0);
      values.add(result);
    }
  }

  /** Combinations that no real instruction has. */
  private void strange(final List<Integer> values) {
    final int at = function.addInstruction(OTHER, -1);
    function.setImmediate(at, random.nextInt(100));
    long free = PhysicalRegister.ALLOCATABLE_MASK;
    for (int count = random.nextInt(3); count > 0; count--) {
      function.useLate(any(anyClass(), values));
    }
    for (int count = random.nextInt(3); count > 0; count--) {
      function.useRegisterOrStack(any(anyClass(), values));
    }
    final int same = any(PhysicalRegister.GENERAL, values);
    for (int count = random.nextInt(3); count > 0; count--) {
      final int value = random.nextBoolean() ? same : any(anyClass(), values);
      final int physical = 16 * function.registerClass(value) + random.nextInt(16);
      if (((free >>> physical) & 1) != 0) {
        free &= ~(1L << physical);
        function.useFixed(value, physical);
      }
    }
    long freeEarly = free;
    long freeLate = PhysicalRegister.ALLOCATABLE_MASK;
    final List<Integer> defined = new ArrayList<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      final int value = newValue();
      final int physical = 16 * function.registerClass(value) + random.nextInt(16);
      final boolean late = random.nextBoolean();
      if (((freeLate & (late ? -1L : freeEarly) & PhysicalRegister.ALLOCATABLE_MASK) >>> physical
              & 1)
          != 0) {
        freeLate &= ~(1L << physical);
        if (late) {
          function.defineFixed(value, physical);
        } else {
          function.defineEarlyFixed(value, physical);
        }
        defined.add(value);
      }
    }
    final int operands = function.operandCount(at);
    for (int index = 0; index < operands; index++) {
      final long operand = function.operand(at, index);
      if (!Operand.isDefinition(operand)
          && !Operand.isLate(operand)
          && Operand.constraint(operand) == Operand.FIXED
          && random.nextInt(3) == 0
          && ((freeLate >>> Operand.detail(operand)) & 1) != 0) {
        freeLate &= ~(1L << Operand.detail(operand));
        final int used = Operand.register(operand);
        final int value = function.newRegister(function.registerClass(used), 8);
        function.defineReuse(value, index);
        defined.add(value);
      }
    }
    for (int count = random.nextInt(2); count > 0; count--) {
      final int used = any(anyClass(), values);
      final int index = function.use(used);
      final int value = function.newRegister(function.registerClass(used), 8);
      function.defineReuse(value, index);
      defined.add(value);
    }
    for (int count = random.nextInt(3); count > 0; count--) {
      final int value = newValue();
      if (random.nextBoolean()) {
        function.defineEarly(value);
      } else {
        function.define(value);
      }
      if (random.nextBoolean()) {
        defined.add(value);
      }
    }
    if (random.nextInt(3) == 0) {
      function.setClobbers(at, someRegisters());
    }
    values.addAll(defined);
  }

  private long someRegisters() {
    long mask = 0;
    for (int register = 0; register < PhysicalRegister.COUNT; register++) {
      mask |= random.nextInt(8) == 0 ? 1L << register : 0;
    }
    return mask;
  }
}
