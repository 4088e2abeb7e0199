package dev.sargasso.driver;

import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.passes.decision.Decisions;
import dev.sargasso.passes.motion.PlacementPolicies;
import dev.sargasso.passes.motion.PlacementPolicy;
import dev.sargasso.passes.order.OrderPriorities;
import dev.sargasso.passes.order.OrderPriority;
import dev.sargasso.passes.pipeline.FactCarrier;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import dev.sargasso.passes.pipeline.PassFlags;
import dev.sargasso.passes.pipeline.PipelineOptions;
import dev.sargasso.x64.allocate.AllocatorOptions;
import dev.sargasso.x64.select.CpuFeatures;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How to compile. Immutable; start from {@link #DEFAULT} and derive.
 *
 * @param pipeline level, checks, chaos, and flags for single passes
 * @param placement where global code motion puts what floats
 * @param order how it orders what is in one block
 * @param allocator how registers are allocated
 * @param threads functions compiled at a time, at least 1
 * @param c how to read C
 * @param shareable whether code may become part of a shared object, in which symbols that other
 *     modules see may turn out to be theirs
 * @param features what the processor can do that the code is for; empty for any x86-64 processor in
 *     files and for that of this machine in this process
 */
public record CompilerOptions(
    PipelineOptions pipeline,
    PlacementPolicy placement,
    OrderPriority order,
    AllocatorOptions allocator,
    int threads,
    CFrontEndOptions c,
    boolean shareable,
    Optional<CpuFeatures> features) {
  /** Level 2, click placement, no checks. */
  public static final CompilerOptions DEFAULT =
      new CompilerOptions(
          PipelineOptions.DEFAULT,
          PlacementPolicies.CLICK,
          OrderPriorities.PRESSURE,
          AllocatorOptions.DEFAULT,
          Runtime.getRuntime().availableProcessors(),
          CFrontEndOptions.DEFAULT,
          false,
          Optional.empty());

  /** Checks ranges. */
  public CompilerOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("the number of threads must be at least 1");
    }
  }

  /** Whether every free choice is taken at random. */
  public boolean isChaotic() {
    return pipeline.chaosSeed() != 0;
  }

  private CompilerOptions with(PipelineOptions newPipeline) {
    return new CompilerOptions(
        newPipeline, placement, order, allocator, threads, c, shareable, features);
  }

  /**
   * The same at another level.
   *
   * @param text {@code 0}, {@code 1}, {@code 2}, {@code 3} or {@code s}
   * @throws IllegalArgumentException if there is no such level
   */
  public CompilerOptions withLevel(String text) {
    return with(pipeline.withLevel(OptimizationLevel.of(text)));
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
    return new CompilerOptions(pipeline, policy, order, allocator, threads, c, shareable, features);
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
    return new CompilerOptions(
        pipeline, placement, priority, allocator, threads, c, shareable, features);
  }

  /**
   * The same with another spiller and another way to choose registers, by their names.
   *
   * @throws IllegalArgumentException if there is none of that name
   * @see AllocatorOptions#withSpilling
   * @see AllocatorOptions#withColouring
   */
  public CompilerOptions withAllocation(String spilling, String colouring) {
    return new CompilerOptions(
        pipeline,
        placement,
        order,
        allocator.withSpilling(spilling).withColouring(colouring),
        threads,
        c,
        shareable,
        features);
  }

  /**
   * The same with every free choice taken at random.
   *
   * @param seed not 0, which stands for no chaos
   */
  public CompilerOptions withChaos(long seed) {
    return with(pipeline.withChaos(seed));
  }

  /** The same with or without checks of graph, schedule and allocation after each step. */
  public CompilerOptions withVerify(boolean check) {
    return with(pipeline.withVerify(check));
  }

  /**
   * The same with other flags for passes, each {@code NAME:FLAG}.
   *
   * @throws IllegalArgumentException if a name or a flag is not known
   */
  public CompilerOptions withPassFlags(List<String> flags) {
    return with(pipeline.withFlags(PassFlags.parse(flags)));
  }

  /**
   * The same with something else to carry the facts that conditions state to where values are used.
   *
   * @param carrier {@code dominators} or {@code sigma}
   * @throws IllegalArgumentException if there is no such way
   */
  public CompilerOptions withFacts(String carrier) {
    return with(pipeline.withFacts(FactCarrier.of(carrier)));
  }

  /** The same, but local functions of these names stay even if nothing in the program uses them. */
  public CompilerOptions withKept(Set<String> names) {
    return with(pipeline.withKept(names));
  }

  /**
   * The same with somebody to ask before each change.
   *
   * @param decisions asked by several threads if there are several
   */
  public CompilerOptions withDecisions(Decisions decisions) {
    return with(pipeline.withDecisions(decisions));
  }

  /** The same with another number of threads. */
  public CompilerOptions withThreads(int count) {
    return new CompilerOptions(
        pipeline, placement, order, allocator, count, c, shareable, features);
  }

  /** The same with other folders for C headers. */
  public CompilerOptions withIncludes(List<Path> folders) {
    return new CompilerOptions(
        pipeline,
        placement,
        order,
        allocator,
        threads,
        c.withIncludeFolders(folders),
        shareable,
        features);
  }

  /** The same with other C macros. */
  public CompilerOptions withDefines(Map<String, String> macros) {
    return new CompilerOptions(
        pipeline, placement, order, allocator, threads, c.withDefines(macros), shareable, features);
  }

  /** The same with another way to make variables into values, in C and in SSA notation. */
  public CompilerOptions withConstruction(SsaConstruction construction) {
    return new CompilerOptions(
        pipeline,
        placement,
        order,
        allocator,
        threads,
        c.withConstruction(construction),
        shareable,
        features);
  }

  /**
   * The same, but what is compiled tells debuggers of its variables: at level 0 each lives in
   * memory of its own and can be looked at everywhere in its scope; else code is as without, and
   * they are shown where they are known.
   */
  public CompilerOptions withDebugging() {
    return new CompilerOptions(
        pipeline,
        placement,
        order,
        allocator,
        threads,
        c.withDescribing(
            pipeline.level() == OptimizationLevel.O0
                ? CFrontEndOptions.Describing.OBJECTS
                : CFrontEndOptions.Describing.VALUES),
        shareable,
        features);
  }

  /** Whether each variable lives in memory, and lines are executed in the order of the source. */
  public boolean keepsObjects() {
    return c.describing() == CFrontEndOptions.Describing.OBJECTS;
  }

  /** The same, with names of the C library that mean it in C, or nothing. */
  public CompilerOptions withLibrary(boolean hosted) {
    return new CompilerOptions(
        pipeline, placement, order, allocator, threads, c.withLibrary(hosted), shareable, features);
  }

  /** The same, for code that may become part of a shared object, or not. */
  public CompilerOptions withShareable(boolean newShareable) {
    return new CompilerOptions(
        pipeline, placement, order, allocator, threads, c, newShareable, features);
  }

  /** The same with definitions in C hidden from other modules unless they say otherwise, or not. */
  public CompilerOptions withHidden(boolean hidden) {
    return new CompilerOptions(
        pipeline, placement, order, allocator, threads, c.withHidden(hidden), shareable, features);
  }

  /**
   * The same for certain processors.
   *
   * @param architecture {@code x86-64}, {@code x86-64-v2}, {@code x86-64-v3}, {@code x86-64-v4},
   *     {@code native} for the processor of this machine, or empty not to say
   * @param changes features to add, and with {@code no-} in front to leave out, such as {@code
   *     bmi2} or {@code no-popcnt}
   * @throws IllegalArgumentException if a name is not known
   */
  public CompilerOptions withProcessor(String architecture, List<String> changes) {
    if (architecture.isEmpty() && changes.isEmpty()) {
      return this;
    }
    CpuFeatures chosen =
        switch (architecture) {
          case "" -> CpuFeatures.BASELINE;
          case "native" -> HostProcessor.features();
          default -> CpuFeatures.ofArchitecture(architecture);
        };
    for (String change : changes) {
      chosen = chosen.with(change);
    }
    return new CompilerOptions(
        pipeline, placement, order, allocator, threads, c, shareable, Optional.of(chosen));
  }

  /** The same with or without strict aliasing in C. */
  public CompilerOptions withStrictAliasing(boolean strict) {
    return new CompilerOptions(
        pipeline,
        placement,
        order,
        allocator,
        threads,
        c.withStrictAliasing(strict),
        shareable,
        features);
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
