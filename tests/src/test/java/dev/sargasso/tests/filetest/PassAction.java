package dev.sargasso.tests.filetest;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.pipeline.Pass;
import dev.sargasso.passes.pipeline.PassContext;
import dev.sargasso.passes.pipeline.PassTable;
import dev.sargasso.passes.simplify.Simplifications;

/** {@code pass NAME NAME...}: the graphs after these passes, or after {@code all}. */
public final class PassAction implements FiletestAction {
  @Override
  public String name() {
    return "pass";
  }

  @Override
  public String perform(FiletestInput input, String arguments) throws Exception {
    Program program = input.read(CompilerOptions.DEFAULT);
    Simplifications simplifications = Simplifications.forWholeGraph();
    for (String name : arguments.split(" ", -1)) {
      boolean found = false;
      for (Pass pass : PassTable.rows()) {
        if (name.equals("all") || name.equals(pass.name())) {
          found = true;
          for (Function function : program.functions()) {
            pass.body().run(new PassContext(function, simplifications, 0));
            GraphVerifier.verify(function, true);
          }
        }
      }
      if (!found) {
        throw new IllegalArgumentException("no pass '" + name + "'");
      }
    }
    return PrintAction.withoutFolder(input, SeaPrinter.print(program, SeaPrinter.Names.ORDER));
  }
}
