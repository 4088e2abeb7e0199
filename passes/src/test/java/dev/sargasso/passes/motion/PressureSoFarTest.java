package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.schedule.Schedule;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Once all nodes are placed, the account of pressure is what liveness says. */
final class PressureSoFarTest {
  @Property(tries = 40)
  void theAccountIsLiveness(@ForAll long seed) {
    Program program = RandomProgram.of(seed, RandomShape.JUMPING);
    for (Function function : program.functions()) {
      Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.chaos(seed));
      check(function.graph(), schedule);
    }
  }

  private static void check(Graph graph, Schedule schedule) {
    ControlFlow flow = schedule.controlFlow();
    int[] blockOf = new int[graph.idLimit()];
    for (int id = 0; id < blockOf.length; id++) {
      Node node = graph.node(id);
      blockOf[id] = node == null ? -1 : schedule.blockOf(node);
    }
    PressureSoFar account = new PressureSoFar(flow, blockOf);
    int[] general = new int[flow.count()];
    int[] vector = new int[flow.count()];
    for (int id = blockOf.length - 1; id >= 0; id--) {
      Node node = graph.node(id);
      if (node == null || blockOf[id] < 0) {
        continue;
      }
      account.add(node);
      if (node.type().isValue() && !node.op().isRematerialisable()) {
        boolean[] alive = aliveAtEnd(node, schedule);
        for (int block = 0; block < alive.length; block++) {
          (node.type().isGeneral() ? general : vector)[block] += alive[block] ? 1 : 0;
        }
      }
    }
    for (int block = 0; block < flow.count(); block++) {
      assertEquals(general[block], account.at(block, true));
      assertEquals(vector[block], account.at(block, false));
    }
  }

  /** By repeating until nothing changes. */
  private static boolean[] aliveAtEnd(Node node, Schedule schedule) {
    ControlFlow flow = schedule.controlFlow();
    boolean[] start = new boolean[flow.count()];
    boolean[] end = new boolean[flow.count()];
    int own = schedule.blockOf(node);
    for (int i = 0; i < node.useCount(); i++) {
      Node user = node.user(i);
      int block = schedule.blockOf(user);
      if (block >= 0 && user.op() == Op.PHI) {
        end[flow.predecessor(block, node.userSlot(i) - 1)] = true;
      } else if (block >= 0 && block != own) {
        start[block] = true;
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = 0; block < flow.count(); block++) {
        boolean needed = end[block];
        for (int i = 0; i < flow.successorCount(block); i++) {
          needed |= start[flow.successor(block, i)];
        }
        boolean through = start[block] || (needed && block != own);
        changed |= needed != end[block] || through != start[block];
        end[block] = needed;
        start[block] = through;
      }
    }
    return end;
  }

  @Example
  void whoAsksForItMustSaySo() {
    Sketch sketch = new Sketch();
    Node word = sketch.word(0);
    int then = sketch.build.newBlock();
    int otherwise = sketch.build.newBlock();
    sketch.build.branch(sketch.isLess(sketch.a(), sketch.b()), then, otherwise);
    sketch.sealed(then);
    sketch.build.returnValues(word);
    sketch.sealed(otherwise);
    sketch.finish(sketch.a());
    PlacementPolicy asking = (node, candidates) -> candidates.block(candidates.pressure(0));
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> sketch.schedule(asking));
    assertTrue(String.valueOf(refused.getMessage()).contains("watchesPressure"));
  }
}
