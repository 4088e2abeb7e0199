package dev.sargasso.cli;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.visualizer.page.Live;
import dev.sargasso.visualizer.page.Page;
import dev.sargasso.visualizer.page.PageListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sargasso serve}: shows the page of {@code view}, and makes it anew on every change. */
final class ServeCommand implements Callable<Integer> {
  private static final List<String> LEVELS = List.of("0", "1", "2", "3", "s");
  private static final List<String> POLICIES = List.of("early", "late", "click");

  private final CommonOptions common = new CommonOptions();
  private final Set<String> passes = new LinkedHashSet<>();

  private final OptionSpec port =
      OptionSpec.builder("--port")
          .paramLabel("PORT")
          .type(Integer.class)
          .defaultValue("8017")
          .description("Listen here, 0 for any free port (default: ${DEFAULT-VALUE}).")
          .build();

  private final PositionalParamSpec source =
      PositionalParamSpec.builder()
          .arity("1")
          .required(true)
          .paramLabel("FILE")
          .type(Path.class)
          .description("The source.")
          .build();

  private ServeCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    ServeCommand command = new ServeCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("serve"))
            .addOption(command.port)
            .addPositional(command.source);
    command.common.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Shows the page of 'sargasso view' in browsers on this machine, and compiles anew when"
                + " the file changes, or in the page the level, the placement or the passes.");
    return specification;
  }

  @Override
  public Integer call() throws UserError {
    Path file = source.getValue();
    int wanted = port.<Integer>getValue();
    if (wanted < 0 || wanted > 65_535) {
      throw new UserError("--port takes 0 to 65535, not " + wanted);
    }
    if (!Files.isRegularFile(file)) {
      throw new UserError(file + " is no file that can be read; name a source");
    }
    common.compiler();
    try (PageServer server = new PageServer(wanted, file, this::page)) {
      System.out.println(
          "http://localhost:" + server.port() + "/ shows " + file + " until this is interrupted");
      System.out.flush();
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UserError(
          "cannot listen at port " + wanted + ": " + e.getMessage() + "; take another by --port");
    }
    return 0;
  }

  /** The page for what the query asks for; what is wrong is said in the page. */
  String page(Map<String, String> query) {
    String level = query.getOrDefault("level", common.levelName());
    String policy = query.getOrDefault("policy", common.policy());
    List<String> off = new ArrayList<>();
    for (String name : query.getOrDefault("off", "").split(",", -1)) {
      if (!name.isEmpty()) {
        off.add(name);
      }
    }
    Path file = source.getValue();
    PageListener listener = new PageListener(name -> true);
    String error = "";
    String text = "";
    List<String> policies = new ArrayList<>(POLICIES);
    if (!policies.contains(common.policy())) {
      policies.add(common.policy());
    }
    try {
      // No other classes: any page in the browser could name one.
      if (!policies.contains(policy)) {
        throw new UserError("there is no placement policy '" + policy + "' here");
      }
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      Compiler compiler = common.compiler(level, policy, off).heardBy(listener);
      compiler.compile(compiler.read(file));
    } catch (UserError e) {
      error = String.valueOf(e.getMessage());
    } catch (SourceException e) {
      error = String.join("\n", e.messages());
    } catch (IOException e) {
      error = file + " cannot be read: " + e.getMessage();
    } catch (RuntimeException e) {
      error = "internal error: " + e + "\nThis is a fault of the compiler; please report it.";
    }
    passes.addAll(listener.passes());
    Live live = new Live(level, LEVELS, policy, policies, List.copyOf(passes), off, error);
    String options = "-O" + level + ", " + policy + " placement";
    return Page.of(listener, String.valueOf(file.getFileName()), text, options, live);
  }
}
