package dev.sargasso.measure.shape;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.Locale;

/**
 * A family of functions {@code (i64, i64, ptr) -> (i64)} that grow in one direction.
 *
 * <p>The pointer is to {@link #tableBytes} bytes that the function may read and write. Functions
 * that call, call {@link #CALLEE}, an external {@code (i64) -> (i64)}.
 */
public enum Shape {
  /** One block of arithmetic in which every value is used again soon. */
  STRAIGHT_LINE,
  /** One block in which each load follows the store before it. */
  MEMORY_CHAIN,
  /** A long row of two-armed branches, each with two phis at its join. */
  DIAMONDS,
  /** One branch whose join has as many phis as the size allows. */
  WIDE_JOIN,
  /** One switch with as many arms as the size allows, and a phi over all of them. */
  SWITCH,
  /** Loops inside loops, as deep as the size allows. */
  LOOP_NEST,
  /** Loops ten deep, one nest after the other. */
  LOOP_NESTS,
  /** Many values that are live across every one of many calls. */
  LIVE_ACROSS_CALLS,
  /** Loops over an array, one after the other: 300 of them at 6,000 nodes. */
  ARRAY_LOOPS,
  /** Many ways to one exit, most of which turn out never to be taken once slots are values. */
  WIDE_REGION,
  /** Branches behind which both ways lead straight to one exit. */
  EMPTY_BRANCHES,
  /** One loop that goes round from as many places as the size allows. */
  CONTINUES,
  /** Many ways to one branch, on each of which it is known how that goes. */
  THREADED;

  /** The external that some shapes call. */
  public static final String CALLEE = "sargasso_bench_callee";

  private static final Signature SIGNATURE =
      Signature.of(List.of(Type.I64, Type.I64, Type.PTR), List.of(Type.I64));

  /** The name on the command line and in tables, such as {@code memory-chain}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Builds a function of about {@code nodes} nodes, at least 100; within a fifth for 1,000 and more
   * when nothing is simplified.
   */
  public Function build(int nodes, Simplifier simplifier) {
    Function function =
        new Function(
            name().toLowerCase(Locale.ROOT) + "_" + nodes,
            SIGNATURE,
            Linkage.GLOBAL,
            new Graph(simplifier),
            "");
    int size = Math.max(nodes, 100);
    switch (this) {
      case STRAIGHT_LINE -> Bodies.straightLine(function, size);
      case MEMORY_CHAIN -> Bodies.memoryChain(function, size);
      case DIAMONDS -> Bodies.diamonds(function, size);
      case WIDE_JOIN -> Bodies.wideJoin(function, size);
      case SWITCH -> Bodies.hugeSwitch(function, size);
      case LOOP_NEST -> Bodies.loopNest(function, size);
      case LOOP_NESTS -> Bodies.loopNests(function, size);
      case LIVE_ACROSS_CALLS -> Bodies.liveAcrossCalls(function, size);
      case ARRAY_LOOPS -> Bodies.arrayLoops(function, size);
      case WIDE_REGION -> Bodies.wideRegion(function, size);
      case EMPTY_BRANCHES -> ManyWays.emptyBranches(function, size);
      case CONTINUES -> ManyWays.continues(function, size);
      case THREADED -> ManyWays.threaded(function, size);
    }
    return function;
  }

  /** A program that holds {@link #build} and the declaration of what it calls. */
  public Program program(int nodes, Simplifier simplifier) {
    Program program = new Program(text());
    program.declare(new Program.External(CALLEE, Bodies.CALLEE_SIGNATURE));
    program.add(build(nodes, simplifier));
    return program;
  }

  /** Bytes that a function of {@code nodes} nodes needs behind its pointer parameter. */
  public static int tableBytes(int nodes) {
    return 8 * Math.max(nodes, 100);
  }

  /**
   * The shape with this {@link #text}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Shape named(String text) {
    for (Shape shape : values()) {
      if (shape.text().equals(text)) {
        return shape;
      }
    }
    throw new IllegalArgumentException("no shape is named '" + text + "'");
  }
}
