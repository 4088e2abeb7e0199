package dev.sargasso.prove.encode;

import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Expr;
import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.LoopTree;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows all paths of a function at once. Blocks are executed in an order in which all rounds of a
 * loop come before what follows it; where paths meet, values are chosen by the conditions of the
 * edges. A loop is followed for a number of rounds; what would go round once more is cut off, and
 * under which condition that happens is part of the result.
 */
public final class Execution {
  private static final int MAX_NODES = 4000;
  private static final int MAX_FRAMES = 1500;

  private final Terms terms;
  private final Function function;
  private final NamedObjects objects;
  private final ControlFlow flow;
  private final LoopTree loops;
  private final ExecutedValues values;
  private final Evaluator evaluator;
  private final int rounds;
  private final long deadline;
  private final TreeMap<int[], Frame> pending = new TreeMap<>(Arrays::compare);

  private BoolExpr mayTrap;
  private BoolExpr mustTrap;
  private BoolExpr undefined;
  private BoolExpr cut;
  private BoolExpr returns;
  private @Nullable Frame result;

  private Execution(
      Terms terms,
      Arithmetic arithmetic,
      Function function,
      Map<String, Integer> symbols,
      int rounds,
      long deadline)
      throws NotEncodable {
    this.terms = terms;
    this.function = function;
    this.rounds = rounds;
    this.deadline = deadline;
    if (function.graph().size() > MAX_NODES) {
      throw new NotEncodable("more than " + MAX_NODES + " nodes");
    }
    objects = new NamedObjects(terms, function, symbols);
    flow = ControlFlow.of(function.graph());
    loops = flow.loops();
    for (int loop = 0; loop < loops.count(); loop++) {
      if (loops.isIrreducible(loop)) {
        throw new NotEncodable("a loop with several entries");
      }
    }
    values = new ExecutedValues(flow, Reachability.liveNodes(function.graph()));
    evaluator = new Evaluator(terms, arithmetic, objects, flow, values);
    mayTrap = terms.no();
    mustTrap = terms.no();
    undefined = terms.no();
    cut = terms.no();
    returns = terms.no();
  }

  /**
   * The behaviour of a function.
   *
   * @param symbols numbers of symbols, to be shared by all behaviours that are compared
   * @param rounds how often each loop may go round, at least 0
   * @param deadline by {@link System#nanoTime}
   * @throws NotEncodable if it has none, with the reason
   */
  public static Behaviour of(
      Terms terms,
      Arithmetic arithmetic,
      Function function,
      Map<String, Integer> symbols,
      int rounds,
      long deadline)
      throws NotEncodable {
    return new Execution(terms, arithmetic, function, symbols, rounds, deadline).run();
  }

  private Behaviour run() throws NotEncodable {
    @Nullable Value[] start = new Value[values.count()];
    start[0] = new Value.Scalar(terms.variable("events", 64), terms.no(), terms.no());
    Frame entry = new Frame(0, new int[0], terms.yes(), start);
    pending.put(key(0, entry.rounds), entry);
    int frames = 0;
    while (!pending.isEmpty()) {
      if (++frames > MAX_FRAMES) {
        throw new NotEncodable("more than " + MAX_FRAMES + " blocks to execute");
      }
      if (System.nanoTime() - deadline > 0) {
        throw new NotEncodable("its formula takes too long to make");
      }
      execute(pending.pollFirstEntry().getValue());
    }
    List<Type> types = function.signature().results();
    List<Expr<BitVecSort>> results = new ArrayList<>();
    MemoryState memory = MemoryState.initial(objects);
    Expr<BitVecSort> events = terms.variable("events", 64);
    Frame last = result;
    if (last != null) {
      events = ((Value.Scalar) Objects.requireNonNull(last.executed[0])).bits();
      memory = (MemoryState) Objects.requireNonNull(last.executed[1]);
      for (int i = 2; i < last.executed.length; i++) {
        results.add(((Value.Scalar) Objects.requireNonNull(last.executed[i])).bits());
      }
    }
    List<BoolExpr> assumptions = new ArrayList<>();
    List<Expr<BitVecSort>> parameters = new ArrayList<>();
    List<Type> parameterTypes = new ArrayList<>();
    for (int i = 0; i < function.signature().parameters().size(); i++) {
      Type type = function.signature().parameters().get(i).type();
      Expr<BitVecSort> parameter = evaluator.parameter(i, type);
      parameters.add(parameter);
      parameterTypes.add(type);
      if (type == Type.PTR) {
        assumptions.add(objects.isOutside(parameter));
      }
    }
    return new Behaviour(
        function.name(),
        types,
        returns,
        results,
        memory,
        events,
        mayTrap,
        mustTrap,
        undefined,
        cut,
        assumptions,
        parameters,
        parameterTypes);
  }

  // -------------------------------------------------------------- one block

  private void execute(Frame frame) throws NotEncodable {
    evaluator.enter(frame);
    BoolExpr condition = frame.condition;
    Node token = flow.head(frame.block);
    evaluator.setCondition(token, condition);
    volatileAccesses(frame, token);
    Node terminator = flow.terminator(frame.block);
    while (token != flow.lastToken(frame.block)) {
      Node next = next(token, frame.block);
      if (next.op() == Op.GUARD) {
        Value.Scalar guarded = operand(next.value(0), condition);
        BoolExpr holds = terms.isSet(guarded.bits());
        mustTrap = terms.or(mustTrap, terms.and(condition, terms.not(holds)));
        mayTrap = terms.or(mayTrap, terms.and(condition, terms.not(holds)));
        condition = terms.and(condition, holds);
        token = next;
      } else {
        call(next, condition);
        token = Objects.requireNonNull(next.projection(0));
      }
      evaluator.setCondition(token, condition);
      volatileAccesses(frame, token);
    }
    effects(frame);
    if (terminator == null) {
      edge(frame, 0, condition);
    } else {
      leave(frame, terminator, condition);
    }
  }

  /** The GUARD or CALL that takes control on from a token inside a block. */
  private Node next(Node token, int block) {
    for (int i = 0; i < token.useCount(); i++) {
      Node user = token.user(i);
      if (token.userSlot(i) == 0
          && (user.op() == Op.GUARD || user.op() == Op.CALL)
          && flow.blockOf(user) == block) {
        return user;
      }
    }
    throw new IllegalStateException("control does not go on from " + token);
  }

  private void volatileAccesses(Frame frame, Node token) throws NotEncodable {
    for (Node node : values.pinned(frame.block)) {
      if (node.control() == token && Evaluator.isVolatile(node)) {
        evaluator.value(node);
      }
    }
  }

  /** What stores need and may break. */
  private void effects(Frame frame) throws NotEncodable {
    for (Node node : values.pinned(frame.block)) {
      switch (node.op()) {
        case STORE, MEMORY_COPY, MEMORY_FILL, VOLATILE_LOAD -> {
          evaluator.value(node);
          BoolExpr condition = evaluator.condition(Objects.requireNonNull(node.control()));
          Value.Scalar address = operand(node.value(0), condition);
          undefined =
              terms.or(
                  undefined, terms.and(condition, evaluator.leavesObject(node, 0, address.bits())));
          if (node.op() == Op.MEMORY_COPY) {
            Value.Scalar source = operand(node.value(1), condition);
            undefined =
                terms.or(
                    undefined,
                    terms.and(condition, evaluator.leavesObject(node, 1, source.bits())));
          } else if (node.op() != Op.VOLATILE_LOAD) {
            Value.Scalar stored = evaluator.scalar(node.value(1));
            mayTrap = terms.or(mayTrap, terms.and(condition, stored.traps()));
          }
        }
        default -> {}
      }
    }
  }

  /** A value that something pinned needs: it must be specified, and it traps here if at all. */
  private Value.Scalar operand(Node node, BoolExpr condition) throws NotEncodable {
    Value.Scalar value = evaluator.scalar(node);
    undefined = terms.or(undefined, terms.and(condition, value.unspecified()));
    mayTrap = terms.or(mayTrap, terms.and(condition, value.traps()));
    return value;
  }

  private void call(Node call, BoolExpr condition) throws NotEncodable {
    CallDescriptor descriptor = (CallDescriptor) Objects.requireNonNull(call.attribute());
    StringBuilder name = new StringBuilder("call-");
    name.append(descriptor.symbol() == null ? "*" : descriptor.symbol());
    MemoryState memory = (MemoryState) evaluator.value(call.memory());
    List<Expr<?>> inputs = new ArrayList<>();
    inputs.add(evaluator.events());
    for (int i = 0; i < call.valueCount(); i++) {
      inputs.add(operand(call.value(i), condition).bits());
      name.append('-').append(call.value(i).type().text());
    }
    for (int k = 0; k < objects.classCount(); k++) {
      inputs.add(memory.bytes(objects.sharedPart(k)));
    }
    Expr<BitVecSort> event = terms.apply(name.toString(), 64, inputs.toArray(Expr<?>[]::new));
    evaluator.setEvents(event);
    for (int i = 0; i < call.useCount(); i++) {
      Node projection = call.user(i);
      if (projection.op() != Op.PROJECTION || projection.type() == Type.CTRL) {
        continue;
      }
      evaluator.set(
          projection,
          projection.immediate() == 1
              ? memory.afterCall(event)
              : new Value.Scalar(
                  terms.apply(
                      "result" + projection.immediate() + "-" + projection.type().text(),
                      projection.type().bits(),
                      event),
                  terms.no(),
                  terms.no()));
    }
  }

  // ---------------------------------------------------------------- leaving

  private void leave(Frame frame, Node terminator, BoolExpr condition) throws NotEncodable {
    switch (terminator.op()) {
      case IF -> {
        Value.Scalar chosen = operand(terminator.value(0), condition);
        BoolExpr yes = terms.simplified(terms.isSet(chosen.bits()));
        edge(frame, 0, terms.and(condition, terms.not(yes)));
        edge(frame, 1, terms.and(condition, yes));
      }
      case SWITCH -> {
        Value.Scalar chosen = operand(terminator.value(0), condition);
        SwitchTable table = (SwitchTable) Objects.requireNonNull(terminator.attribute());
        BoolExpr[] arms = new BoolExpr[table.targetCount()];
        Arrays.fill(arms, terms.no());
        BoolExpr any = terms.no();
        for (int i = 0; i < table.size(); i++) {
          BoolExpr hit =
              terms.equal(chosen.bits(), terms.constant(terminator.value(0).type(), table.key(i)));
          arms[table.target(i)] = terms.or(arms[table.target(i)], hit);
          any = terms.or(any, hit);
        }
        arms[0] = terms.or(arms[0], terms.not(any));
        for (int i = 0; i < arms.length; i++) {
          edge(frame, i, terms.and(condition, terms.simplified(arms[i])));
        }
      }
      case NEVER -> edge(frame, 0, condition);
      case UNREACHABLE -> undefined = terms.or(undefined, condition);
      case TRAP -> {
        mayTrap = terms.or(mayTrap, condition);
        mustTrap = terms.or(mustTrap, condition);
      }
      case RETURN -> returns(terminator, condition);
      default -> throw new NotEncodable("operation " + terminator.op().text());
    }
  }

  private void returns(Node node, BoolExpr condition) throws NotEncodable {
    @Nullable Value[] finals = new Value[2 + node.valueCount()];
    finals[0] = new Value.Scalar(evaluator.events(), terms.no(), terms.no());
    finals[1] = evaluator.value(node.memory());
    for (int i = 0; i < node.valueCount(); i++) {
      finals[2 + i] = operand(node.value(i), condition);
    }
    returns = terms.or(returns, condition);
    Frame last = result;
    if (last == null) {
      result = new Frame(-1, new int[0], condition, finals);
    } else {
      last.join(terms, condition, finals);
    }
  }

  private void edge(Frame frame, int successor, BoolExpr condition) throws NotEncodable {
    if (condition.equals(terms.no())) {
      return;
    }
    int target = flow.successor(frame.block, successor);
    int @Nullable [] targetRounds = rounds(frame, target);
    if (targetRounds == null) {
      cut = terms.or(cut, condition);
      return;
    }
    @Nullable Value[] handed = new Value[values.count()];
    values.needed(target).stream()
        .forEach(number -> handed[number] = number == 0 ? null : frame.executed[number]);
    handed[0] = new Value.Scalar(evaluator.events(), terms.no(), terms.no());
    if (flow.head(target).op().isRegion()) {
      int edge = flow.predecessorIndex(frame.block, successor);
      for (Node phi : values.pinned(target)) {
        if (phi.op() == Op.PHI) {
          handed[values.number(phi)] = evaluator.value(phi.input(edge + 1));
        }
      }
    }
    Frame known = pending.get(key(target, targetRounds));
    if (known == null) {
      pending.put(key(target, targetRounds), new Frame(target, targetRounds, condition, handed));
    } else {
      known.join(terms, condition, handed);
    }
  }

  /** Rounds of the loops around {@code target}; null if one goes round too often. */
  private int @Nullable [] rounds(Frame frame, int target) {
    int[] nest = nest(target);
    int[] fresh = new int[nest.length];
    int[] here = nest(frame.block);
    for (int i = 0; i < nest.length; i++) {
      if (i < here.length && here[i] == nest[i]) {
        fresh[i] = frame.rounds[i];
        if (loops.header(nest[i]) == target && i == nest.length - 1 && ++fresh[i] > rounds) {
          return null;
        }
      }
    }
    return fresh;
  }

  /** The loops around a block, from the outermost on. */
  private int[] nest(int block) {
    int[] nest = new int[loops.depth(block)];
    int loop = loops.loopOf(block);
    for (int i = nest.length - 1; i >= 0; i--) {
      nest[i] = loop;
      loop = loops.parent(loop);
    }
    return nest;
  }

  /** Sorts frames so that all rounds of a loop come before what follows the loop. */
  private int[] key(int block, int[] blockRounds) {
    int[] nest = nest(block);
    int[] key = new int[2 * nest.length + 1];
    for (int i = 0; i < nest.length; i++) {
      key[2 * i] = loops.header(nest[i]);
      key[2 * i + 1] = blockRounds[i];
    }
    key[2 * nest.length] = block;
    return key;
  }
}
