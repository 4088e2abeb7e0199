package dev.sargasso.tests.filetest;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.passes.pipeline.Pass;
import dev.sargasso.passes.pipeline.PassTable;
import dev.sargasso.passes.pipeline.ProgramPass;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code pass NAME NAME...}: the graphs after these passes in the order of the table, or after
 * {@code all}. Passes that cannot be left out run in any case.
 */
public final class PassAction implements FiletestAction {
  @Override
  public String name() {
    return "pass";
  }

  @Override
  public String perform(FiletestInput input, String arguments) throws Exception {
    List<String> wanted = new ArrayList<>(List.of(arguments.split(" ", -1)));
    List<String> flags = new ArrayList<>();
    for (Pass pass : PassTable.rows()) {
      if (!wanted.remove(pass.name()) && !pass.required() && !arguments.equals("all")) {
        flags.add(pass.name() + ":off");
      }
    }
    for (ProgramPass pass : PassTable.programPasses()) {
      if (!wanted.remove(pass.name()) && !arguments.equals("all")) {
        flags.add(pass.name() + ":off");
      }
    }
    if (!wanted.isEmpty() && !arguments.equals("all")) {
      throw new IllegalArgumentException("no pass " + wanted);
    }
    CompilerOptions options = CompilerOptions.DEFAULT.withVerify(true).withPassFlags(flags);
    Program program = input.read(options);
    new Compiler(options).optimise(program);
    return PrintAction.withoutFolder(input, SeaPrinter.print(program, SeaPrinter.Names.ORDER));
  }
}
