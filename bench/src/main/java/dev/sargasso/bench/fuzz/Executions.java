package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.order.OrderPriorities;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Every way of ours to run a C program. */
final class Executions {
  private Executions() {}

  /**
   * All of them, with all checks on: the interpreters of the sea and of the schedule, before and
   * after the passes; native code at each level, under each placement policy and order, for this
   * machine, and with all choices at random.
   *
   * @param includes folders of headers that are not the system's
   * @param chaos how many random choices
   */
  static List<Execution> all(List<Path> includes, int chaos) {
    CompilerOptions options =
        CompilerOptions.DEFAULT.withVerify(true).withThreads(1).withIncludes(includes);
    List<Execution> all = new ArrayList<>();
    all.add(new InterpretedExecution("sea-0", options.withLevel("0"), false));
    all.add(new InterpretedExecution("sea", options, false));
    all.add(new InterpretedExecution("schedule", options, true));
    all.add(new NativeExecution("native-0", options.withLevel("0"), false));
    all.add(new NativeExecution("native-1", options.withLevel("1"), false));
    all.add(new NativeExecution("native-3", options.withLevel("3"), false));
    all.add(new NativeExecution("native-s", options.withLevel("s"), false));
    for (String policy : new TreeSet<>(PlacementPolicies.byName().keySet())) {
      all.add(new NativeExecution("native-" + policy, options.withPlacement(policy), false));
    }
    for (String order : new TreeSet<>(OrderPriorities.byName().keySet())) {
      all.add(new NativeExecution("native-order-" + order, options.withOrder(order), false));
    }
    all.add(new NativeExecution("native-host", options, true));
    all.add(new NativeExecution("native-sigma", options.withFacts("sigma"), false));
    for (int seed = 1; seed <= chaos; seed++) {
      CompilerOptions random = options.withChaos(seed);
      all.add(new InterpretedExecution("schedule-chaos-" + seed, random, true));
      all.add(new NativeExecution("native-chaos-" + seed, random, false));
    }
    return all;
  }

  /**
   * All combinations: native code at each level under each placement policy and order, and at each
   * level with all choices at random; the interpreters of the sea, and of the schedule under each
   * policy, at each level. Code that several of them make is run once.
   *
   * @param levels of optimisation, as behind {@code -O}
   * @param chaos how many random choices at each level
   * @param interpreted whether interpreters are among them
   */
  static List<Execution> matrix(List<String> levels, int chaos, boolean interpreted) {
    Optional<Map<ByteBuffer, Ending>> known = Optional.of(new HashMap<>());
    List<Execution> all = new ArrayList<>();
    for (String level : levels) {
      CompilerOptions options =
          CompilerOptions.DEFAULT.withVerify(true).withThreads(1).withLevel(level);
      for (String policy : new TreeSet<>(PlacementPolicies.byName().keySet())) {
        CompilerOptions placed = options.withPlacement(policy);
        for (String order : new TreeSet<>(OrderPriorities.byName().keySet())) {
          all.add(
              new NativeExecution(
                  "native-" + level + "-" + policy + "-" + order,
                  placed.withOrder(order),
                  false,
                  known));
        }
        if (interpreted) {
          all.add(new InterpretedExecution("schedule-" + level + "-" + policy, placed, true));
        }
      }
      all.add(new NativeExecution("native-" + level + "-host", options, true, known));
      for (int seed = 1; seed <= chaos; seed++) {
        all.add(
            new NativeExecution(
                "native-" + level + "-chaos-" + seed, options.withChaos(seed), false, known));
      }
      if (interpreted) {
        all.add(new InterpretedExecution("sea-" + level, options, false));
      }
    }
    return all;
  }
}
