package dev.sargasso.tests.filetest;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.passes.pipeline.OptimizationLevel;
import dev.sargasso.passes.pipeline.Pass;
import dev.sargasso.passes.pipeline.PassTable;
import dev.sargasso.passes.pipeline.ProgramPass;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code pass NAME NAME...}: the graphs after these passes in the order of the table, or after
 * {@code all}; with the word {@code facts=sigma} between them, by sigma nodes. Passes that cannot
 * be left out run in any case. The level is 3 if one of those named runs from there on only.
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
    String level = OptimizationLevel.O2.suffix();
    for (Pass pass : PassTable.rows()) {
      if (wanted.contains(pass.name()) && pass.from() == OptimizationLevel.O3) {
        level = OptimizationLevel.O3.suffix();
      }
      if (!wanted.remove(pass.name()) && !pass.required() && !arguments.equals("all")) {
        flags.add(pass.name() + ":off");
      }
    }
    for (ProgramPass pass : PassTable.programPasses()) {
      if (!wanted.remove(pass.name()) && !arguments.equals("all")) {
        flags.add(pass.name() + ":off");
      }
    }
    boolean bySigmas = wanted.remove("facts=sigma");
    if (!wanted.isEmpty() && !arguments.equals("all")) {
      throw new IllegalArgumentException("no pass " + wanted);
    }
    CompilerOptions options =
        CompilerOptions.DEFAULT.withLevel(level).withVerify(true).withPassFlags(flags);
    if (bySigmas) {
      options = options.withFacts("sigma");
    }
    Program program = input.read(options);
    new Compiler(options).optimise(program);
    return PrintAction.withoutFolder(input, SeaPrinter.print(program, SeaPrinter.Names.ORDER));
  }
}
