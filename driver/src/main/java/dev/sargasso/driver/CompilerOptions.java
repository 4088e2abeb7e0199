package dev.sargasso.driver;

import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.order.OrderPriority;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How to compile. Immutable; start from {@link #DEFAULT} and derive.
 *
 * @param level 0 (as written), 1 (fast) or 2 (the default)
 * @param placement where global code motion puts what floats
 * @param order how it orders what is in one block
 * @param chaos the seed by which every free choice is taken at random; empty for the best choice
 * @param verify whether graph, schedule and allocation are checked after each step
 * @param passFlags flags for single passes, {@code NAME:FLAG}
 * @param threads functions compiled at a time, at least 1
 * @param c how to read C
 */
public record CompilerOptions(
    int level,
    PlacementPolicy placement,
    OrderPriority order,
    OptionalLong chaos,
    boolean verify,
    List<String> passFlags,
    int threads,
    CFrontEndOptions c) {
  /** Level 2, click placement, no checks. */
  public static final CompilerOptions DEFAULT =
      new CompilerOptions(
          2,
          PlacementPolicies.CLICK,
          OrderPriorities.PRESSURE,
          OptionalLong.empty(),
          false,
          List.of(),
          Runtime.getRuntime().availableProcessors(),
          CFrontEndOptions.DEFAULT);

  /** Checks ranges and copies lists. */
  public CompilerOptions {
    passFlags = List.copyOf(passFlags);
    if (threads < 1) {
      throw new IllegalArgumentException("the number of threads must be at least 1");
    }
  }

  /** The same at another level, {@code 0} to {@code 2}. */
  public CompilerOptions withLevel(String text) {
    int newLevel =
        switch (text) {
          case "0" -> 0;
          case "1" -> 1;
          case "2" -> 2;
          default ->
              throw new IllegalArgumentException(
                  "there is no optimisation level '" + text + "'; take 0, 1 or 2");
        };
    return new CompilerOptions(newLevel, placement, order, chaos, verify, passFlags, threads, c);
  }

  /**
   * The same with the placement policy of this name: a shipped one, or a class on the class path
   * with a public constructor without parameters.
   *
   * @throws IllegalArgumentException if there is none
   */
  public CompilerOptions withPlacement(String name) {
    PlacementPolicy policy = PlacementPolicies.byName().get(name);
    return withPlacement(
        policy != null
            ? policy
            : instantiate(
                name, PlacementPolicy.class, "placement policy", PlacementPolicies.byName()));
  }

  /** The same with another placement policy. */
  public CompilerOptions withPlacement(PlacementPolicy policy) {
    return new CompilerOptions(level, policy, order, chaos, verify, passFlags, threads, c);
  }

  /**
   * The same with the order priority of this name, found as placement policies are.
   *
   * @throws IllegalArgumentException if there is none
   */
  public CompilerOptions withOrder(String name) {
    OrderPriority priority = OrderPriorities.byName().get(name);
    return withOrder(
        priority != null
            ? priority
            : instantiate(name, OrderPriority.class, "order", OrderPriorities.byName()));
  }

  /** The same with another order priority. */
  public CompilerOptions withOrder(OrderPriority priority) {
    return new CompilerOptions(level, placement, priority, chaos, verify, passFlags, threads, c);
  }

  /** The same with every free choice taken at random. */
  public CompilerOptions withChaos(long seed) {
    return new CompilerOptions(
        level, placement, order, OptionalLong.of(seed), verify, passFlags, threads, c);
  }

  /** The same with or without checks. */
  public CompilerOptions withVerify(boolean check) {
    return new CompilerOptions(level, placement, order, chaos, check, passFlags, threads, c);
  }

  /** The same with other flags for passes. */
  public CompilerOptions withPassFlags(List<String> flags) {
    return new CompilerOptions(level, placement, order, chaos, verify, flags, threads, c);
  }

  /** The same with another number of threads. */
  public CompilerOptions withThreads(int count) {
    return new CompilerOptions(level, placement, order, chaos, verify, passFlags, count, c);
  }

  /** The same with other folders for C headers. */
  public CompilerOptions withIncludes(List<Path> folders) {
    return new CompilerOptions(
        level,
        placement,
        order,
        chaos,
        verify,
        passFlags,
        threads,
        CFrontEndOptions.of(folders, c.defines()));
  }

  /** The same with other C macros. */
  public CompilerOptions withDefines(Map<String, String> macros) {
    return new CompilerOptions(
        level,
        placement,
        order,
        chaos,
        verify,
        passFlags,
        threads,
        CFrontEndOptions.of(c.includeFolders(), macros));
  }

  private static <T> T instantiate(
      String name, Class<T> kind, String what, Map<String, T> shipped) {
    try {
      return kind.cast(
          Class.forName(name, true, ClassLoader.getSystemClassLoader())
              .getConstructor()
              .newInstance());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "there is no "
              + what
              + " '"
              + name
              + "'; take one of "
              + shipped.keySet().stream().sorted().toList()
              + " or a class on the class path",
          e);
    } catch (NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException
        | ClassCastException e) {
      throw new IllegalArgumentException(
          "class "
              + name
              + " cannot be used as "
              + what
              + ": it must be public, implement "
              + kind.getName()
              + " and have a public constructor without parameters",
          e);
    }
  }
}
