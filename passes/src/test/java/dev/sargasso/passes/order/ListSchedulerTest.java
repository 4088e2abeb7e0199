package dev.sargasso.passes.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order within blocks. */
final class ListSchedulerTest {
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.PTR), List.of(Type.I64)),
          Linkage.LOCAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder build = new FunctionBuilder(function);

  private Schedule schedule(OrderPriority priority) {
    Schedule schedule =
        GlobalCodeMotion.schedule(
            function, new GlobalCodeMotion.Options(PlacementPolicies.CLICK, priority));
    ScheduleVerifier.verify("f", schedule);
    return schedule;
  }

  private Node word(int i) {
    return build.load(Type.I64, build.offset(build.parameter(1), build.constant(Type.I64, 8L * i)));
  }

  private Node add(Node a, Node b) {
    return build.binary(Op.ADD, Type.I64, a, b);
  }

  /** The largest number of values from loads and additions that are alive at once in block 0. */
  private static int pressure(Schedule schedule) {
    int most = 0;
    for (int at = 0; at < schedule.size(0); at++) {
      int alive = 0;
      for (int i = 0; i <= at; i++) {
        Node node = schedule.node(0, i);
        boolean counts = node.op() == Op.LOAD || node.op() == Op.ADD;
        boolean usedLater = false;
        for (int u = 0; u < node.useCount(); u++) {
          usedLater |= schedule.indexOf(node.user(u)) > at;
        }
        if (counts && usedLater) {
          alive++;
        }
      }
      most = Math.max(most, alive);
    }
    return most;
  }

  @Test
  void aBalancedTreeTakesAsManyRegistersAsItIsDeep() {
    // All 64 loads come first in the source.
    List<Node> level = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      level.add(word(i));
    }
    while (level.size() > 1) {
      List<Node> next = new ArrayList<>();
      for (int i = 0; i < level.size(); i += 2) {
        next.add(add(level.get(i), level.get(i + 1)));
      }
      level = next;
    }
    build.returnValues(level.getFirst());
    build.finish();
    assertEquals(7, pressure(schedule(OrderPriorities.PRESSURE)));
    assertEquals(64, pressure(schedule(OrderPriorities.SOURCE)));
  }

  @Test
  void theOperandThatNeedsMoreIsComputedFirst() {
    // x0 + (x1 + (x2 + ...)): from the inside out two registers do.
    List<Node> words = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      words.add(word(i));
    }
    Node sum = words.getLast();
    for (int i = 14; i >= 0; i--) {
      sum = add(words.get(i), sum);
    }
    build.returnValues(sum);
    build.finish();
    assertEquals(2, pressure(schedule(OrderPriorities.PRESSURE)));
  }

  @Test
  void theStepOfALoopVariableComesAfterItsOtherUses() {
    int counter = build.newVariable(Type.I64);
    int head = build.newBlock();
    int body = build.newBlock();
    int after = build.newBlock();
    build.write(counter, build.constant(Type.I64, 0));
    build.jump(head);
    build.setBlock(head);
    Node now = build.read(counter);
    build.branch(build.compare(Op.LT, now, build.parameter(0)), body, after);
    build.seal(body);
    build.setBlock(body);
    Node step = add(now, build.constant(Type.I64, 1));
    build.write(counter, step);
    Node square = build.binary(Op.MUL, Type.I64, now, now);
    build.store(build.offset(build.parameter(1), now), square);
    build.jump(head);
    build.seal(head);
    build.seal(after);
    build.setBlock(after);
    build.returnValues(build.read(counter));
    build.finish();
    Schedule schedule = schedule(OrderPriorities.PRESSURE);
    int block = schedule.blockOf(step);
    assertEquals(schedule.size(block) - 1, schedule.indexOf(step));
  }

  @Test
  void randomOrdersDifferAndOneSeedGivesOneOrder() {
    Node sum = word(0);
    for (int i = 1; i < 20; i++) {
      sum = add(sum, word(i));
    }
    build.returnValues(sum);
    build.finish();
    assertEquals(
        order(schedule(OrderPriorities.random(1))), order(schedule(OrderPriorities.random(1))));
    assertNotEquals(
        order(schedule(OrderPriorities.random(1))), order(schedule(OrderPriorities.random(2))));
  }

  private static List<Node> order(Schedule schedule) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < schedule.size(0); i++) {
      nodes.add(schedule.node(0, i));
    }
    return nodes;
  }

  @Test
  void aPriorityOfOnesOwnDecidesAmongWhatIsReady() {
    Node first = word(0);
    Node second = word(1);
    Node third = word(2);
    build.returnValues(add(add(first, second), third));
    build.finish();
    Schedule schedule =
        schedule(
            (region, rank) -> {
              for (int i = 0; i < region.size(); i++) {
                rank[i] = -region.node(i).id();
              }
            });
    assertTrue(schedule.indexOf(third) < schedule.indexOf(second));
    assertTrue(schedule.indexOf(second) < schedule.indexOf(first));
  }
}
