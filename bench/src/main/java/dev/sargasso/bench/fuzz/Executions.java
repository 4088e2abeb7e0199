package dev.sargasso.bench.fuzz;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.simplify.Simplifications;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.allocate.AllocatorOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Every way of ours to run a C program. */
final class Executions {
  private Executions() {}

  /**
   * All of them: the interpreter with and without simplification, native code under each placement
   * policy, with the allocator's trivial twins, and with all choices at random.
   *
   * @param chaos how many random choices
   */
  static List<Execution> all(int chaos) {
    List<Execution> all = new ArrayList<>();
    Supplier<Simplifier> simplified = Simplifications::whileBuilding;
    all.add(new SeaExecution("sea-plain", () -> Simplifier.NONE));
    all.add(new SeaExecution("sea", simplified));
    Map<String, PlacementPolicy> policies = new TreeMap<>(PlacementPolicies.byName());
    all.add(
        new NativeExecution(
            "native-plain",
            () -> Simplifier.NONE,
            GlobalCodeMotion.Options.DEFAULT,
            CodeOptions.DEFAULT));
    policies.forEach(
        (name, policy) ->
            all.add(
                new NativeExecution(
                    "native-" + name,
                    simplified,
                    GlobalCodeMotion.Options.DEFAULT.with(policy),
                    CodeOptions.DEFAULT)));
    all.add(
        new NativeExecution(
            "native-spill-everywhere",
            simplified,
            GlobalCodeMotion.Options.DEFAULT,
            CodeOptions.DEFAULT.with(
                new AllocatorOptions(
                    AllocatorOptions.Spilling.EVERYWHERE,
                    AllocatorOptions.Choice.PREFERENCES,
                    0))));
    for (int seed = 1; seed <= chaos; seed++) {
      all.add(
          new NativeExecution(
              "native-chaos-" + seed,
              simplified,
              GlobalCodeMotion.Options.chaos(seed),
              CodeOptions.DEFAULT.with(AllocatorOptions.chaos(seed))));
    }
    return all;
  }
}
