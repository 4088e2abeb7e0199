package dev.sargasso.cli;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SchedulePrinter;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.visualizer.dot.InterferenceDot;
import dev.sargasso.visualizer.dot.ScheduleDot;
import dev.sargasso.visualizer.dot.SeaDot;
import java.nio.file.Path;
import java.util.List;
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
                  + "'; take sea, schedule, asm, interference, dot-sea or dot-schedule");
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
