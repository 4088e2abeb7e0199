package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program from schedules, block by block. Functions are first turned into arrays of ints, so
 * that it runs some hundred million nodes a second... once warm; it counts how often each block was
 * entered. Globals keep their contents from one {@link #run} to the next.
 */
public final class ScheduleInterpreter {
  private static final int MAX_NESTED_CALLBACKS = 64;
  private static final int MAX_REGISTERS = 1 << 24;
  private static final Type[] TYPES = Type.values();

  /** Gives the schedule of a function. */
  @FunctionalInterface
  public interface Scheduler {
    /** The schedule of {@code function}, which is asked for once. */
    Schedule schedule(Function function);
  }

  private final Image image;
  private final Memory memory;
  private final Scheduler scheduler;
  private final Limits limits;
  private @Nullable ScheduledFunction[] functions = new ScheduledFunction[16];
  private long steps;

  // The call stack: for each activation its code, where it goes on, and where its registers and
  // its part of the memory begin. The innermost one's are in locals while it runs.
  private @Nullable ScheduledFunction[] activeFunctions = new ScheduledFunction[64];
  private int[] resumePlaces = new int[64];
  private int[] registerBases = new int[64];
  private long[] stackTops = new long[64];
  private int depth;
  private long stackTop;
  private long[] registers = new long[1 << 12];
  private int nestedCallbacks;
  private final VectorEvaluation vectors = new VectorEvaluation();

  /** Results of the function that returned last. */
  private long[] results = new long[4];

  private int resultCount;

  /** A program ready to run. */
  public ScheduleInterpreter(
      Program program, Scheduler scheduler, Externals externals, Limits limits) {
    image = new Image(program, externals, limits);
    memory = image.memory();
    this.scheduler = scheduler;
    this.limits = limits;
    stackTop = memory.stackEnd();
  }

  /** The memory, to prepare arguments in and look at results. */
  public Memory memory() {
    return memory;
  }

  /** The address of a symbol, or 0 if nothing has that name. */
  public long addressOf(String symbol) {
    return image.isDefined(symbol) ? image.addressOf(symbol) : 0;
  }

  /**
   * Nodes executed so far, over all runs: those that compute something; constants, names, phis and
   * projections are not counted.
   */
  public long steps() {
    return steps;
  }

  /** Times that {@code block} of a function's schedule was entered, over all runs. */
  public long count(String function, int block) {
    int callee = image.calleeNumber(function);
    ScheduledFunction code = callee < 0 || callee >= functions.length ? null : functions[callee];
    return code == null ? 0 : code.counts[block];
  }

  /**
   * Calls a function of the program.
   *
   * @param arguments canonical, one for each parameter
   * @throws IllegalArgumentException if there is no such function, or arguments are missing
   */
  public Outcome run(String function, long... arguments) {
    int callee = image.calleeNumber(function);
    Function target = callee < 0 ? null : image.callee(callee).function();
    if (target == null) {
      throw new IllegalArgumentException("there is no function '" + function + "'");
    }
    if (arguments.length < target.signature().parameters().size()) {
      throw new IllegalArgumentException(target + " needs more arguments");
    }
    try {
      return new Outcome.Returned(call(callee, arguments.clone()));
    } catch (Stop.Exit exit) {
      return new Outcome.Exited(exit.status);
    } catch (Stop.Trapped trapped) {
      return new Outcome.Trapped(trapped.trap);
    } catch (Stop.Fault fault) {
      return new Outcome.Trapped(new Trap(fault.kind, fault.detail, function, -1, 0, fault.text));
    } finally {
      depth = 0;
      nestedCallbacks = 0;
      stackTop = memory.stackEnd();
    }
  }

  // ------------------------------------------------------------------- calls

  private ScheduledFunction prepared(int callee) {
    if (callee >= functions.length) {
      functions = Arrays.copyOf(functions, Math.max(callee + 1, 2 * functions.length));
    }
    ScheduledFunction code = functions[callee];
    if (code == null) {
      Function function = Objects.requireNonNull(image.callee(callee).function());
      code = new ScheduleCompiler(function, scheduler.schedule(function), image).compile();
      functions[callee] = code;
    }
    return code;
  }

  /** Makes an activation; gives where its registers begin. */
  private int enter(ScheduledFunction code, long[] arguments, int base) {
    if (depth >= limits.callDepth()) {
      throw new Stop.Fault(
          TrapKind.STACK_OVERFLOW, 0, "more than " + limits.callDepth() + " nested calls");
    }
    Signature signature = code.function.signature();
    int parameters = signature.parameters().size();
    if (arguments.length < parameters) {
      throw new Stop.Fault(
          TrapKind.BAD_CALL,
          0,
          code.function + " is called with " + arguments.length + " arguments");
    }
    long frame = code.layout.below(stackTop, memory.stackBase());
    code.layout.copyArguments(memory, signature, frame, arguments);
    int end = base + code.registers;
    if (end > registers.length) {
      if (end > MAX_REGISTERS) {
        throw new Stop.Fault(TrapKind.STACK_OVERFLOW, 0, "too many nested calls of this size");
      }
      registers = Arrays.copyOf(registers, Math.max(end, 2 * registers.length));
    }
    System.arraycopy(code.template, 0, registers, base, code.template.length);
    System.arraycopy(arguments, 0, registers, base, parameters);
    for (int i = 0; i < code.slotRegisters.length; i++) {
      registers[base + code.slotRegisters[i]] = frame + code.slotOffsets[i];
    }
    if (depth == activeFunctions.length) {
      activeFunctions = Arrays.copyOf(activeFunctions, 2 * depth);
      resumePlaces = Arrays.copyOf(resumePlaces, 2 * depth);
      registerBases = Arrays.copyOf(registerBases, 2 * depth);
      stackTops = Arrays.copyOf(stackTops, 2 * depth);
    }
    activeFunctions[depth] = code;
    registerBases[depth] = base;
    stackTops[depth] = stackTop;
    depth++;
    stackTop = frame;
    return base;
  }

  /** Runs a function until it returns. */
  private long[] call(int callee, long[] arguments) {
    int base =
        depth == 0
            ? 0
            : registerBases[depth - 1]
                + Objects.requireNonNull(activeFunctions[depth - 1]).registers;
    int bottom = depth;
    ScheduledFunction code = prepared(callee);
    enter(code, arguments, base);
    resumePlaces[depth - 1] = 0;
    while (depth > bottom) {
      execute();
    }
    return Arrays.copyOf(results, resultCount);
  }

  private long[] callBack(long address, long[] arguments) {
    int callee = image.calleeAt(address);
    if (callee < 0 || image.callee(callee).function() == null) {
      throw new Stop.Fault(TrapKind.BAD_CALL, address, "call of 0x" + Long.toHexString(address));
    }
    if (nestedCallbacks == MAX_NESTED_CALLBACKS) {
      throw new Stop.Fault(TrapKind.STACK_OVERFLOW, 0, "too many nested callbacks");
    }
    nestedCallbacks++;
    long[] given = call(callee, arguments);
    nestedCallbacks--;
    return given;
  }

  /** Calls; an external is done when this returns, a function has become the top activation. */
  private boolean beginCall(ScheduledFunction code, int base, ScheduledFunction.Site site) {
    long[] arguments = new long[site.arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = registers[base + site.arguments[i]];
    }
    int number = calleeOf(base, site);
    Image.Callee callee = image.callee(number);
    if (callee.function() != null) {
      long[] arranged =
          RestArguments.arrange(
              callee.function().signature(),
              site.descriptor.signature(),
              site.types,
              arguments,
              memory);
      enter(prepared(number), arranged, base + code.registers);
      resumePlaces[depth - 1] = 0;
      return true;
    }
    Externals.External external = Objects.requireNonNull(callee.external());
    long result =
        external.call(
            new ExternalCall(
                memory,
                this::callBack,
                site.types,
                arguments,
                site.descriptor.signature().parameters().size()));
    List<Type> types = site.descriptor.signature().results();
    resultCount = types.isEmpty() ? 0 : 1;
    results[0] = types.isEmpty() ? 0 : types.getFirst().canonical(result);
    return false;
  }

  private int calleeOf(int base, ScheduledFunction.Site site) {
    if (site.address >= 0) {
      long address = registers[base + site.address];
      int callee = image.calleeAt(address);
      if (callee < 0) {
        throw new Stop.Fault(
            TrapKind.BAD_CALL,
            address,
            "call of 0x" + Long.toHexString(address) + ", which is no function");
      }
      return callee;
    }
    String symbol = Objects.requireNonNull(site.descriptor.symbol());
    if (site.callee == -2) {
      site.callee = image.calleeNumber(symbol);
    }
    if (site.callee < 0) {
      throw new Stop.Fault(TrapKind.UNKNOWN_SYMBOL, 0, "no definition of " + symbol);
    }
    return site.callee;
  }

  // ------------------------------------------------------------------ running

  private void fillResults(ScheduledFunction code, int base, int place) {
    int count = code.code[place + 2];
    for (int i = 0; i < count; i++) {
      int register = code.code[place + 3 + i];
      if (register >= 0) {
        if (i >= resultCount) {
          throw new Stop.Fault(TrapKind.BAD_CALL, 0, "the callee gives fewer results");
        }
        registers[base + register] = results[i];
      }
    }
  }

  /** Where to go on behind the CALL at {@code place}. */
  private static int behindCall(int[] code, int place) {
    return place + 3 + code[place + 2];
  }

  /** Runs the top activation until it calls, returns or traps. */
  private void execute() {
    ScheduledFunction function = Objects.requireNonNull(activeFunctions[depth - 1]);
    int at = resumePlaces[depth - 1];
    if (function.code[at] == Code.CALL) {
      // The call that stands here has returned.
      at = resume(function, registerBases[depth - 1], at);
    }
    int[] place = {at};
    try {
      run(function, registerBases[depth - 1], place);
    } catch (Stop.Fault fault) {
      Node node = function.nodeAt[place[0]];
      throw new Stop.Trapped(
          new Trap(
              fault.kind,
              fault.detail,
              function.function.name(),
              node.id(),
              node.position(),
              fault.text));
    }
  }

  private int resume(ScheduledFunction function, int base, int at) {
    fillResults(function, base, at);
    return behindCall(function.code, at);
  }

  private void leave(ScheduledFunction function, int base, int at) {
    int[] code = function.code;
    resultCount = code[at + 1];
    if (resultCount > results.length) {
      results = new long[resultCount];
    }
    for (int i = 0; i < resultCount; i++) {
      results[i] = registers[base + code[at + 2 + i]];
    }
    depth--;
    stackTop = stackTops[depth];
  }

  private long generic(ScheduledFunction function, int operation, long a, long b, long c) {
    ScheduledFunction.Operation what = function.operations.get(operation);
    if (what.traps() && Evaluation.traps(what.op(), what.type(), a, b)) {
      throw Stop.Fault.division(b);
    }
    return Evaluation.evaluate(what.op(), what.type(), what.operandType(), a, b, c);
  }

  /** Runs an instruction on vectors; gives the place behind it. */
  private int vector(ScheduledFunction function, int base, int at) {
    int[] code = function.code;
    long[] r = registers;
    int result = base + code[at + 1];
    int a = base + code[at + 2];
    switch (code[at]) {
      case Code.LOAD_VECTOR -> memory.loadVector(r[a], r, result);
      case Code.STORE_VECTOR -> memory.storeVector(r[result], r[a], r[a + 1]);
      default -> {
        int b = base + code[at + 3];
        int c = base + code[at + 4];
        ScheduledFunction.Operation what = function.operations.get(code[at + 5]);
        // Behind a scalar's register may be the end; what is there is ignored.
        int last = r.length - 1;
        vectors.evaluate(
            what.op(),
            what.immediate(),
            what.type(),
            what.operandType(),
            r[a],
            r[Math.min(a + 1, last)],
            r[b],
            r[Math.min(b + 1, last)],
            r[c],
            r[Math.min(c + 1, last)]);
        r[result] = vectors.low();
        if (what.type() == Type.V128) {
          r[result + 1] = vectors.high();
        }
        return at + 6;
      }
    }
    return at + 3;
  }

  private void enterBlock(ScheduledFunction function, int block, int nodes) {
    function.counts[block]++;
    steps += nodes + 1;
    if (steps > limits.steps()) {
      throw new Stop.Fault(
          TrapKind.STEP_LIMIT, 0, "more than " + limits.steps() + " nodes executed");
    }
  }

  private Stop.Fault stop(ScheduledFunction function, int index) {
    ScheduledFunction.Stopping stopping = function.stops.get(index);
    return new Stop.Fault(stopping.kind(), stopping.detail(), stopping.text());
  }

  /**
   * The loop. It must stay small enough for the just-in-time compiler, which refuses methods of
   * more than 8000 bytes; hence the rare is done elsewhere.
   *
   * @param place where to begin; on the way out, the instruction that was executed last
   */
  private void run(ScheduledFunction function, int base, int[] place) {
    int[] code = function.code;
    long[] r = registers;
    Memory m = memory;
    int at = place[0];
    try {
      while (true) {
        switch (code[at]) {
          case Code.BLOCK -> {
            enterBlock(function, code[at + 1], code[at + 2]);
            at += 3;
          }
          case Code.JUMP -> at = code[at + 1];
          case Code.BRANCH -> at = r[base + code[at + 1]] != 0 ? code[at + 2] : code[at + 3];
          case Code.SWITCH ->
              at = code[at + 3 + function.tables.get(code[at + 2]).select(r[base + code[at + 1]])];
          case Code.RETURN -> {
            leave(function, base, at);
            return;
          }
          case Code.CALL -> {
            resumePlaces[depth - 1] = at;
            if (beginCall(function, base, function.sites.get(code[at + 1]))) {
              return;
            }
            r = registers;
            at = resume(function, base, at);
          }
          case Code.STOP -> throw stop(function, code[at + 1]);
          case Code.GUARD -> {
            if (r[base + code[at + 1]] == 0) {
              throw stop(function, code[at + 2]);
            }
            at += 3;
          }
          case Code.MOVE -> {
            r[base + code[at + 1]] = r[base + code[at + 2]];
            at += 3;
          }
          case Code.GENERIC -> {
            r[base + code[at + 1]] =
                generic(
                    function,
                    code[at + 5],
                    r[base + code[at + 2]],
                    r[base + code[at + 3]],
                    r[base + code[at + 4]]);
            at += 6;
          }
          case Code.ADD_I32 -> {
            r[base + code[at + 1]] = (int) (r[base + code[at + 2]] + r[base + code[at + 3]]);
            at += 4;
          }
          case Code.SUB_I32 -> {
            r[base + code[at + 1]] = (int) (r[base + code[at + 2]] - r[base + code[at + 3]]);
            at += 4;
          }
          case Code.MUL_I32 -> {
            r[base + code[at + 1]] = (int) (r[base + code[at + 2]] * r[base + code[at + 3]]);
            at += 4;
          }
          case Code.ADD_I64 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] + r[base + code[at + 3]];
            at += 4;
          }
          case Code.SUB_I64 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] - r[base + code[at + 3]];
            at += 4;
          }
          case Code.MUL_I64 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] * r[base + code[at + 3]];
            at += 4;
          }
          case Code.AND -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] & r[base + code[at + 3]];
            at += 4;
          }
          case Code.OR -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] | r[base + code[at + 3]];
            at += 4;
          }
          case Code.XOR -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] ^ r[base + code[at + 3]];
            at += 4;
          }
          case Code.SHL_I32 -> {
            int shifted = (int) r[base + code[at + 2]] << (int) r[base + code[at + 3]];
            r[base + code[at + 1]] = shifted;
            at += 4;
          }
          case Code.SAR_I32 -> {
            r[base + code[at + 1]] = (int) r[base + code[at + 2]] >> (int) r[base + code[at + 3]];
            at += 4;
          }
          case Code.SHR_I32 -> {
            int shifted = (int) r[base + code[at + 2]] >>> (int) r[base + code[at + 3]];
            r[base + code[at + 1]] = shifted;
            at += 4;
          }
          case Code.SHL_I64 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] << r[base + code[at + 3]];
            at += 4;
          }
          case Code.SAR_I64 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] >> r[base + code[at + 3]];
            at += 4;
          }
          case Code.SHR_I64 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] >>> r[base + code[at + 3]];
            at += 4;
          }
          case Code.EQ -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] == r[base + code[at + 3]] ? 1 : 0;
            at += 4;
          }
          case Code.NE -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] != r[base + code[at + 3]] ? 1 : 0;
            at += 4;
          }
          case Code.LT -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] < r[base + code[at + 3]] ? 1 : 0;
            at += 4;
          }
          case Code.LE -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] <= r[base + code[at + 3]] ? 1 : 0;
            at += 4;
          }
          case Code.ULT -> {
            r[base + code[at + 1]] =
                Long.compareUnsigned(r[base + code[at + 2]], r[base + code[at + 3]]) < 0 ? 1 : 0;
            at += 4;
          }
          case Code.ULE -> {
            r[base + code[at + 1]] =
                Long.compareUnsigned(r[base + code[at + 2]], r[base + code[at + 3]]) <= 0 ? 1 : 0;
            at += 4;
          }
          case Code.FADD_F64, Code.FSUB_F64, Code.FMUL_F64, Code.FDIV_F64 -> {
            r[base + code[at + 1]] =
                Evaluation.doubleBinary(code[at], r[base + code[at + 2]], r[base + code[at + 3]]);
            at += 4;
          }
          case Code.FLT_F64 -> {
            r[base + code[at + 1]] =
                Double.longBitsToDouble(r[base + code[at + 2]])
                        < Double.longBitsToDouble(r[base + code[at + 3]])
                    ? 1
                    : 0;
            at += 4;
          }
          case Code.SELECT -> {
            r[base + code[at + 1]] =
                r[base + code[at + 2]] != 0 ? r[base + code[at + 3]] : r[base + code[at + 4]];
            at += 5;
          }
          case Code.TO_I8 -> {
            r[base + code[at + 1]] = (byte) r[base + code[at + 2]];
            at += 3;
          }
          case Code.TO_I16 -> {
            r[base + code[at + 1]] = (short) r[base + code[at + 2]];
            at += 3;
          }
          case Code.TO_I32 -> {
            r[base + code[at + 1]] = (int) r[base + code[at + 2]];
            at += 3;
          }
          case Code.UNSIGNED_I8 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] & 0xFF;
            at += 3;
          }
          case Code.UNSIGNED_I16 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] & 0xFFFF;
            at += 3;
          }
          case Code.UNSIGNED_I32 -> {
            r[base + code[at + 1]] = r[base + code[at + 2]] & 0xFFFF_FFFFL;
            at += 3;
          }
          case Code.LOAD_I8 -> {
            r[base + code[at + 1]] = (byte) m.byteAt(r[base + code[at + 2]]);
            at += 3;
          }
          case Code.LOAD_I32 -> {
            r[base + code[at + 1]] = m.int32(r[base + code[at + 2]]);
            at += 3;
          }
          case Code.LOAD_I64 -> {
            r[base + code[at + 1]] = m.int64(r[base + code[at + 2]]);
            at += 3;
          }
          case Code.LOAD_I16 -> {
            r[base + code[at + 1]] = m.load(Type.I16, r[base + code[at + 2]]);
            at += 3;
          }
          case Code.LOAD_OTHER -> {
            r[base + code[at + 1]] = m.load(TYPES[code[at + 3]], r[base + code[at + 2]]);
            at += 4;
          }
          case Code.STORE_I8 -> {
            m.store(Type.I8, r[base + code[at + 1]], r[base + code[at + 2]]);
            at += 3;
          }
          case Code.STORE_I16 -> {
            m.store(Type.I16, r[base + code[at + 1]], r[base + code[at + 2]]);
            at += 3;
          }
          case Code.STORE_I32 -> {
            m.storeInt32(r[base + code[at + 1]], (int) r[base + code[at + 2]]);
            at += 3;
          }
          case Code.STORE_I64 -> {
            m.storeInt64(r[base + code[at + 1]], r[base + code[at + 2]]);
            at += 3;
          }
          case Code.STORE_OTHER -> {
            m.store(TYPES[code[at + 3]], r[base + code[at + 1]], r[base + code[at + 2]]);
            at += 4;
          }
          case Code.COPY -> {
            m.copy(r[base + code[at + 1]], r[base + code[at + 2]], code[at + 3]);
            at += 4;
          }
          case Code.FILL -> {
            m.fill(r[base + code[at + 1]], (int) r[base + code[at + 2]], code[at + 3]);
            at += 4;
          }
          case Code.VECTOR, Code.LOAD_VECTOR, Code.STORE_VECTOR -> at = vector(function, base, at);
          default -> throw new IllegalStateException("instruction " + code[at]);
        }
      }
    } finally {
      place[0] = at;
    }
  }
}
