package dev.sargasso.bench.evidence;

import dev.sargasso.bench.peers.Contender;
import dev.sargasso.measure.report.Charts;
import dev.sargasso.measure.report.Figures;
import dev.sargasso.measure.sample.PowerLaw;
import dev.sargasso.measure.sample.RatioOfMedians;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.shape.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report: thirteen complaints, what was measured of each, and what that says. */
final class Document {
  private static final String MOTION = "motion";

  private final Measured measured;
  private final Machine before;
  private final Machine after;
  private final StringBuilder text = new StringBuilder();

  Document(Measured measured, Machine before, Machine after) {
    this.measured = measured;
    this.before = before;
    this.after = after;
  }

  /** Writes {@code evidence.md} and its images. */
  void write(Path folder) throws IOException {
    Path images = Files.createDirectories(folder.resolve("images"));
    head();
    readability();
    floating();
    loads();
    chains();
    scheduler();
    visits();
    caches();
    deadness();
    controlFlow();
    loops();
    compileTime();
    preScheduled();
    gain();
    limits();
    Files.writeString(folder.resolve("evidence.md"), text.toString());
    Files.writeString(images.resolve("evidence-pareto.svg"), measured.standings().pareto());
    Files.writeString(images.resolve("evidence-phases.svg"), phaseChart());
    Files.writeString(images.resolve("evidence-growth.svg"), growthChart());
    Files.writeString(images.resolve("evidence-placement.svg"), placementChart());
  }

  // The annotation would be a dependency for the sake of one method.
  @SuppressWarnings("AnnotateFormatMethod")
  private void say(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private void head() {
    say(
        """
        # What is said against the sea of nodes, measured

        V8 gave up its sea of nodes and told why ([Land ahoy: leaving the Sea of Nodes](https://v8.dev/blog/leaving-the-sea-of-nodes));
        Cliff Click answered ([A Simple Reply](https://github.com/SeaOfNodes/Simple/blob/main/ASimpleReply.md)). The one side gave three figures, for
        JavaScript, the other none. Here is each complaint with what this compiler has to show, whichever way it
        came out. It is one compiler for C and SSA notation: what it shows is what is possible, not what V8 saw.

        `./sargasso lab evidence -k FOLDER` writes this page. The sentences on what would settle a complaint were
        written before the figures; those that begin with **Found** are chosen by the figures.

        Measured on %s (%s, %d processors; load average %s at the start and %s at the end: %s). Kernels: %s. Generated: %d C programs
        of our own generator, about 100 statements each. Shapes: the eleven generated functions of
        [bench.md](bench.md#benchgrowth). Times are CPU times, runs interleaved. Ratios of run time to `-O2` have
        the 95 %% interval of a bootstrap over runs.
        """,
        before.date(),
        before.processor(),
        before.processors(),
        Figures.two(before.load()),
        Figures.two(after.load()),
        Math.max(before.load(), after.load()) > before.processors() - 0.5
            ? "**others used the machine meanwhile, so times are to be measured again**"
            : "a quiet machine",
        String.join(", ", measured.kernels().stream().map(k -> k.name()).toList()),
        measured.corpora.getOrDefault("generated", List.of()).size());
  }

  private void heading(int number, String complaint) {
    say("\n## %d. %s\n", number, complaint);
  }

  private void found(boolean holds, String yes, String no) {
    say("\n**Found**: %s", holds ? yes : no);
  }

  // ---------------------------------------------------------------- 1 to 5

  private void readability() {
    heading(1, "\"The graphs cannot be read\"");
    say(
        "Settles it: a dump in the order of blocks at every phase, the same every time, fast enough"
            + " to be used without thinking.\n");
    say(
        "Every phase can be printed as blocks by a trial schedule (`--pass=NAME:dump`), which"
            + " golden files under `filetests/` hold fast; `view` and two graph viewers show the"
            + " rest. The slowest dump of a scheduled function of 10,000 nodes among the shapes"
            + " took %s ms.",
        Figures.significant(measured.slowestDumpMillis));
    found(
        measured.slowestDumpMillis < 1000,
        "it costs nothing to look at a function of 10,000 nodes. Whether it is easy to read is not"
            + " a matter of measurement.",
        "dumps of large functions are too slow.");
  }

  private void floating() {
    heading(2, "\"Almost all nodes hang on the chains of effect and control\"");
    say("Settles it: the share of nodes that float, and what it costs to see memory as one.\n");
    say("| corpus | nodes as built | free %% | nodes optimised | free %% | loads | free loads |");
    say("|---|---:|---:|---:|---:|---:|---:|");
    double least = 100;
    for (Map.Entry<String, StaticFigures> entry : measured.usual.entrySet()) {
      StaticFigures f = entry.getValue();
      double share = 100 * f.last("free") / Math.max(1, f.last("nodes"));
      least = Math.min(least, share);
      say(
          "| %s | %.0f | %.1f | %.0f | %.1f | %.0f | %.0f |",
          entry.getKey(),
          f.first("nodes"),
          100 * f.first("free") / Math.max(1, f.first("nodes")),
          f.last("nodes"),
          share,
          f.last("loads"),
          f.last("free_loads"));
    }
    say(
        "\n"
            + "Free means that a node floats and has no control input. In C this compiler has one"
            + " memory token and no alias classes to speak of: what others get from several chains"
            + " it gets by asking of each load which stores can touch it. So the ablation is to ask"
            + " less: without the types of C (`-fno-strict-aliasing`), and without any pass that"
            + " replaces loads or removes stores (`--pass=%s` as well).\n",
        Measured.NO_MEMORY_PASSES);
    say("| kernels | loads left | stores left | code bytes | run time |");
    say("|---|---:|---:|---:|---:|");
    ablationRow("usual", "ours-O2");
    ablationRow("types", "without-types");
    ablationRow("memory", "without-memory");
    found(
        least > 33,
        String.format(
            Locale.ROOT,
            "at least %.0f %% of the nodes of each corpus are free, so not almost all hang on the"
                + " chains; of loads, though, hardly any is: each keeps the control that makes it"
                + " safe.",
            least),
        String.format(
            Locale.ROOT,
            "the complaint holds here as well: in one corpus only %.0f %% are free.",
            least));
  }

  private void ablationRow(String ablation, String contender) {
    StaticFigures f = measured.ablations.get(ablation);
    if (f != null) {
      say(
          "| %s | %.0f | %.0f | %d | %s |",
          contender, f.last("loads"), f.last("stores"), f.codeBytes(), runTime(contender));
    }
  }

  /** The geometric mean of run time relative to ours, with its interval. */
  private String runTime(String contender) {
    int index = measured.index(contender);
    if (index < 0) {
      return "-";
    }
    double mean = measured.standings().geometricMean(false, index);
    double[] interval = measured.standings().confidence(index);
    return Figures.three(mean)
        + " ("
        + Figures.three(interval[0])
        + " to "
        + Figures.three(interval[1])
        + ")";
  }

  private double mean(String contender) {
    int index = measured.index(contender);
    return index < 0 ? Double.NaN : measured.standings().geometricMean(false, index);
  }

  private void loads() {
    heading(3, "\"Loads do not sink to where they are needed\"");
    say("Settles it: loads that code motion moves, and no wrong result under random placement.\n");
    MotionCounts.Kind loads = measured.motion.loads;
    MotionCounts.Kind others = measured.motion.others;
    say(
        "| | several legal blocks | put below the earliest | out of the loop where written | not"
            + " where written |");
    say("|---|---:|---:|---:|---:|");
    motionRow("loads", loads);
    motionRow("other floating nodes", others);
    say(
        "\n"
            + "A load may sink as far as its memory is current (see"
            + " [ARCHITECTURE.md](ARCHITECTURE.md)), which is decided exactly, not searched for."
            + " `bench/matrix` and `bench/fuzz` compare programs under random legal placements.");
    found(
        loads.sunk > 0,
        String.format(
            Locale.ROOT,
            "they do: %.0f %% of all loads that could stand in several blocks were put below the"
                + " earliest.",
            100.0 * loads.sunk / Math.max(1, loads.free)),
        "no load sank.");
  }

  private void motionRow(String name, MotionCounts.Kind kind) {
    say(
        "| %s | %d | %d | %d | %d |",
        name, kind.free, kind.sunk, kind.outOfLoops, kind.awayFromSource);
  }

  private void chains() {
    heading(4, "\"Chains of effects are wired by hand, and wrongly\"");
    say("Settles it: how many wrong memory edges are found before a program runs.\n");
    MemoryMutations m = measured.mutations;
    say(
        "%d edges of memory in optimised graphs were bent to another token at random. The graph"
            + " verifier refused %d, scheduling or its verifier %d more: %.1f %% together. The rest"
            + " are well-formed graphs that mean something else, or the same; only running finds"
            + " those.",
        m.made(), m.byGraph(), m.bySchedule(), 100 * m.share());
    found(
        m.share() >= 0.95,
        "at least 95 % are found without running anything.",
        "verifiers alone find fewer than 95 %; comparing executions (`bench/fuzz`) has to find the"
            + " others, and how many it does was not measured.");
  }

  private void scheduler() {
    heading(5, "\"Scheduling is too complex, and duplicates work\"");
    say("Settles it: its share of compile time, and that it never makes work.\n");
    double kernels = share(measured.kernelProfile(), MOTION);
    double shapes = share(measured.shapeProfile(), MOTION);
    say(
        "Code motion and the order within blocks take %s %% of the compile time of the kernels and"
            + " %s %% of that of the shapes. A node is placed once and never copied by code motion."
            + " All phases:\n\n"
            + "![time by phase](images/evidence-phases.svg)",
        Figures.percent(kernels), Figures.percent(shapes));
    found(
        Math.max(kernels, shapes) <= 0.10,
        "a tenth of compile time at most.",
        "more than the tenth that would be unremarkable.");
  }

  private static double share(SampleTable table, String phase) {
    return RatioOfMedians.median(table.nanos(phase)) / RatioOfMedians.median(table.nanos());
  }

  // ---------------------------------------------------------------- 6 to 10

  private void visits() {
    heading(6, "\"Nodes are visited twenty times for each change; large graphs need limits\"");
    say("Settles it: changes a visit, and visits a node at growing sizes.\n");
    say("| corpus | visits of worklists | that changed something | share %% |");
    say("|---|---:|---:|---:|");
    double least = 1;
    for (Map.Entry<String, StaticFigures> entry : measured.usual.entrySet()) {
      double visits = entry.getValue().sum("visits");
      double changed = entry.getValue().sum("visits_that_changed");
      least = Math.min(least, changed / Math.max(1, visits));
      say(
          "| %s | %.0f | %.0f | %.1f |",
          entry.getKey(), visits, changed, 100 * changed / Math.max(1, visits));
    }
    say("\nVisits a node as built, by size of the function:\n");
    List<Integer> sizes = List.copyOf(measured.visits.keySet());
    say(
        "| shape | %s | exponent of visits |",
        String.join(" | ", sizes.stream().map(s -> String.format(Locale.ROOT, "%,d", s)).toList()));
    say("|---|%s---:|", "---:|".repeat(sizes.size()));
    double steepest = 0;
    List<Subject> subjects = Subject.all();
    for (int i = 0; i < subjects.size(); i++) {
      StringBuilder row = new StringBuilder("| " + subjects.get(i).name() + " |");
      double[] x = new double[sizes.size()];
      double[] y = new double[sizes.size()];
      for (int k = 0; k < x.length; k++) {
        double visits = measured.visits.get(sizes.get(k))[i];
        x[k] = sizes.get(k);
        y[k] = visits * x[k];
        row.append(' ').append(Figures.two(visits)).append(" |");
      }
      double exponent = PowerLaw.exponent(x, y);
      steepest = Math.max(steepest, exponent);
      say("%s %s |", row, y[0] == 0 ? "-" : Figures.two(exponent));
    }
    say(
        "\n"
            + "Visits while a function is built are not among these; where there are none, nothing"
            + " was left to do behind that. Load elimination has no limit on the size of a graph;"
            + " jump threading leaves functions above 20,000 nodes alone.");
    found(
        least >= 0.25 && steepest <= 1.1,
        String.format(
            Locale.ROOT,
            "one visit in %.1f changes something, and visits grow with exponent %.2f at most.",
            1 / least,
            steepest),
        String.format(
            Locale.ROOT,
            "the least share of visits that change something is %.1f %% (one in four was the aim,"
                + " one in twenty is V8's figure); the steepest growth of visits has exponent %.2f"
                + " (1.10 was the aim).",
            100 * least,
            steepest));
  }

  private void caches() {
    heading(7, "\"It is bad for caches\"");
    say(
        "Settles it: bytes that a node costs, and what caches do; hardware counters were not to be"
            + " had.\n");
    SampleTable table = measured.kernelProfile();
    SampleTable shapes = measured.shapeProfile();
    say(
        "Compiling allocates %s bytes a node on the kernels and %s on the shapes (nodes as built,"
            + " all phases; building alone %s on the shapes). The misses of the compiler itself"
            + " were **not measured**: that takes counters which this machine does not give. Time a"
            + " node by size is the proxy: it would rise where graphs leave the caches.\n\n"
            + "![time a node by size](images/evidence-growth.svg)\n",
        Figures.significant(RatioOfMedians.median(table.bytes()) / table.nodes()),
        Figures.significant(RatioOfMedians.median(shapes.bytes()) / shapes.nodes()),
        Figures.significant(RatioOfMedians.median(shapes.bytes("read")) / shapes.nodes()));
    double rise = rise(shapes);
    if (!measured.caches.isEmpty()) {
      say("The code that comes out, in cachegrind (first-level misses of data):\n");
      say("| kernel and compiler | instructions | accesses | data misses | instruction misses |");
      say("|---|---:|---:|---:|---:|");
      measured.caches.forEach(
          (name, c) ->
              say(
                  "| %s | %,d | %,d | %,d | %,d |",
                  name, c.instructions(), c.accesses(), c.dataMisses(), c.instructionMisses()));
    }
    found(
        rise < 1.5,
        String.format(
            Locale.ROOT,
            "from the smallest to the largest size the time a node changes by a factor of %.2f in"
                + " geometric mean over the shapes. If caches are left on the way, that costs no"
                + " multiple.",
            rise),
        String.format(
            Locale.ROOT,
            "from the smallest to the largest size the time a node rises by a factor of %.2f in"
                + " geometric mean.",
            rise));
  }

  /** Time a node in the largest over that in the smallest of each family, in geometric mean. */
  private static double rise(SampleTable table) {
    double sum = 0;
    List<String> families = table.growing();
    for (String family : families) {
      List<SampleTable.Input> members =
          table.inputs().stream().filter(i -> i.family().equals(family)).toList();
      sum += Math.log(perNode(table, members.getLast()) / perNode(table, members.getFirst()));
    }
    return Math.exp(sum / Math.max(1, families.size()));
  }

  private static double perNode(SampleTable table, SampleTable.Input input) {
    return RatioOfMedians.median(table.nanos(input)) / input.nodes();
  }

  private void deadness() {
    heading(8, "\"Removing what is dead means patching two chains\"");
    say("Settles it: nothing dead is left, and little of it lies about between passes.\n");
    say(
        "After %,d runs of passes %s %% of the nodes in graphs were dead but not yet removed, on"
            + " average; at the end of the pipeline %d were. Removing a node takes time in"
            + " proportion to its edges.",
        measured.dead.states(), Figures.percent(measured.dead.share()), measured.dead.atTheEnd());
    found(
        measured.dead.atTheEnd() == 0,
        "nothing dead reaches the scheduler.",
        "dead nodes reach the scheduler.");
  }

  private void controlFlow() {
    heading(9, "\"New control flow can only be made once there is a schedule\"");
    say(
        "Settles it: passes that make and copy control on the sea, and those that need a"
            + " schedule.\n");
    say("| pass | changes in kernels | in generated programs |");
    say("|---|---:|---:|");
    double all = 0;
    for (String pass :
        List.of(
            "inline",
            "recursion",
            "unroll",
            "bulk",
            "unswitch",
            "closed",
            "switches",
            "thread",
            "select")) {
      double first = changes("kernels", pass);
      double second = changes("generated", pass);
      all += first + second;
      say("| `%s` | %.0f | %.0f |", pass, first, second);
    }
    say(
        "\n"
            + "No pass of the table needs a schedule; what does, selects instructions and allocates"
            + " registers.");
    found(
        all > 0,
        "loops are copied, branches moved and joined on the sea. What the complaint is about, one"
            + " pure operation that becomes branches at a late time, this compiler does in"
            + " selection (a select, a conversion), not on the sea.",
        "none of these passes changed anything.");
  }

  private double changes(String corpus, String pass) {
    StaticFigures figures = measured.usual.get(corpus);
    return figures == null ? 0 : figures.get(pass, "changes");
  }

  private void loops() {
    heading(10, "\"What is in a loop is unclear\"");
    say("Settles it: that loops are known, and what knowing them costs.\n");
    SampleTable shapes = measured.shapeProfile();
    double perNode = RatioOfMedians.median(shapes.nanos()) / shapes.nodes();
    say(
        "Blocks, dominators and the tree of loops together take %s ns a node of the optimised"
            + " graph, where a whole compilation takes %s ns a node. Which floating nodes are in a"
            + " loop is a question that no pass asks before code motion; what a loop needs is found"
            + " from its control.",
        Figures.significant(measured.loopNanosANode), Figures.significant(perNode));
    found(
        measured.loopNanosANode < 0.05 * perNode,
        "it costs less than a twentieth of a compilation to find loops anew.",
        "finding loops is a noticeable part of a compilation.");
  }

  // ---------------------------------------------------------------- 11 to 13

  private void compileTime() {
    heading(11, "\"Compiling is slow\"");
    say("Settles it: compile time next to other compilers, with run time beside it.\n");
    say("![run time against compile time](images/evidence-pareto.svg)\n");
    say(
        "| compiler | run time over `ours-O2` | compile time over `ours-O2`, cold | ms for all"
            + " kernels, cold |");
    say("|---|---:|---:|---:|");
    List<Contender> contenders = measured.contest().contenders();
    for (int c = 0; c < contenders.size(); c++) {
      String name = contenders.get(c).name();
      if (name.startsWith("without-") || name.startsWith("scheduled-")) {
        continue;
      }
      int done = 0;
      double compile = 0;
      for (int k = 0; k < measured.kernels().size(); k++) {
        double[] seconds = measured.contest().compileSeconds(c, k);
        if (seconds != null && seconds.length > 0) {
          compile += RatioOfMedians.median(seconds);
          done++;
        }
      }
      if (done > 0) {
        say(
            "| %s%s | %s | %s | %.0f |",
            name,
            done < measured.kernels().size() ? " (" + done + " kernels)" : "",
            runTime(name),
            Figures.two(measured.standings().geometricMean(true, c)),
            1e3 * compile);
      }
    }
    say(
        "\n"
            + "Cold is a new process for each kernel, with its start, its front end and its linker;"
            + " ours then starts a JVM and runs mostly interpreted. Warm, in one process and one"
            + " thread, to the bytes of the object file, all kernels take: %s.",
        String.join(
            ", ",
            measured.warmMillis.entrySet().stream()
                .map(e -> "`-" + e.getKey() + "` " + Figures.significant(e.getValue()) + " ms")
                .toList()));
    int gcc = measured.index("gcc-O2");
    double cold = gcc < 0 ? Double.NaN : measured.standings().geometricMean(true, gcc);
    say("`bench/compile-speed` compares warm with cold file by file.");
    found(
        cold > 1,
        "cold, `-O2` is compiled faster than by `gcc -O2`, in geometric mean.",
        "cold, `-O2` takes longer than `gcc -O2`: a JVM starts. Warm it is the other way round"
            + " where the milliseconds above are fewer than those of `gcc-O2` in the table.");
  }

  private void preScheduled() {
    heading(12, "\"It destroys the schedule of the producer, and spills more\"");
    say("Settles it: code that comes optimised and in order, with its order kept and without.\n");
    say(
        "The producer is this compiler: each kernel is optimised and written as blocks in SSA"
            + " notation, then compiled from that. Wasm would be the better witness; there is no"
            + " front end for it yet.\n");
    say(
        "| order within blocks | allocator's moves, spills and reloads | spill slots | code bytes |"
            + " run time |");
    say("|---|---:|---:|---:|---:|");
    scheduledRow("pressure (usual)", "scheduled", "scheduled-pressure");
    scheduledRow("source", "scheduled in order", "scheduled-source");
    double ours = edits("scheduled");
    double source = edits("scheduled in order");
    found(
        ours <= 1.02 * source,
        String.format(
            Locale.ROOT,
            "our own order needs %.0f %% of the moves and spills that the producer's order needs.",
            100 * ours / Math.max(1, source)),
        String.format(
            Locale.ROOT,
            "our own order needs %.0f %% of the moves and spills of the producer's: the complaint"
                + " holds.",
            100 * ours / Math.max(1, source)));
  }

  private double edits(String ablation) {
    StaticFigures figures = measured.ablations.get(ablation);
    return figures == null ? Double.NaN : figures.edits();
  }

  private void scheduledRow(String name, String ablation, String contender) {
    StaticFigures f = measured.ablations.get(ablation);
    if (f != null) {
      say(
          "| %s | %d | %d | %d | %s |",
          name, f.edits(), f.spillSlots(), f.codeBytes(), runTime(contender));
    }
  }

  private void gain() {
    heading(13, "\"The gain is small: only pure nodes float\"");
    say("Settles it: code motion replaced by leaving nodes where they were written.\n");
    say(
        "| placement | allocator's moves, spills and reloads | spill slots | code bytes | run time"
            + " |");
    say("|---|---:|---:|---:|---:|");
    scheduledRow("`click` (usual)", "usual", "ours-O2");
    scheduledRow("`source`: where it was written", "source", "without-source");
    scheduledRow("`late`: where it is needed", "late", "without-late");
    scheduledRow("`early`: as soon as it can be", "early", "without-early");
    scheduledRow("`click`, blocks in the order of the source", "order", "without-order");
    say("\n![run time by placement](images/evidence-placement.svg)\n");
    say(
        "`source` goes by the positions of nodes in the source, so that it is not exact: what"
            + " passes made has the position of what it replaces. The passes before are the same in"
            + " all rows, and with them all that they gain from a graph without an order; the rows"
            + " show code motion alone.");
    double stay = mean("without-source");
    found(
        stay > 1.02,
        String.format(
            Locale.ROOT,
            "leaving nodes where they were written costs %.1f %% of run time on the kernels.",
            100 * (stay - 1)),
        String.format(
            Locale.ROOT,
            "leaving nodes where they were written changes run time by %.1f %% on the kernels. As"
                + " far as these programs tell, the complaint holds: code motion by itself gains"
                + " little; what the sea of nodes gains must come from the passes.",
            100 * (stay - 1)));
  }

  private void limits() {
    say(
        """

        ## What this does not show

        - The kernels are small. Nothing here speaks of programs with thousands of functions.
        - Complaint 2 was about one chain against many; this compiler has the many in its representation, but its
          C front end makes one, so the ablation is of what asks about memory, not of the chains.
        - Misses of the compiler in real caches (7), and mutations found by running (4), were not measured.
        - Nobody has written this compiler with the same passes on a graph with an order, which would be the only
          exact control.\
        """);
  }

  // ---------------------------------------------------------------- charts

  private String phaseChart() {
    List<Charts.Bar> bars = new ArrayList<>();
    SampleTable table = measured.kernelProfile();
    for (String phase : table.phases()) {
      double share = share(table, phase);
      if (share >= 0.005) {
        bars.add(new Charts.Bar(phase, share, Figures.percent(share) + " %"));
      }
    }
    return Charts.bars("share of compile time, kernels at -O2, warm", bars);
  }

  private String growthChart() {
    List<Charts.Series> series = new ArrayList<>();
    SampleTable table = measured.shapeProfile();
    for (String family : table.growing()) {
      series.add(
          new Charts.Series(
              family,
              table.inputs().stream()
                  .filter(i -> i.family().equals(family))
                  .map(i -> new Charts.Point(i.nodes(), perNode(table, i), ""))
                  .toList(),
              true));
    }
    return Charts.plot("compile time a node by size, -O2", "nodes", "CPU ns a node", series);
  }

  private String placementChart() {
    List<Charts.Interval> intervals = new ArrayList<>();
    for (String name :
        List.of(
            "without-source",
            "without-late",
            "without-early",
            "without-order",
            "without-types",
            "without-memory",
            "scheduled-pressure",
            "scheduled-source")) {
      int index = measured.index(name);
      if (index >= 0) {
        double[] interval = measured.standings().confidence(index);
        intervals.add(
            new Charts.Interval(
                name,
                interval[0],
                measured.standings().geometricMean(false, index),
                interval[1],
                interval[0] > 1 || interval[1] < 1));
      }
    }
    return Charts.intervals("run time over that of -O2, geometric mean of the kernels", intervals);
  }
}
