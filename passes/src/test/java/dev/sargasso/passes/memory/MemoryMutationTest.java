package dev.sargasso.passes.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * How much of what goes wrong with memory or control is noticed: one edge of a random function is
 * led elsewhere, or one access of a schedule put elsewhere. Where that changes what the function
 * computes, for any of many arguments, the verifiers or a run with the few arguments of our other
 * tests must notice.
 *
 * <p>{@code -Dmutants=N} takes another number than a quick one.
 */
final class MemoryMutationTest {
  private static final int MUTANTS = Integer.getInteger("mutants", 240);
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(20_000);

  /** Arguments of the differential run; the oracle has these and more. */
  private static final int FEW = 4;

  private static final int MANY = 16;
  private static final double LEAST = 0.95;

  private int changed;
  private int caught;
  private int byVerifier;
  private int unchanged;

  @Test
  void edgesOfSeas() {
    SplittableRandom random = new SplittableRandom(20);
    for (int i = 0; i < MUTANTS; i++) {
      sea(random.nextLong(), i);
    }
    report("edges of seas");
  }

  @Test
  void placesInSchedules() {
    SplittableRandom random = new SplittableRandom(21);
    for (int i = 0; i < MUTANTS; i++) {
      schedule(random.nextLong(), i);
    }
    report("places in schedules");
  }

  private void report(String what) {
    System.out.printf(
        "%s: %d of %d mutants change behaviour, %d are caught (%.1f %%), %d of them by verifiers%n",
        what, changed, changed + unchanged, caught, 100.0 * caught / changed, byVerifier);
    assertTrue(changed >= MUTANTS / 5, "only " + changed + " mutants change anything");
    assertTrue(caught >= LEAST * changed, caught + " of " + changed + " are caught");
  }

  private static RandomShape shape(int number) {
    RandomShape shape = number % 2 == 0 ? RandomShape.STRUCTURED : RandomShape.JUMPING;
    return shape.withStatements(25);
  }

  private static long[][] arguments(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[][] arguments = new long[MANY][];
    for (int i = 0; i < MANY; i++) {
      long spread = random.nextInt(3) == 0 ? 4 : 1L << random.nextInt(1, 31);
      arguments[i] =
          new long[] {
            (int) random.nextLong(-spread, spread),
            random.nextLong(-spread, spread),
            Double.doubleToRawLongBits(random.nextInt(-100, 100) / 4.0),
            (int) random.nextLong(-spread, spread)
          };
    }
    return arguments;
  }

  // -------------------------------------------------------------------- seas

  private void sea(long seed, int number) {
    Program original = RandomProgram.of(seed, shape(number));
    long[][] arguments = arguments(seed);
    Outcome[] expected = runSea(original, arguments);
    Program program = RandomProgram.of(seed, shape(number));
    Function function = Objects.requireNonNull(program.function("f"));
    SplittableRandom random = new SplittableRandom(seed ^ 0x5EA);
    if (!rewire(function.graph(), random)) {
      return;
    }
    boolean refused = false;
    Outcome[] actual;
    try {
      GraphVerifier.verify(function, true);
      Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT);
      ScheduleVerifier.verify("f", schedule);
      actual = runSchedule(program, schedule, arguments);
    } catch (RuntimeException e) {
      refused = true;
      actual = hasCycle(function.graph()) ? allFailed() : runSea(program, arguments);
    }
    count(refused, expected, actual);
  }

  /** Whether values or states depend on themselves other than by phis: no meaning to run for. */
  private static boolean hasCycle(Graph graph) {
    try {
      NodeOrder.of(graph);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static Outcome[] allFailed() {
    Outcome[] outcomes = new Outcome[MANY];
    Arrays.fill(outcomes, FAILED);
    return outcomes;
  }

  /** Leads one memory or control edge to another node of the same type. */
  private static boolean rewire(Graph graph, SplittableRandom random) {
    List<Node> users = new ArrayList<>();
    List<Integer> slots = new ArrayList<>();
    List<Node> memories = new ArrayList<>();
    List<Node> controls = new ArrayList<>();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || node.op() == Op.END) {
        continue;
      }
      if (node.type() == Type.MEM) {
        memories.add(node);
      } else if (node.type() == Type.CTRL && !node.op().isTerminator()) {
        controls.add(node);
      }
      for (int i = 0; i < node.inputCount(); i++) {
        Node input = node.inputOrNull(i);
        if (input != null && (input.type() == Type.MEM || isFree(node, input, i))) {
          users.add(node);
          slots.add(i);
        }
      }
    }
    int at = random.nextInt(users.size());
    Node user = users.get(at);
    Node old = user.input(slots.get(at));
    List<Node> others = old.type() == Type.MEM ? memories : controls;
    Node other = others.get(random.nextInt(others.size()));
    if (other == old) {
      return false;
    }
    graph.setInput(user, slots.get(at), other);
    return true;
  }

  /** Control edges, but for those by which control itself flows: moving these breaks the rest. */
  private static boolean isFree(Node user, Node input, int slot) {
    return input.type() == Type.CTRL
        && slot == 0
        && user.op() != Op.PARAMETER
        && user.op() != Op.INITIAL_MEMORY;
  }

  // --------------------------------------------------------------- schedules

  private void schedule(long seed, int number) {
    Program program = RandomProgram.of(seed, shape(number));
    long[][] arguments = arguments(seed);
    Function function = Objects.requireNonNull(program.function("f"));
    Schedule schedule = GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT);
    Outcome[] expected = runSchedule(program, schedule, arguments);
    Schedule moved = move(schedule, new SplittableRandom(seed ^ 0x5C4ED));
    boolean refused = false;
    try {
      ScheduleVerifier.verify("f", moved);
    } catch (RuntimeException e) {
      refused = true;
    }
    count(refused, expected, runSchedule(program, moved, arguments));
  }

  /** Puts one access to another place, most often nearby. */
  private static Schedule move(Schedule schedule, SplittableRandom random) {
    List<Node> accesses = new ArrayList<>();
    ControlFlow controlFlow = schedule.controlFlow();
    for (int b = 0; b < schedule.blockCount(); b++) {
      for (int i = 0; i < schedule.size(b); i++) {
        Node node = schedule.node(b, i);
        switch (node.op()) {
          case LOAD, STORE, MEMORY_COPY, MEMORY_FILL -> accesses.add(node);
          default -> {}
        }
      }
    }
    Node access = accesses.get(random.nextInt(accesses.size()));
    int home = schedule.blockOf(access);
    int target = random.nextInt(3) > 0 ? home : random.nextInt(schedule.blockCount());
    int room = schedule.size(target);
    int index = room == 0 ? 0 : random.nextInt(room);
    Schedule.Builder builder = new Schedule.Builder(controlFlow);
    for (int b = 0; b < schedule.blockCount(); b++) {
      for (int i = 0; i < schedule.size(b); i++) {
        if (b == target && i == index) {
          builder.append(b, access);
        }
        if (schedule.node(b, i) != access) {
          builder.append(b, schedule.node(b, i));
        }
      }
      if (b == target && room == 0) {
        builder.append(b, access);
      }
    }
    return builder.build();
  }

  // ----------------------------------------------------------------- running

  private void count(boolean refused, Outcome[] expected, Outcome[] actual) {
    boolean differs = false;
    boolean differsSoon = false;
    for (int i = 0; i < MANY; i++) {
      if (!expected[i].equals(actual[i])) {
        differs = true;
        differsSoon |= i < FEW;
      }
    }
    if (!differs) {
      unchanged++;
      return;
    }
    changed++;
    caught += refused || differsSoon ? 1 : 0;
    byVerifier += refused ? 1 : 0;
  }

  private static final Outcome FAILED = new Outcome.Returned(new long[0]);

  private static Outcome[] runSea(Program program, long[][] arguments) {
    Outcome[] outcomes = new Outcome[arguments.length];
    for (int i = 0; i < outcomes.length; i++) {
      try {
        outcomes[i] =
            new SeaInterpreter(program, Externals.NONE, LIMITS).run("f", arguments[i].clone());
      } catch (RuntimeException e) {
        outcomes[i] = FAILED;
      }
    }
    return outcomes;
  }

  private static Outcome[] runSchedule(Program program, Schedule schedule, long[][] arguments) {
    Outcome[] outcomes = new Outcome[arguments.length];
    for (int i = 0; i < outcomes.length; i++) {
      try {
        outcomes[i] =
            new ScheduleInterpreter(
                    program,
                    function ->
                        function.name().equals("f")
                            ? schedule
                            : GlobalCodeMotion.schedule(function, GlobalCodeMotion.Options.DEFAULT),
                    Externals.NONE,
                    LIMITS)
                .run("f", arguments[i].clone());
      } catch (RuntimeException e) {
        outcomes[i] = FAILED;
      }
    }
    return outcomes;
  }
}
