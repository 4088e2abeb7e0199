package dev.sargasso.passes.order;

import java.util.Map;

/** The priorities that come with the compiler. */
public final class OrderPriorities {
  /** Keeps few values alive; the one used by default, see {@link PressurePriority}. */
  public static final OrderPriority PRESSURE = new PressurePriority();

  /** The order of ids, about that of the source. */
  public static final OrderPriority SOURCE =
      (region, rank) -> {
        for (int i = 0; i < region.size(); i++) {
          rank[i] = i;
        }
      };

  private OrderPriorities() {}

  /** The shipped priorities by the names under which options select them. */
  public static Map<String, OrderPriority> byName() {
    return Map.of("pressure", PRESSURE, "source", SOURCE);
  }

  /** A random order; depends on nothing but the seed and the ids of the nodes. */
  public static OrderPriority random(long seed) {
    return new RandomPriority(seed);
  }

  private record RandomPriority(long seed) implements OrderPriority {
    @Override
    public void rank(OrderRegion region, long[] rank) {
      for (int i = 0; i < region.size(); i++) {
        rank[i] = mix(seed, region.node(i).id());
      }
    }
  }

  /** 64 bits that look random, from a seed and a number (after SplitMix64's finaliser). */
  public static long mix(long seed, int number) {
    long z = seed + 0x9E3779B97F4A7C15L * (number + 1L);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
