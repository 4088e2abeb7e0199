package dev.sargasso.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of the {@code sargasso} command. */
@Command(
    name = "sargasso",
    mixinStandardHelpOptions = true,
    version = "sargasso 0.1.0",
    description = "An optimizing compiler on a sea of nodes.")
public final class Main implements Runnable {
  private Main() {}

  /**
   * Runs one command and exits with its status.
   *
   * @param arguments the command line
   */
  public static void main(final String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
