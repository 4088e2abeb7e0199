package dev.sargasso.ir.interpret;

import static dev.sargasso.ir.interpret.SeaFrame.BUSY;
import static dev.sargasso.ir.interpret.SeaFrame.CURRENT;
import static dev.sargasso.ir.interpret.SeaFrame.FAULT;
import static dev.sargasso.ir.interpret.SeaFrame.FUTURE;
import static dev.sargasso.ir.interpret.SeaFrame.NOTHING;
import static dev.sargasso.ir.interpret.SeaFrame.PAST;
import static dev.sargasso.ir.interpret.SeaFrame.UNAVAILABLE;
import static dev.sargasso.ir.interpret.SeaFrame.VALUE;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.Objects;

/**
 * Computes floating nodes and executes effects of one frame by demand.
 *
 * <p>A value stays memoised until something that it depends on is executed again; then it, and what
 * hangs on it, is forgotten. A value is thus always a function of the pinned values as they are
 * now, and of the state of memory that its loads name. For the latter, whoever replaces a token
 * first demands all loads of it. Some of these belong to paths that control did not take; their
 * operands may be stale or missing, and computing them may fail. That does no harm: nothing uses
 * them before their operands are executed again. So failures are kept as states of values, and
 * raised by what uses the value and is itself executed.
 *
 * <p>Everything runs on an explicit stack.
 */
final class SeaEvaluator {
  private final Image image;
  private final Memory memory;

  private final VectorEvaluation vectors = new VectorEvaluation();
  private final long[] vector = new long[2];

  private int[] stack = new int[64];

  /** For an effect on the stack, how many of its loads have been demanded. */
  private int[] cursors = new int[64];

  private int depth;
  private int[] doomed = new int[64];

  /** Nodes executed so far. */
  long steps;

  SeaEvaluator(Image image) {
    this.image = image;
    this.memory = image.memory();
  }

  // ------------------------------------------------------------------ demand

  private void push(int id) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
      cursors = Arrays.copyOf(cursors, 2 * depth);
    }
    cursors[depth] = 0;
    stack[depth++] = id;
  }

  /** Sees to it that a node's state is known: VALUE, FAULT or UNAVAILABLE. */
  void demand(SeaFrame frame, int root) {
    if (frame.states[root] != NOTHING) {
      return;
    }
    int bottom = depth;
    push(root);
    while (depth > bottom) {
      int id = stack[depth - 1];
      byte state = frame.states[id];
      if (state != NOTHING && state != BUSY) {
        depth--;
        continue;
      }
      Op op = Objects.requireNonNull(frame.code.ops[id]);
      switch (op) {
        case STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL -> effect(frame, id, op);
        case PROJECTION -> projection(frame, id);
        case LOAD -> load(frame, id);
        default -> floating(frame, id, op);
      }
    }
  }

  /** The value of a node that control has come to use. */
  long value(SeaFrame frame, int id) {
    demand(frame, id);
    return settled(frame, id);
  }

  private long settled(SeaFrame frame, int id) {
    byte state = frame.states[id];
    if (state == VALUE) {
      return frame.values[id];
    }
    if (state == FAULT) {
      throw raise(frame, (int) frame.values[id]);
    }
    throw broken(frame, id, "v" + id + " is used, but was not executed on the way here");
  }

  /** Demands an input of what is on top of the stack; whether it was there already. */
  private boolean ready(SeaFrame frame, int input) {
    if (frame.states[input] == NOTHING) {
      push(input);
      return false;
    }
    return true;
  }

  private void finish(SeaFrame frame, int id, byte state, long value) {
    frame.states[id] = state;
    frame.values[id] = value;
    depth--;
  }

  /** The projection of a volatile load in this block; of a call, it is too early. */
  private void projection(SeaFrame frame, int id) {
    int tuple = frame.code.nodeAt(id).input(0).id();
    if (frame.code.ops[tuple] == Op.VOLATILE_LOAD && mayExecute(frame, tuple)) {
      push(tuple);
    } else {
      finish(frame, id, UNAVAILABLE, 0);
    }
  }

  private static boolean mayExecute(SeaFrame frame, int effect) {
    return frame.states[effect] == NOTHING && frame.code.chainNeeded[effect] <= frame.passed;
  }

  private void floating(SeaFrame frame, int id, Op op) {
    SeaFunction code = frame.code;
    int a = code.a[id];
    int b = code.b[id];
    int c = code.c[id];
    if ((a >= 0 && !ready(frame, a))
        || (b >= 0 && !ready(frame, b))
        || (c >= 0 && !ready(frame, c))) {
      return;
    }
    steps++;
    int bad = firstBad(frame, a, b, c);
    if (bad >= 0) {
      finish(frame, id, frame.states[bad] == FAULT ? FAULT : UNAVAILABLE, frame.values[bad]);
      return;
    }
    Node node = code.nodeAt(id);
    if (a < 0) {
      leaf(frame, node);
      return;
    }
    if (op.isVector() || node.type() == Type.V128) {
      vector(frame, node);
      return;
    }
    long x = frame.values[a];
    long y = b < 0 ? 0 : frame.values[b];
    Type type = node.type();
    if (op.mayTrap() && Evaluation.traps(op, type, x, y)) {
      finish(frame, id, FAULT, id);
      return;
    }
    Type operandType = Objects.requireNonNull(code.operandTypes[id]);
    long z = c < 0 ? 0 : frame.values[c];
    finish(frame, id, VALUE, Evaluation.evaluate(op, type, operandType, x, y, z));
  }

  /** Computes an operation on vectors whose operands are there. */
  private void vector(SeaFrame frame, Node node) {
    int id = node.id();
    SeaFunction code = frame.code;
    int a = code.a[id];
    int b = code.b[id] < 0 ? a : code.b[id];
    int c = code.c[id] < 0 ? a : code.c[id];
    vectors.evaluate(
        node.op(),
        node.immediate(),
        node.type(),
        node.value(0).type(),
        frame.values[a],
        upper(frame, a),
        frame.values[b],
        upper(frame, b),
        frame.values[c],
        upper(frame, c));
    if (frame.upper.length > 0) {
      frame.upper[id] = vectors.high();
    }
    finish(frame, id, VALUE, vectors.low());
  }

  /** The upper half of a vector, or 0 where there are none. */
  static long upper(SeaFrame frame, int id) {
    return frame.upper.length == 0 ? 0 : frame.upper[id];
  }

  /** The first of the inputs that has no value, or -1. */
  private static int firstBad(SeaFrame frame, int a, int b, int c) {
    if (a >= 0 && frame.states[a] != VALUE) {
      return a;
    }
    if (b >= 0 && frame.states[b] != VALUE) {
      return b;
    }
    return c >= 0 && frame.states[c] != VALUE ? c : -1;
  }

  private void leaf(SeaFrame frame, Node node) {
    int id = node.id();
    switch (node.op()) {
      case CONSTANT -> finish(frame, id, VALUE, node.immediate());
      case STACK_SLOT -> {
        StackSlot slot = (StackSlot) Objects.requireNonNull(node.attribute());
        finish(frame, id, VALUE, frame.base + frame.code.layout.slotOffset(slot));
      }
      case SYMBOL ->
          finish(
              frame, id, VALUE, image.addressOf((String) Objects.requireNonNull(node.attribute())));
      default -> throw broken(frame, id, node.op().text() + " cannot be computed");
    }
  }

  private void load(SeaFrame frame, int id) {
    SeaFunction code = frame.code;
    int token = code.tokenUsed[id];
    int definition = code.tokens.definition(token).id();
    if (frame.tokenStates[token] == FUTURE
        && isEffect(code, definition)
        && mayExecute(frame, definition)) {
      push(definition);
      return;
    }
    int address = code.a[id];
    if (!ready(frame, address)) {
      return;
    }
    steps++;
    if (frame.states[address] != VALUE) {
      finish(frame, id, frame.states[address], frame.values[address]);
      return;
    }
    switch (frame.tokenStates[token]) {
      case CURRENT -> {
        try {
          Type type = code.nodeAt(id).type();
          if (type == Type.V128) {
            memory.loadVector(frame.values[address], vector, 0);
            frame.upper[id] = vector[1];
            finish(frame, id, VALUE, vector[0]);
          } else {
            finish(frame, id, VALUE, memory.load(type, frame.values[address]));
          }
        } catch (Stop.Fault fault) {
          finish(frame, id, FAULT, id);
        }
      }
      // Harmless where nothing uses it, as above; so it is not raised here.
      case PAST -> finish(frame, id, FAULT, -1L - id);
      default -> finish(frame, id, UNAVAILABLE, 0);
    }
  }

  private static boolean isEffect(SeaFunction code, int id) {
    return code.tokenUsed[id] >= 0 && code.ops[id] != Op.LOAD;
  }

  // ----------------------------------------------------------------- effects

  private void effect(SeaFrame frame, int id, Op op) {
    SeaFunction code = frame.code;
    int token = code.tokenUsed[id];
    int definition = code.tokens.definition(token).id();
    frame.states[id] = BUSY;
    if (frame.tokenStates[token] == FUTURE
        && isEffect(code, definition)
        && mayExecute(frame, definition)) {
      push(definition);
      return;
    }
    int a = code.a[id];
    int b = code.b[id];
    if (!ready(frame, a) || (b >= 0 && !ready(frame, b))) {
      return;
    }
    int top = depth - 1;
    int loads = code.loadStart[token + 1];
    for (int i = code.loadStart[token] + cursors[top]; i < loads; i++) {
      cursors[top]++;
      if (!ready(frame, code.loads[i])) {
        return;
      }
    }
    steps++;
    if (frame.tokenStates[token] != CURRENT) {
      throw broken(frame, id, "v" + id + " changes a state of memory that is not there");
    }
    execute(frame, id, op, a, b);
    depth--;
    frame.states[id] = VALUE;
    frame.tokenStates[token] = PAST;
    define(frame, code.tokenDefined[id], code.tokens.aliasClass(token));
  }

  private void execute(SeaFrame frame, int id, Op op, int a, int b) {
    long address = settled(frame, a);
    long second = b < 0 ? 0 : settled(frame, b);
    Node node = frame.code.nodeAt(id);
    try {
      switch (op) {
        case STORE -> {
          Type type = node.value(1).type();
          if (type == Type.V128) {
            memory.storeVector(address, second, frame.upper[b]);
          } else {
            memory.store(type, address, second);
          }
        }
        case MEMORY_COPY -> memory.copy(address, second, Access.size(node.immediate()));
        case MEMORY_FILL -> memory.fill(address, (int) second, Access.size(node.immediate()));
        default -> {
          Node value = node.projection(1);
          Type type = value == null ? Type.ofBytes(Access.size(node.immediate())) : value.type();
          if (type == Type.V128) {
            memory.loadVector(address, vector, 0);
          } else {
            vector[0] = memory.load(type, address);
          }
          if (value != null) {
            set(frame, value.id(), vector[0], vector[1]);
          }
        }
      }
    } catch (Stop.Fault fault) {
      throw trap(frame, node, fault);
    }
  }

  /** Executes the effects of this block that lead to the memory input of a call. */
  void demandState(SeaFrame frame, SeaCallSite site) {
    for (int effect : site.effects) {
      if (mayExecute(frame, effect)) {
        demand(frame, effect);
      }
    }
  }

  /** Another token takes the place of this one. */
  void replace(SeaFrame frame, int token) {
    if (token != MemoryTokens.NONE && frame.tokenStates[token] == CURRENT) {
      frame.tokenStates[token] = PAST;
    }
  }

  /** Control begins the frame's block: what it executes has not happened yet. */
  void resetBlock(SeaFrame frame) {
    SeaFunction code = frame.code;
    SeaFunction.Block block = code.blocks[frame.block];
    for (int effect : block.effects) {
      frame.states[effect] = NOTHING;
      future(frame, code.tokenDefined[effect]);
      if (code.ops[effect] == Op.VOLATILE_LOAD) {
        Node node = code.nodeAt(effect);
        for (int i = 0; i < node.useCount(); i++) {
          Node user = node.user(i);
          if (user.type() != Type.MEM) {
            frame.states[user.id()] = NOTHING;
            forgetUsers(frame, user.id());
          }
        }
      }
    }
    for (Node node : block.chain) {
      SeaCallSite site = code.sites[node.id()];
      if (site != null) {
        for (int token : site.tokens) {
          future(frame, token);
        }
        for (int result : site.results) {
          if (result >= 0) {
            frame.states[result] = UNAVAILABLE;
            forgetUsers(frame, result);
          }
        }
      }
    }
  }

  private void future(SeaFrame frame, int token) {
    if (token != MemoryTokens.NONE) {
      frame.tokenStates[token] = FUTURE;
      forgetLoads(frame, token);
    }
  }

  /** Makes a token the state of its class. */
  void define(SeaFrame frame, int token, int aliasClass) {
    frame.current[aliasClass] = token;
    if (token != MemoryTokens.NONE) {
      frame.tokenStates[token] = CURRENT;
      forgetLoads(frame, token);
    }
  }

  /** Demands every load of a token, since it is about to be replaced. */
  void demandLoads(SeaFrame frame, int token) {
    if (token == MemoryTokens.NONE || frame.tokenStates[token] != CURRENT) {
      return;
    }
    int[] loads = frame.code.loads;
    int end = frame.code.loadStart[token + 1];
    for (int i = frame.code.loadStart[token]; i < end; i++) {
      demand(frame, loads[i]);
    }
  }

  // -------------------------------------------------------------- forgetting

  /** Gives a pinned node a value of two halves, of which a scalar has only the first. */
  void set(SeaFrame frame, int id, long value, long high) {
    if (frame.upper.length > 0 && frame.upper[id] != high) {
      forgetUsers(frame, id);
      frame.upper[id] = high;
    }
    set(frame, id, value);
  }

  /** Gives a pinned node a value. */
  void set(SeaFrame frame, int id, long value) {
    if (frame.states[id] != VALUE || frame.values[id] != value) {
      forgetUsers(frame, id);
      frame.values[id] = value;
      frame.states[id] = VALUE;
    }
  }

  /** Forgets what was computed from a node. */
  void forgetUsers(SeaFrame frame, int id) {
    int count = collectUsers(frame, id, 0);
    while (count > 0) {
      count = collectUsers(frame, doomed[count - 1], count - 1);
    }
  }

  /** Forgets the users of a node that have been computed, and lists them from place {@code at}. */
  private int collectUsers(SeaFrame frame, int id, int at) {
    int[] users = frame.code.users;
    int end = frame.code.userStart[id + 1];
    int count = at;
    for (int i = frame.code.userStart[id]; i < end; i++) {
      int user = users[i];
      if (frame.states[user] != NOTHING) {
        frame.states[user] = NOTHING;
        if (count == doomed.length) {
          doomed = Arrays.copyOf(doomed, 2 * count);
        }
        doomed[count++] = user;
      }
    }
    return count;
  }

  void forgetLoads(SeaFrame frame, int token) {
    int[] loads = frame.code.loads;
    int end = frame.code.loadStart[token + 1];
    for (int i = frame.code.loadStart[token]; i < end; i++) {
      if (frame.states[loads[i]] != NOTHING) {
        frame.states[loads[i]] = NOTHING;
        forgetUsers(frame, loads[i]);
      }
    }
  }

  // ------------------------------------------------------------------- traps

  /** The trap of a floating node whose value is really used. */
  private Stop raise(SeaFrame frame, int origin) {
    if (origin < 0) {
      return broken(frame, -1 - origin, "a load reads a state of memory that has been replaced");
    }
    Node node = frame.code.nodeAt(origin);
    Stop.Fault fault =
        switch (node.op()) {
          case LOAD -> Stop.Fault.memory(frame.values[frame.code.a[origin]], node.type().bytes());
          default -> Stop.Fault.division(frame.values[frame.code.b[origin]]);
        };
    return trap(frame, node, fault);
  }

  private static Stop broken(SeaFrame frame, int id, String message) {
    return trap(frame, frame.code.nodeAt(id), new Stop.Fault(TrapKind.BROKEN, 0, message));
  }

  /** A fault together with its place. */
  static Stop trap(SeaFrame frame, Node node, Stop.Fault fault) {
    return new Stop.Trapped(
        new Trap(
            fault.kind,
            fault.detail,
            frame.code.function.name(),
            node.id(),
            node.position(),
            fault.text));
  }

  /** Drops whatever was in work when a trap came. */
  void clear() {
    depth = 0;
  }
}
