package dev.sargasso.tests.filetest;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SchedulePrinter;

/** {@code gcm POLICY}: the schedules of the graphs as they are built, under that policy. */
public final class MotionAction implements FiletestAction {
  @Override
  public String name() {
    return "gcm";
  }

  @Override
  public String perform(FiletestInput input, String arguments) throws Exception {
    Program program = input.read();
    Compiler compiler =
        new Compiler(
            CompilerOptions.DEFAULT.withLevel("0").withVerify(true).withPlacement(arguments));
    return SchedulePrinter.print(program, compiler::schedule);
  }
}
