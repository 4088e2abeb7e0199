package dev.sargasso.cli;

import dev.sargasso.driver.LoadException;
import dev.sargasso.driver.SourceException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of the {@code sargasso} command. */
@Command(
    name = "sargasso",
    mixinStandardHelpOptions = true,
    version = "sargasso 0.1.0",
    description = "An optimizing compiler on a sea of nodes.",
    subcommands = {RunCommand.class, CompileCommand.class},
    footer = {
      "",
      "Examples:",
      "  sargasso run examples/sieve.c 1000000",
      "  sargasso run examples/fib.ssa --call 'fib(30)'",
      "  sargasso compile examples/nbody.c -o nbody",
      "  sargasso compile examples/fib.c --emit=schedule",
      "",
      "'sargasso COMMAND --help' tells more about a command."
    })
public final class Main implements Runnable {
  /** The exit status when the command or its input was wrong. */
  static final int FAILURE = 1;

  /** The exit status when the compiler itself failed. */
  static final int INTERNAL_ERROR = 70;

  private Main() {}

  /**
   * Runs one command and exits with its status.
   *
   * @param arguments the command line
   */
  public static void main(final String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs one command and returns its exit status. */
  static int execute(final String... arguments) {
    CommandLine line = new CommandLine(new Main());
    line.setParameterExceptionHandler(Main::complain);
    line.setExecutionExceptionHandler(Main::report);
    return line.execute(arguments);
  }

  private static int complain(ParameterException e, String[] arguments) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("sargasso: error: " + e.getMessage());
    if (e instanceof UnmatchedArgumentException unmatched) {
      UnmatchedArgumentException.printSuggestions(unmatched, err);
    }
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    return FAILURE;
  }

  private static int report(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    switch (e) {
      case SourceException source -> source.messages().forEach(err::println);
      case UserError user -> err.println("sargasso: error: " + user.getMessage());
      case LoadException load -> err.println("sargasso: error: " + load.getMessage());
      default -> {
        err.println("sargasso: internal error: " + e);
        err.println("This is a fault of the compiler, not of your program; please report it.");
        if (System.getenv("SARGASSO_TRACE") != null) {
          e.printStackTrace(err);
        }
        return INTERNAL_ERROR;
      }
    }
    return FAILURE;
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
