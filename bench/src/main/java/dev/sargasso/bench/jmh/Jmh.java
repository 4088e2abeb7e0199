package dev.sargasso.bench.jmh;

import java.io.IOException;
import org.openjdk.jmh.Main;

/** The command {@code bench/jmh}: JMH's own, over the benchmarks of this package. */
public final class Jmh {
  /** Name of the system property that says where the sources are. */
  static final String HOME = "sargasso.home";

  private Jmh() {}

  /** Runs JMH's command line. */
  public static void main(String[] arguments) throws IOException {
    Main.main(arguments);
  }
}
