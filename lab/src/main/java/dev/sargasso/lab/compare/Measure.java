package dev.sargasso.lab.compare;

/** What is measured of each function under each contestant. */
public enum Measure {
  /** Nodes that are executed, without what stands at the start of blocks and control. */
  NODES("nodes", "nodes in the schedule that compute something", false),
  /** The latest block is where the node would be if all were as late as possible. */
  HOISTED("hoisted", "nodes above the block that 'late' puts them in", false),
  LEVELS_OUT("  levels out of loops", "loops that these no longer stand in, summed up", false),
  SUNK("sunk", "nodes below the block that 'early' puts them in", false),
  LEVELS_IN("  levels into loops", "loops that these stand in in addition, summed up", false),
  EXECUTED_NODES("nodes executed", "nodes, each as often as its block runs", true),
  COST("cost in the model", "latency and spills by estimated frequency, see CostModel", true),
  INSTRUCTIONS("instructions", "machine instructions, without frame and saved registers", false),
  EXECUTED("instructions executed", "these, each as often as its block runs", true),
  PRESSURE("pressure, general", "most values for general registers alive at once", false),
  VECTOR_PRESSURE("pressure, vector", "most values for vector registers alive at once", false),
  MEAN_PRESSURE("mean pressure", "values alive behind an instruction, by execution", true),
  SPILLS("spill stores", "moves from registers to spill slots", false),
  EXECUTED_SPILLS("  executed", "these, as often as their blocks run", true),
  RELOADS("reloads", "moves from spill slots, and operands that are read there", false),
  EXECUTED_RELOADS("  executed", "these, as often as their blocks run", true),
  REMATERIALISATIONS("rematerialisations", "values that are made again", false),
  EXECUTED_REMATERIALISATIONS("  executed", "these, as often as their blocks run", true),
  MOVES("moves", "moves and exchanges between registers", false),
  EXECUTED_MOVES("  executed", "these, as often as their blocks run", true),
  BYTES("code bytes", "bytes of the function", false);

  private final String title;
  private final String meaning;
  private final boolean weighted;

  Measure(String title, String meaning, boolean weighted) {
    this.title = title;
    this.meaning = meaning;
    this.weighted = weighted;
  }

  /** What to print before the figures; indented if it belongs to the one above. */
  public String title() {
    return title;
  }

  /** One sentence about what is counted. */
  public String meaning() {
    return meaning;
  }

  /** Whether it depends on how often blocks run, so that it may be no whole number. */
  public boolean isWeighted() {
    return weighted;
  }

  /** Whether figures of several functions are summed up; else the greatest counts. */
  public boolean isSum() {
    return switch (this) {
      case PRESSURE, VECTOR_PRESSURE, MEAN_PRESSURE -> false;
      default -> true;
    };
  }

  /** The name in CSV and JSON. */
  public String key() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
