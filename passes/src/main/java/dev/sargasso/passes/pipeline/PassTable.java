package dev.sargasso.passes.pipeline;

import dev.sargasso.passes.bulk.BulkLoops;
import dev.sargasso.passes.closed.ClosedForms;
import dev.sargasso.passes.constants.ConstantPropagation;
import dev.sargasso.passes.data.ConstantLoads;
import dev.sargasso.passes.data.UnwrittenGlobals;
import dev.sargasso.passes.dead.Cleanup;
import dev.sargasso.passes.dead.IfConversion;
import dev.sargasso.passes.dead.StoreMerging;
import dev.sargasso.passes.effects.CallAnnotation;
import dev.sargasso.passes.effects.PureCalls;
import dev.sargasso.passes.facts.ConditionalElimination;
import dev.sargasso.passes.facts.SigmaNodes;
import dev.sargasso.passes.forward.LoadElimination;
import dev.sargasso.passes.idiom.Idioms;
import dev.sargasso.passes.inline.CallGraph;
import dev.sargasso.passes.inline.InlineLimits;
import dev.sargasso.passes.inline.Inlining;
import dev.sargasso.passes.inline.UnusedFunctions;
import dev.sargasso.passes.loop.FullUnrolling;
import dev.sargasso.passes.loop.InductionVariables;
import dev.sargasso.passes.loop.PartialUnrolling;
import dev.sargasso.passes.promote.SlotPromotion;
import dev.sargasso.passes.range.EqualityChains;
import dev.sargasso.passes.range.RangeTests;
import dev.sargasso.passes.reassociate.Reassociation;
import dev.sargasso.passes.recursion.LastCalls;
import dev.sargasso.passes.recursion.TailRecursion;
import dev.sargasso.passes.stores.DeadStores;
import dev.sargasso.passes.stores.StoreSinking;
import dev.sargasso.passes.thread.JumpThreading;
import dev.sargasso.passes.unswitch.Peeling;
import dev.sargasso.passes.unswitch.Unswitching;
import dev.sargasso.passes.vector.LoopVectorisation;
import dev.sargasso.passes.vector.StraightLinePacking;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All passes, in the order in which they run. */
public final class PassTable {
  /** An outer branch may qualify once an inner one is gone; more than two levels cost too much. */
  private static final int SELECT_ROUNDS = 3;

  /** Loops around loops become innermost as those go; what is left then is hardly small. */
  private static final int UNROLL_ROUNDS = 4;

  /** A load through a loaded pointer follows once the pointer has. */
  private static final int FORWARD_ROUNDS = 2;

  /** A loop around one that is gone may do nothing either. */
  private static final int CLOSE_ROUNDS = 3;

  /** Each branch taken out of a loop doubles it. */
  private static final int UNSWITCH_ROUNDS = 3;

  /** What leaves one loop may leave the one around it. */
  private static final int SINK_ROUNDS = 3;

  /** A test that was joined may be joined with the next. */
  private static final int RANGE_ROUNDS = 4;

  /** Each round may let the next see further; state machines need three. */
  private static final int THREAD_ROUNDS = 4;

  /** Nodes of a function that is left alone, since to split one block takes a look at all of it. */
  private static final int TOO_LARGE_TO_THREAD = 20_000;

  /** What each function goes through alone, before anybody looks at several. */
  private static final List<Pass> PREPARATION =
      List.of(
          new Pass(
              "simplify",
              "simplify values and control",
              OptimizationLevel.O1,
              false,
              List.of(),
              PassTable::simplify),
          new Pass(
              "promote",
              "promote stack slots to values",
              OptimizationLevel.O1,
              false,
              List.of(
                  new Pass.Follows(
                      "simplify", "offsets into slots must have become constants to be seen")),
              PassTable::promote),
          new Pass(
              "resimplify",
              "simplify what promotion has laid open",
              OptimizationLevel.O1,
              false,
              List.of(
                  new Pass.Follows(
                      "promote", "values that went through memory now meet their users")),
              PassTable::simplify),
          new Pass(
              "recursion",
              "turn calls of a function by itself at its end into a loop",
              OptimizationLevel.O2,
              false,
              List.of(new Pass.Follows("promote", "a function that has stack slots is left alone")),
              PassTable::recursion));

  /** What looks at the whole program: between preparation and the rest. */
  private static final List<ProgramPass> PROGRAM =
      List.of(
          new ProgramPass(
              "unused",
              "remove functions that nobody can call",
              OptimizationLevel.O1,
              PassTable::removeUnused),
          new ProgramPass(
              "globals",
              "find variables that are never written, and loads of what never changes",
              OptimizationLevel.O2,
              PassTable::globals),
          new ProgramPass(
              "effects",
              "note at calls what the callee does not do, and remove calls without effect",
              OptimizationLevel.O2,
              PassTable::effects),
          new ProgramPass(
              "inline",
              "replace calls by what they call",
              OptimizationLevel.O2,
              PassTable::inline));

  /** What each function goes through once it holds all that it will. */
  private static final List<Pass> OPTIMISATION =
      List.of(
          new Pass(
              "constants",
              "find constants, and branches that go one way, in the whole function at once",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "resimplify", "what is plain to see need not be found the dear way")),
              PassTable::constants),
          new Pass(
              "unroll",
              "lay out the iterations of short loops",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "constants", "counters must be phis that begin and go on with constants")),
              PassTable::unroll),
          new Pass(
              "tables",
              "replace loads of what never changes",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("unroll", "then places in tables that a loop reads are known")),
              PassTable::tables),
          new Pass(
              "calls",
              "remove calls that change nothing and are not needed, or were made before",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "constants", "what only hung on a branch that goes one way is not needed")),
              PassTable::calls),
          new Pass(
              "forward",
              "replace loads by what was stored or loaded before",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "resimplify", "equal addresses must be one node, and slots be gone")),
              PassTable::forward),
          new Pass(
              "stores",
              "remove stores that nobody reads, and take them out of loops",
              OptimizationLevel.O2,
              false,
              List.of(new Pass.Follows("forward", "a load that has become a value reads no store")),
              PassTable::stores),
          new Pass(
              "bulk",
              "fill and copy memory at once instead of in loops",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("unroll", "a few stores are better than anything else"),
                  new Pass.Follows("stores", "what nobody reads need not be filled")),
              PassTable::bulk),
          new Pass(
              "unswitch",
              "take branches out of loops that do not change what they ask",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "forward", "what a loop loads again and again has become a value"),
                  new Pass.Follows("constants", "what is known need not be asked before a loop")),
              PassTable::unswitch),
          new Pass(
              "closed",
              "remove loops whose results are known without them",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("unroll", "values of short loops are known more closely then"),
                  new Pass.Follows("stores", "a loop that stores has effects"),
                  new Pass.Follows("bulk", "a loop whose store is gone may be left for nothing")),
              PassTable::closedForms),
          new Pass(
              "idioms",
              "recognise byte swaps, wide accesses and counts of bits",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("resimplify", "patterns are those of the canonical forms"),
                  new Pass.Follows("unroll", "then a loop over bytes is one expression")),
              PassTable::idioms),
          new Pass(
              "reassociate",
              "add and multiply in the cheapest order",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("idioms", "idioms have their operands in the usual order"),
                  new Pass.Follows("forward", "what was loaded twice is one operand")),
              PassTable::reassociate),
          new Pass(
              "conditions",
              "replace conditions that the way to them implies",
              OptimizationLevel.O2,
              false,
              List.of(new Pass.Follows("constants", "more is implied where more is known of phis")),
              PassTable::conditions),
          new Pass(
              "switches",
              "make a switch, or a look at the bits of a word, of comparisons with many numbers",
              OptimizationLevel.O2,
              false,
              List.of(new Pass.Follows("conditions", "what is implied need not be in the table")),
              PassTable::switches),
          new Pass(
              "ranges",
              "make one test of several on the same value",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "conditions", "what is implied need not be tested at all, in one or in two"),
                  new Pass.Follows("switches", "a chain is whole until some of it are joined")),
              PassTable::ranges),
          new Pass(
              "thread",
              "let jumps go where a later branch is known to lead",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "conditions", "phis must have the constants that their ways imply"),
                  new Pass.Follows("ranges", "copies of two tests are harder to join")),
              PassTable::thread),
          new Pass(
              "sink",
              "store once, behind the place where ways that all store meet",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("forward", "loads behind the place find the stores before it")),
              PassTable::sink),
          new Pass(
              "select",
              "turn small branches into selects",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "resimplify", "only then is it known how little the arms compute"),
                  new Pass.Follows(
                      "unroll", "many a branch is only special in the first or last iteration"),
                  new Pass.Follows("sink", "arms that only stored are empty then"),
                  new Pass.Follows("idioms", "a loop over bits leaves a small arm behind")),
              PassTable::select),
          new Pass(
              "vectorise",
              "do several rounds of loops at once, on vectors",
              OptimizationLevel.O3,
              false,
              List.of(
                  new Pass.Follows("select", "a choice of values is in no way of control"),
                  new Pass.Follows("stores", "what a loop gathers in memory is in a phi"),
                  new Pass.Follows("reassociate", "operands that do not change are together")),
              PassTable::vectorise),
          new Pass(
              "pack",
              "store neighbouring places at once, and compute them so",
              OptimizationLevel.O3,
              false,
              List.of(
                  new Pass.Follows("idioms", "parts of one value are one store already"),
                  new Pass.Follows("vectorise", "a loop gains more than its body")),
              PassTable::pack),
          new Pass(
              "partial",
              "do several rounds of loops between two tests",
              OptimizationLevel.O3,
              false,
              List.of(
                  new Pass.Follows("vectorise", "rounds that are done at once are fewer"),
                  new Pass.Follows("pack", "a body is looked at once, and not in every copy"),
                  new Pass.Follows("unroll", "a loop that can go as a whole is better gone")),
              PassTable::partial),
          new Pass(
              "induction",
              "count in 64 bits where memory is indexed, and add instead of multiplying",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows("unroll", "a counter that is a constant needs no register"),
                  new Pass.Follows("select", "what is known of narrow counters is lost")),
              PassTable::induction),
          new Pass(
              "tail",
              "find calls that are the last thing a function does",
              OptimizationLevel.O2,
              false,
              List.of(
                  new Pass.Follows(
                      "select", "a return at which ways meet may be a select of values"),
                  new Pass.Follows("stores", "a store behind the call may not be needed")),
              PassTable::tail),
          new Pass(
              "sweep",
              "remove what is not needed",
              OptimizationLevel.O0,
              true,
              List.of(new Pass.Follows("select", "every rewrite may leave something without use")),
              PassTable::sweep));

  /** Where two uses of a sum have become one, it is part of a larger tree. */
  private static final int REASSOCIATE_ROUNDS = 2;

  private static final List<Pass> ROWS =
      Stream.concat(PREPARATION.stream(), OPTIMISATION.stream()).toList();

  static {
    check(ROWS);
  }

  private PassTable() {}

  /** All passes over one function. */
  public static List<Pass> rows() {
    return ROWS;
  }

  /** The first of them, which make a function fit to be looked at together with others. */
  static List<Pass> preparation() {
    return PREPARATION;
  }

  /** The passes that look at several functions; they run behind the preparation of all. */
  public static List<ProgramPass> programPasses() {
    return PROGRAM;
  }

  /** The passes over one function behind those. */
  static List<Pass> optimisation() {
    return OPTIMISATION;
  }

  /**
   * Checks that names are unique and every row stands behind those that it must follow.
   *
   * @throws IllegalStateException if not
   */
  static void check(List<Pass> rows) {
    Set<String> before = new HashSet<>();
    for (Pass pass : rows) {
      for (Pass.Follows follows : pass.mustFollow()) {
        if (!before.contains(follows.pass())) {
          throw new IllegalStateException(
              pass.name() + " must follow " + follows.pass() + ": " + follows.reason());
        }
      }
      if (!before.add(pass.name())) {
        throw new IllegalStateException("two passes named " + pass.name());
      }
    }
  }

  private static long simplify(PassContext context) {
    if (context.isSimplified()) {
      return 0;
    }
    Cleanup.Counts counts =
        Cleanup.run(context.function(), context.simplifications(), context.chaosSeed());
    context.setSimplified(true);
    context.countVisits(counts.visits(), counts.changes());
    return counts.changes() + counts.edits();
  }

  private static long promote(PassContext context) {
    int promoted =
        SlotPromotion.run(context.function(), slot -> context.mayChange("promote slot", slot));
    if (promoted > 0) {
      context.setSimplified(false);
    }
    return promoted;
  }

  private static long constants(PassContext context) {
    ConstantPropagation.Counts counts =
        ConstantPropagation.run(context.function(), context.chaosSeed(), context::mayChange);
    context.count("constants", counts.constants());
    context.count("branches that go one way", counts.branches());
    context.count("arms of switches", counts.arms());
    context.count("stamps of phis", counts.stamps());
    if (counts.total() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.total() + (context.facts() == FactCarrier.SIGMA ? sigmas(context) : 0);
  }

  private static long sigmas(PassContext context) {
    SigmaNodes.Counts counts =
        SigmaNodes.run(context.function(), context.chaosSeed(), context::mayChange);
    context.count("sigmas", counts.sigmas());
    context.count("constants below conditions", counts.found().constants());
    context.count("branches below conditions", counts.found().branches());
    context.count("arms of switches below conditions", counts.found().arms());
    if (counts.sigmas() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.found().total();
  }

  private static long unroll(PassContext context) {
    int largest =
        switch (context.level()) {
          case O3 -> 320;
          case OS -> 0;
          default -> 160;
        };
    long unrolled = 0;
    for (int round = 0; round < UNROLL_ROUNDS; round++) {
      int now =
          FullUnrolling.run(
              context.function(), largest, branch -> context.mayChange("unroll loop", branch));
      if (now == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      // Elements of arrays have constant places now.
      if (promote(context) > 0) {
        simplify(context);
      }
      unrolled += now;
    }
    return unrolled;
  }

  private static long forward(PassContext context) {
    long removed = 0;
    for (int round = 0; round < FORWARD_ROUNDS; round++) {
      LoadElimination.Counts counts =
          LoadElimination.run(
              context.function(),
              context.simplifications(),
              !context.level().prefersSize(),
              load -> context.mayChange("forward load", load));
      if (counts.removed() == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      removed += counts.removed();
    }
    return removed;
  }

  private static long vectorise(PassContext context) {
    LoopVectorisation.Counts counts =
        LoopVectorisation.run(
            context.function(), branch -> context.mayChange("vectorise loop", branch));
    context.count("loops", counts.loops());
    context.count("checks of areas", counts.checks());
    if (counts.loops() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.loops();
  }

  private static long partial(PassContext context) {
    PartialUnrolling.Counts counts =
        PartialUnrolling.run(
            context.function(), branch -> context.mayChange("do rounds at once", branch));
    context.count("loops", counts.loops());
    context.count("rounds between two tests", counts.rounds());
    if (counts.loops() == 0) {
      return 0;
    }
    context.setSimplified(false);
    simplify(context);
    // What is left over of a constant number of rounds is short, and one round knows of the last.
    return counts.loops() + constants(context) + unroll(context) + forward(context);
  }

  private static long pack(PassContext context) {
    int packed =
        StraightLinePacking.run(
            context.function(), store -> context.mayChange("pack stores", store));
    if (packed > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return packed;
  }

  private static long bulk(PassContext context) {
    BulkLoops.Counts counts = BulkLoops.run(context.function(), context::mayChange);
    context.count("fills", counts.fills());
    context.count("copies", counts.copies());
    if (counts.total() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.total();
  }

  private static long unswitch(PassContext context) {
    if (context.level().prefersSize()) {
      return 0;
    }
    boolean large = context.level().includes(OptimizationLevel.O3);
    int largest = large ? 300 : 80;
    long changes = 0;
    for (int round = 0; round < (large ? UNSWITCH_ROUNDS : 1); round++) {
      int peeled =
          Peeling.run(context.function(), largest, phi -> context.mayChange("peel loop", phi));
      context.count("peeled", peeled);
      if (peeled > 0) {
        context.setSimplified(false);
        simplify(context);
      }
      int unswitched =
          Unswitching.run(
              context.function(), largest, branch -> context.mayChange("unswitch loop", branch));
      context.count("unswitched", unswitched);
      if (unswitched > 0) {
        context.setSimplified(false);
        simplify(context);
      }
      changes += peeled + unswitched;
      if (peeled + unswitched == 0) {
        break;
      }
    }
    return changes;
  }

  private static long closedForms(PassContext context) {
    long changes = 0;
    for (int round = 0; round < CLOSE_ROUNDS; round++) {
      ClosedForms.Counts counts = ClosedForms.run(context.function(), context::mayChange);
      context.count("loops", counts.removed());
      context.count("constants behind loops", counts.constants());
      if (counts.total() == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      changes += counts.total();
      if (counts.removed() == 0) {
        break;
      }
    }
    return changes;
  }

  private static long idioms(PassContext context) {
    Idioms.Counts counts =
        Idioms.run(context.function(), context.simplifications(), context::mayChange);
    context.count("values", counts.values());
    context.count("runs of stores", counts.runs());
    context.count("loops over bits", counts.loops());
    int found = counts.total();
    if (found > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return found;
  }

  private static long reassociate(PassContext context) {
    int changed = 0;
    for (int round = 0; round < REASSOCIATE_ROUNDS; round++) {
      Reassociation.Counts counts =
          Reassociation.run(context.function(), context.simplifications(), context::mayChange);
      context.count("trees", counts.trees());
      context.count("addresses", counts.addresses());
      int now = counts.total();
      if (now == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      changed += now;
    }
    return changed;
  }

  private static long conditions(PassContext context) {
    if (context.facts() == FactCarrier.SIGMA) {
      return sigmas(context);
    }
    ConditionalElimination.Counts counts =
        ConditionalElimination.run(context.function(), context::mayChange);
    context.count("branches", counts.branches());
    context.count("guards", counts.guards());
    context.count("switches narrowed", counts.switches());
    context.count("constants in uses", counts.values());
    if (counts.total() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.total();
  }

  private static long switches(PassContext context) {
    EqualityChains.Counts counts = EqualityChains.run(context.function(), context::mayChange);
    context.count("switches", counts.switches());
    context.count("words of bits", counts.words());
    int made = counts.switches() + counts.words();
    if (made > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return made;
  }

  private static long ranges(PassContext context) {
    long joined = 0;
    for (int round = 0; round < RANGE_ROUNDS; round++) {
      int now = RangeTests.run(context.function(), context::mayChange);
      if (now == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      joined += now;
    }
    return joined;
  }

  private static long thread(PassContext context) {
    if (context.function().graph().size() > TOO_LARGE_TO_THREAD) {
      return 0;
    }
    long threaded = 0;
    for (int round = 0; round < THREAD_ROUNDS; round++) {
      int now =
          JumpThreading.run(context.function(), context.level().prefersSize(), context::mayChange);
      if (now == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      threaded += now;
    }
    if (threaded > 0) {
      // One of the copies of a load may dominate another.
      threaded += forward(context);
    }
    return threaded;
  }

  private static long stores(PassContext context) {
    long changes = DeadStores.run(context.function(), s -> context.mayChange("drop store", s));
    long sunk = changes;
    for (int round = 0; round < SINK_ROUNDS; round++) {
      if (sunk > 0) {
        context.setSimplified(false);
        simplify(context);
      }
      sunk = StoreSinking.run(context.function(), s -> context.mayChange("sink store", s));
      changes += sunk;
      if (sunk == 0) {
        return changes;
      }
    }
    context.setSimplified(false);
    simplify(context);
    return changes;
  }

  private static long sink(PassContext context) {
    int sunk = StoreMerging.run(context.function(), phi -> context.mayChange("sink stores", phi));
    if (sunk > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return sunk;
  }

  private static long select(PassContext context) {
    long conversions = 0;
    for (int round = 0; round < SELECT_ROUNDS; round++) {
      int now =
          IfConversion.run(
              context.function(),
              context.simplifications(),
              context.level().prefersSize(),
              branch -> context.mayChange("convert branch", branch));
      if (now == 0) {
        break;
      }
      context.setSimplified(false);
      simplify(context);
      conversions += now;
    }
    return conversions;
  }

  private static long recursion(PassContext context) {
    int replaced =
        TailRecursion.run(context.function(), call -> context.mayChange("call becomes jump", call));
    if (replaced > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return replaced;
  }

  private static void removeUnused(ProgramContext context) {
    long start = System.nanoTime();
    int removed =
        UnusedFunctions.remove(
            context.program(), CallGraph.of(context.program()), context.options().kept());
    context.statistics().add("unused", System.nanoTime() - start, 0, removed);
  }

  private static void inline(ProgramContext context) {
    OptimizationLevel level = context.options().level();
    InlineLimits limits =
        level.prefersSize()
            ? InlineLimits.SMALL
            : level.includes(OptimizationLevel.O3) ? InlineLimits.LARGE : InlineLimits.NORMAL;
    CallGraph calls = CallGraph.of(context.program());
    Inlining inlining = new Inlining(calls, limits);
    for (List<int[]> components : calls.levels()) {
      context
          .workers()
          .forEach(
              components,
              (pipeline, component) -> {
                inlining.prepare(component);
                for (int function : component) {
                  pipeline.step(
                      calls.function(function),
                      "inline",
                      each ->
                          inlining.run(
                              function,
                              each.simplifications(),
                              Pipeline.simplifierFor(context.options()),
                              each.chaosSeed(),
                              pipeline.inlineCounts(),
                              each::mayChange));
                }
              });
    }
    if (!context.options().flags().has("unused", PassFlags.Flag.OFF)) {
      removeUnused(context);
    }
  }

  private static void globals(ProgramContext context) {
    long start = System.nanoTime();
    int found = UnwrittenGlobals.run(context.program(), context.options().kept());
    context.statistics().add("globals", System.nanoTime() - start, 0, found);
    context
        .workers()
        .forEach(
            List.copyOf(context.program().functions()),
            (pipeline, function) -> pipeline.step(function, "globals", PassTable::tables));
  }

  private static long tables(PassContext context) {
    int replaced =
        ConstantLoads.run(context.function(), load -> context.mayChange("known load", load));
    if (replaced > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return replaced;
  }

  private static void effects(ProgramContext context) {
    CallGraph calls = CallGraph.of(context.program());
    CallAnnotation annotation =
        new CallAnnotation(context.program(), calls, !context.program().isFreestanding());
    for (List<int[]> components : calls.levels()) {
      context
          .workers()
          .forEach(
              components,
              (pipeline, component) -> {
                for (int function : component) {
                  pipeline.step(
                      calls.function(function),
                      "effects",
                      each -> annotation.annotate(function, each::mayChange) + calls(each));
                }
                annotation.look(component);
                if (component.length > 1 || calls.isRecursive(component[0])) {
                  for (int function : component) {
                    pipeline.step(
                        calls.function(function),
                        "effects",
                        each -> annotation.annotate(function, each::mayChange));
                  }
                }
              });
    }
  }

  private static long calls(PassContext context) {
    PureCalls.Counts counts =
        PureCalls.run(context.function(), call -> context.mayChange("remove call", call));
    context.count("unused calls", counts.unused());
    context.count("repeated calls", counts.repeated());
    if (counts.total() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.total();
  }

  private static long tail(PassContext context) {
    return LastCalls.run(context.function(), call -> context.mayChange("call becomes jump", call));
  }

  private static long induction(PassContext context) {
    boolean mayGrow = !context.level().prefersSize();
    InductionVariables.Counts counts =
        InductionVariables.run(
            context.function(),
            counter -> context.mayChange("widen counter", counter),
            product -> mayGrow && context.mayChange("reduce product", product),
            address -> mayGrow && context.mayChange("split address", address),
            address -> mayGrow && context.mayChange("move address", address));
    if (counts.total() > 0) {
      context.setSimplified(false);
      simplify(context);
    }
    return counts.total();
  }

  private static long sweep(PassContext context) {
    long before = context.function().graph().size();
    Cleanup.sweep(context.function().graph());
    return before - context.function().graph().size();
  }
}
