package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.order.OrderPriorities;
import java.util.List;
import java.util.function.Consumer;

/** A function {@code f(i64 a, i64 b, ptr p) -> i64} in the making, and ways to schedule it. */
final class Sketch {
  final Function function;
  final FunctionBuilder build;

  Sketch() {
    this(1);
  }

  Sketch(int aliasClasses) {
    Signature signature = Signature.of(List.of(Type.I64, Type.I64, Type.PTR), List.of(Type.I64));
    function = new Function("f", signature, Linkage.LOCAL, new Graph(Simplifier.NONE), "");
    function.ensureAliasClasses(aliasClasses);
    build = new FunctionBuilder(function);
  }

  Node a() {
    return build.parameter(0);
  }

  Node b() {
    return build.parameter(1);
  }

  Node p() {
    return build.parameter(2);
  }

  Node constant(long value) {
    return build.constant(Type.I64, value);
  }

  Node add(Node x, Node y) {
    return build.binary(Op.ADD, Type.I64, x, y);
  }

  Node multiply(Node x, Node y) {
    return build.binary(Op.MUL, Type.I64, x, y);
  }

  Node isLess(Node x, Node y) {
    return build.compare(Op.LT, x, y);
  }

  Node load() {
    return build.load(Type.I64, p());
  }

  /** {@code p[index]} as 8-byte words. */
  Node word(long index) {
    return build.load(Type.I64, build.offset(p(), constant(8 * index)));
  }

  int open(int block) {
    build.setBlock(block);
    return block;
  }

  int sealed(int block) {
    build.seal(block);
    build.setBlock(block);
    return block;
  }

  void finish(Node result) {
    build.returnValues(result);
    finish();
  }

  void finish() {
    build.finish();
    GraphVerifier.verify(function);
  }

  Schedule schedule(PlacementPolicy policy) {
    Schedule schedule =
        GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT.with(policy));
    ScheduleVerifier.verify("f", schedule);
    return schedule;
  }

  /** Looks at the schedules under all policies and twenty random ones. */
  void inAllWays(Consumer<Schedule> check) {
    for (PlacementPolicy policy : PlacementPolicies.byName().values()) {
      check.accept(schedule(policy));
    }
    for (int seed = 0; seed < 20; seed++) {
      Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.chaos(seed));
      ScheduleVerifier.verify("f", schedule);
      check.accept(schedule);
      Schedule inSourceOrder =
          GlobalCodeMotion.schedule(
              function,
              new GlobalCodeMotion.Options(PlacementPolicies.random(seed), OrderPriorities.SOURCE));
      ScheduleVerifier.verify("f", inSourceOrder);
      check.accept(inSourceOrder);
    }
  }

  Node only(Op op) {
    Node found = null;
    for (int id = 0; id < function.graph().idLimit(); id++) {
      Node node = function.graph().node(id);
      if (node != null && node.op() == op) {
        assertTrue(found == null, "several " + op);
        found = node;
      }
    }
    if (found == null) {
      throw new AssertionError("no " + op);
    }
    return found;
  }

  static int loopDepth(Schedule schedule, Node node) {
    return schedule.controlFlow().loops().depth(schedule.blockOf(node));
  }

  /** Whether {@code first} is executed before {@code second} wherever both are. */
  static boolean isBefore(Schedule schedule, Node first, Node second) {
    int home = schedule.blockOf(first);
    int other = schedule.blockOf(second);
    ControlFlow controlFlow = schedule.controlFlow();
    return home == other
        ? schedule.indexOf(first) < schedule.indexOf(second)
        : controlFlow.dominators().dominates(home, other);
  }
}
