package dev.sargasso.passes.motion;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.passes.order.OrderPriorities;
import java.util.Map;

/** The policies that come with the compiler. */
public final class PlacementPolicies {
  /** As soon as the inputs are there. Short dependences, long live ranges. */
  public static final PlacementPolicy EARLY = (node, candidates) -> candidates.early();

  /** Just before the first use. Never speculates; repeats invariants in loops. */
  public static final PlacementPolicy LATE = (node, candidates) -> candidates.late();

  /** The one used by default, see {@link ClickPlacement}. */
  public static final PlacementPolicy CLICK = new ClickPlacement();

  /** Fewer values alive and less in vain, see {@link PressurePlacement}. */
  public static final PlacementPolicy PRESSURE = new PressurePlacement();

  /** Where it was written, as far as positions tell, see {@link SourcePlacement}. */
  public static final PlacementPolicy SOURCE = new SourcePlacement();

  private PlacementPolicies() {}

  /** The shipped policies by the names under which options select them. */
  public static Map<String, PlacementPolicy> byName() {
    return Map.of(
        "early", EARLY, "late", LATE, "click", CLICK, "pressure", PRESSURE, "source", SOURCE);
  }

  /**
   * Any legal block, at random: what the choice must not change is what the program computes.
   * Depends on nothing but the seed, the node's id and the candidates.
   */
  public static PlacementPolicy random(long seed) {
    return new RandomPlacement(seed);
  }

  private record RandomPlacement(long seed) implements PlacementPolicy {
    @Override
    public int choose(Node node, Candidates candidates) {
      long bits = OrderPriorities.mix(seed, node.id());
      return candidates.block((int) Long.remainderUnsigned(bits, candidates.count()));
    }

    @Override
    public boolean placesConstants() {
      return true;
    }

    @Override
    public boolean mayCopy() {
      return true;
    }

    @Override
    public boolean copies(Node node, double once, double copied) {
      return (OrderPriorities.mix(~seed, node.id()) & 1) != 0;
    }
  }
}
