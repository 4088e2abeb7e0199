package dev.sargasso.cli;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.visualizer.page.Page;
import dev.sargasso.visualizer.page.PageListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso view}: writes a page that shows the whole compilation of a file. */
final class ViewCommand implements Callable<Integer> {
  private final CommonOptions common = new CommonOptions();

  private final OptionSpec output =
      OptionSpec.builder("-o")
          .paramLabel("PAGE")
          .type(Path.class)
          .description("Write the page here (default: NAME.html in the working directory).")
          .build();

  private final OptionSpec function =
      OptionSpec.builder("--function")
          .paramLabel("NAME")
          .type(String.class)
          .description("Show only this function (default: all).")
          .build();

  private final PositionalParamSpec source =
      PositionalParamSpec.builder()
          .arity("1")
          .required(true)
          .paramLabel("FILE")
          .type(Path.class)
          .description("The source.")
          .build();

  private ViewCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    ViewCommand command = new ViewCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("view"))
            .addOption(command.output)
            .addOption(command.function)
            .addPositional(command.source);
    command.common.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Writes one page of HTML that shows every phase of a compilation: source, sea of nodes,"
                + " schedule, trees, live ranges and machine code side by side. It opens in a"
                + " browser without a server or network.");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException {
    Path file = source.getValue();
    @Nullable String only = function.getValue();
    PageListener listener = new PageListener(name -> only == null || name.equals(only));
    Compiler compiler = common.compiler().heardBy(listener);
    Program program = compiler.read(file);
    if (only != null && program.function(only) == null) {
      throw new UserError(
          program.name()
              + " does not define '"
              + only
              + "'; it defines "
              + program.functions().stream().map(Function::name).limit(20).toList());
    }
    compiler.compile(program);
    String name = String.valueOf(file.getFileName());
    String page = Page.of(listener, name, text(file), common.summary());
    write(page);
    return 0;
  }

  private static String text(Path file) throws UserError {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UserError(file + " cannot be read: " + e.getMessage());
    }
  }

  private void write(String page) throws UserError {
    @Nullable Path named = output.getValue();
    Path target;
    if (named == null) {
      String name = String.valueOf(source.<Path>getValue().getFileName());
      int dot = name.lastIndexOf('.');
      target = Path.of((dot > 0 ? name.substring(0, dot) : name) + ".html");
    } else {
      target = named;
    }
    try {
      Files.writeString(target, page);
    } catch (IOException e) {
      throw UserError.unwritable(target, e);
    }
  }
}
