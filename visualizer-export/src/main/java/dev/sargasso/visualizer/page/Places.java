package dev.sargasso.visualizer.page;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.motion.Candidates;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.order.OrderPriorities;

/**
 * Asks what else a schedule could have been: for each node that had a choice the blocks that were
 * legal, what each policy that comes with the compiler would choose, and why it is where it is.
 *
 * <p>Runs global code motion once more, with a policy that writes down what it is asked and then
 * chooses as before; so each range is the one that held when the choice was made.
 */
final class Places implements PlacementPolicy {
  private final Schedule schedule;
  private final StringBuilder out;
  private String separator = "";

  private Places(Schedule schedule, StringBuilder out) {
    this.schedule = schedule;
    this.out = out;
  }

  /**
   * Appends an object: node to the ends of the legal path, the choices of early, late and click,
   * and why.
   */
  static void write(Schedule schedule, StringBuilder out) {
    out.append('{');
    GlobalCodeMotion.schedule(
        schedule.controlFlow(),
        new GlobalCodeMotion.Options(new Places(schedule, out), OrderPriorities.SOURCE));
    out.append('}');
  }

  @Override
  public boolean placesConstants() {
    return true;
  }

  @Override
  public int choose(Node node, Candidates candidates) {
    int block = schedule.blockOf(node);
    int chosen = block >= 0 && candidates.contains(block) ? block : candidates.late();
    out.append(separator).append('"').append(node.id()).append("\":[[");
    separator = ",";
    // The ends only: paths of all nodes together would be quadratic in a long function.
    out.append(candidates.early()).append(',').append(candidates.late());
    out.append("],").append(PlacementPolicies.EARLY.choose(node, candidates));
    out.append(',').append(PlacementPolicies.LATE.choose(node, candidates));
    out.append(',').append(PlacementPolicies.CLICK.choose(node, candidates)).append(',');
    Json.string(out, reason(node, candidates, chosen)).append(']');
    return chosen;
  }

  private static String reason(Node node, Candidates candidates, int chosen) {
    if (node.op().isRematerialisable() && chosen == candidates.late()) {
      return "costs no more than a move: made again wherever it is needed";
    }
    ControlFlow flow = candidates.controlFlow();
    int late = candidates.late();
    if (chosen == late && flow.loops().depth(late) == flow.loops().depth(candidates.shallowest())) {
      return "the last legal block, and no legal one is in fewer loops";
    }
    if (chosen == candidates.shallowest()) {
      return "the last of the legal blocks in the fewest loops";
    }
    if (chosen == candidates.coolest()) {
      return "the legal block that runs least often";
    }
    if (chosen == late) {
      return "the last legal block, though others are in fewer loops: folded into its users, or"
          + " the policy wants it late";
    }
    return chosen == candidates.early()
        ? "the first block in which all inputs are there"
        : "chosen by the policy";
  }
}
