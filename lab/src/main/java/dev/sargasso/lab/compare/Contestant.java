package dev.sargasso.lab.compare;

import dev.sargasso.lab.optimal.OptimalPlacement;
import dev.sargasso.lab.policy.Implementations;
import dev.sargasso.lab.policy.PolicyException;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.order.OrderPriority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to place nodes and to order blocks.
 *
 * @param name what to call it in reports
 * @param placement which of the legal blocks
 * @param order which of the legal orders
 */
public record Contestant(String name, PlacementPolicy placement, OrderPriority order) {
  /** The name of the policy that a solver makes. */
  public static final String OPTIMAL = "optimal";

  /** Finds placement policies. */
  public static final Implementations<PlacementPolicy> POLICIES =
      new Implementations<>(PlacementPolicy.class, "placement policy", PlacementPolicies.byName());

  /** Finds orders. */
  public static final Implementations<OrderPriority> ORDERS =
      new Implementations<>(OrderPriority.class, "order", OrderPriorities.byName());

  /**
   * All policies with all orders, the first policy first. Names of orders appear in theirs only if
   * there are several. The policy {@value #OPTIMAL} is known as well.
   *
   * @param seconds time for the solver, for each function
   * @throws PolicyException if one cannot be found
   */
  public static List<Contestant> all(List<String> policies, List<String> orders, double seconds)
      throws PolicyException {
    List<Contestant> result = new ArrayList<>();
    List<OrderPriority> found = new ArrayList<>();
    for (String order : orders) {
      found.add(ORDERS.find(order));
    }
    for (String policy : policies) {
      PlacementPolicy placement =
          policy.equals(OPTIMAL) ? new OptimalPlacement(seconds) : POLICIES.find(policy);
      for (int i = 0; i < orders.size(); i++) {
        String name = shortened(policy);
        result.add(
            new Contestant(
                orders.size() > 1 ? name + "/" + shortened(orders.get(i)) : name,
                placement,
                found.get(i)));
      }
    }
    return List.copyOf(result);
  }

  /** Without folders and what is in front of the last name. */
  private static String shortened(String text) {
    String name = String.valueOf(Path.of(text).getFileName());
    if (name.endsWith(".java")) {
      return name.substring(0, name.length() - 5);
    }
    return name.contains("!") || !name.endsWith(".jar")
        ? name.substring(name.lastIndexOf('.') + 1)
        : name;
  }
}
