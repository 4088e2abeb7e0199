package dev.sargasso.tests.filetest;

import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.SeaPrinter;

/** {@code print sea}: the graphs as they are built, without passes. */
public final class PrintAction implements FiletestAction {
  @Override
  public String name() {
    return "print";
  }

  @Override
  public String perform(FiletestInput input, String arguments) throws Exception {
    if (!arguments.equals("sea")) {
      throw new IllegalArgumentException("print sea, not print " + arguments);
    }
    Program program = input.read();
    return withoutFolder(input, SeaPrinter.print(program, SeaPrinter.Names.ORDER));
  }

  static String withoutFolder(FiletestInput input, String text) {
    return text.replace(input.folder(), "");
  }
}
