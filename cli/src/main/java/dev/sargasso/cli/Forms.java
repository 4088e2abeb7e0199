package dev.sargasso.cli;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SchedulePrinter;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.visualizer.dot.InterferenceDot;
import dev.sargasso.visualizer.dot.ScheduleDot;
import dev.sargasso.visualizer.dot.SeaDot;
import dev.sargasso.visualizer.exchange.ExchangeFormat;
import dev.sargasso.visualizer.exchange.GraphExport;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The forms on the way from source to machine code, as text. */
final class Forms {
  private Forms() {}

  /**
   * The text of one form of a program.
   *
   * @param only the one function to print, or null for all
   * @param syntax of assembly: {@code att} or {@code intel}
   */
  static String emit(
      Compiler compiler, Program program, String form, @Nullable String only, String syntax)
      throws UserError {
    if (form.equals("asm")) {
      if (only != null) {
        throw new UserError("--emit=asm shows the whole program; leave --function out");
      }
      return assembly(compiler.compileForListing(program), syntax, false);
    }
    if (only == null && form.equals("sea")) {
      compiler.optimise(program);
      return SeaPrinter.print(program, SeaPrinter.Names.ORDER);
    }
    if (only == null && form.equals("schedule")) {
      compiler.optimise(program);
      return SchedulePrinter.print(program, compiler::schedule);
    }
    int dash = form.indexOf('-');
    Optional<ExchangeFormat> format = ExchangeFormat.of(form.substring(0, Math.max(0, dash)));
    if (format.isPresent() && !form.equals("dot-sea") && !form.equals("dot-schedule")) {
      return exchange(compiler, program, format.get(), form.substring(dash + 1), only);
    }
    List<Function> functions = List.copyOf(program.functions());
    if (only != null) {
      Function function = program.function(only);
      if (function == null) {
        throw new UserError(
            program.name()
                + " does not define '"
                + only
                + "'; it defines "
                + functions.stream().map(Function::name).limit(20).toList());
      }
      functions = List.of(function);
    }
    compiler.optimise(program);
    StringBuilder text = new StringBuilder();
    for (Function function : functions) {
      text.append(form(compiler, function, form));
    }
    return text.toString();
  }

  /** A program as assembly text in the syntax of this name, with what debuggers read or not. */
  static String assembly(CompiledProgram program, String syntax, boolean debugging)
      throws UserError {
    try {
      return debugging
          ? program.assemblyForDebuggers(syntax, Path.of(""))
          : program.assembly(syntax);
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  private static String form(Compiler compiler, Function function, String form) throws UserError {
    return switch (form) {
      case "sea" -> SeaPrinter.print(function, SeaPrinter.Names.ORDER);
      case "schedule" -> SchedulePrinter.print(function, compiler.schedule(function));
      case "dot-sea" -> SeaDot.of(function.name(), function.graph());
      case "dot-schedule" -> ScheduleDot.of(function.name(), compiler.schedule(function));
      case "interference" -> interference(compiler, function);
      default ->
          throw new UserError(
              "there is no form '"
                  + form
                  + "'; take sea, schedule, asm, interference, dot-sea, dot-schedule, or a format"
                  + " (dot, graphml, gexf, json), a dash and a graph (sea, flow, dominators, loops,"
                  + " calls, interference)");
    };
  }

  private static String interference(Compiler compiler, Function function) throws UserError {
    try {
      return InterferenceDot.of(
          function.name(), compiler.select(function), node -> origin(function, node));
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage() + "; take a smaller function with --function");
    }
  }

  /** One graph in a format of exchange, which has no way to hold several. */
  private static String exchange(
      Compiler compiler,
      Program program,
      ExchangeFormat format,
      String graph,
      @Nullable String only)
      throws UserError {
    StringWriter out = new StringWriter();
    try {
      if (graph.equals("calls")) {
        compiler.optimise(program);
        GraphExport.calls(program, format, out);
        return out.toString();
      }
      List<Function> functions = List.copyOf(program.functions());
      Function function =
          only == null && functions.size() == 1
              ? functions.getFirst()
              : only == null ? null : program.function(only);
      if (function == null) {
        throw new UserError(
            "a file of "
                + format.text()
                + " holds one graph: choose by --function; "
                + program.name()
                + " defines "
                + functions.stream().map(Function::name).limit(20).toList());
      }
      compiler.optimise(program);
      ControlFlow flow = ControlFlow.of(function.graph());
      String name = function.name();
      switch (graph) {
        case "sea" -> GraphExport.sea(name, function.graph(), format, out);
        case "flow" -> GraphExport.controlFlow(name, flow, format, out);
        case "dominators" -> GraphExport.dominators(name, flow, format, out);
        case "loops" -> GraphExport.loops(name, flow.loops(), format, out);
        case "interference" ->
            GraphExport.interference(name, compiler.select(function), format, out);
        default ->
            throw new UserError(
                "there is no graph '"
                    + graph
                    + "'; take sea, flow, dominators, loops, calls or interference");
      }
      return out.toString();
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage() + "; take a smaller function with --function");
    } catch (IOException e) {
      // A StringWriter does not fail.
      throw new UncheckedIOException(e);
    }
  }

  /** What a machine instruction comes from. */
  private static String origin(Function function, int id) {
    Node node = id < 0 ? null : function.graph().node(id);
    if (node == null) {
      return "";
    }
    int line = Position.line(node.position());
    return node + " " + node.op().text() + (line > 0 ? ", line " + line : "");
  }
}
