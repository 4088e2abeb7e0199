package dev.sargasso.cli;

import dev.sargasso.driver.LoadException;
import dev.sargasso.driver.SourceException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The entry point of the {@code sargasso} command.
 *
 * <p>All commands tell picocli their options by calls: to find annotations by reflection would take
 * more time than most compilations.
 */
public final class Main {
  private static final String VERSION = "sargasso 0.1.0";

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
    int status = execute(arguments);
    if (System.out.checkError()) {
      status = status == 0 ? FAILURE : status;
      tellWhyNothingIsPrinted();
    }
    // Not System.exit: before it exits it sets up logging, since somebody may want that logged.
    Runtime.getRuntime().halt(status);
  }

  /**
   * A print stream forgets why it failed, so the reason is found by failing once more. A reader who
   * has seen enough, such as {@code head}, is no problem of anybody.
   */
  private static void tellWhyNothingIsPrinted() {
    String reason = "it failed before";
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      out.write('\n');
    } catch (IOException e) {
      reason = String.valueOf(e.getMessage());
    }
    if (!reason.contains("Broken pipe")) {
      System.err.println("sargasso: error: cannot write to standard output: " + reason);
    }
  }

  /** Runs one command and returns its exit status. */
  static int execute(final String... arguments) {
    CommandLine line = new CommandLine(specification());
    line.setParameterExceptionHandler(Main::complain);
    line.setExecutionExceptionHandler(Main::report);
    // The last one counts, as with other compilers: makefiles add to what was said before.
    line.setOverwrittenOptionsAllowed(true);
    return line.execute(arguments.length == 0 ? new String[] {"--help"} : arguments);
  }

  private static CommandSpec specification() {
    CommandSpec specification =
        withHelp(CommandSpec.create().name("sargasso"))
            .addSubcommand("run", RunCommand.specification())
            .addSubcommand("compile", CompileCommand.specification())
            .addSubcommand("view", ViewCommand.specification())
            .addSubcommand("gcm", GcmCommand.specification())
            .addSubcommand("serve", ServeCommand.specification())
            .addSubcommand("prove", ProveCommand.specification())
            .addSubcommand("bisect", BisectCommand.specification())
            .addSubcommand("bench", BenchCommand.specification());
    specification
        .usageMessage()
        .description("An optimizing compiler on a sea of nodes.")
        .footer(
            "",
            "Examples:",
            "  sargasso run examples/sieve.c 1000000",
            "  sargasso run examples/fib.ssa --call 'fib(30)'",
            "  sargasso compile examples/nbody.c -o nbody",
            "  sargasso compile examples/fib.c --emit=schedule",
            "  sargasso view examples/sieve.c -o sieve.html",
            "  sargasso gcm examples/sieve.c",
            "  sargasso serve examples/sieve.c",
            "  sargasso prove examples/fib.c",
            "  sargasso bisect examples/fib.c",
            "  sargasso bench examples/nbody.c",
            "",
            "'sargasso COMMAND --help' tells more about a command.");
    return specification;
  }

  /** Gives a command the options {@code --help} and {@code --version}. */
  static CommandSpec withHelp(CommandSpec command) {
    return command
        .version(VERSION)
        .addOption(
            OptionSpec.builder("-h", "--help")
                .type(boolean.class)
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .type(boolean.class)
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
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
      case UserError user -> err.println(user.text());
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
}
