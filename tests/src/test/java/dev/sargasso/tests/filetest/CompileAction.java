package dev.sargasso.tests.filetest;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.ir.program.Program;

/** {@code compile asm}: the assembly text of the whole program after all passes. */
public final class CompileAction implements FiletestAction {
  @Override
  public String name() {
    return "compile";
  }

  @Override
  public String perform(FiletestInput input, String arguments) throws Exception {
    if (!arguments.equals("asm")) {
      throw new IllegalArgumentException("compile asm, not compile " + arguments);
    }
    CompilerOptions options = CompilerOptions.DEFAULT.withVerify(true).withThreads(1);
    Program program = input.read(options);
    return PrintAction.withoutFolder(input, new Compiler(options).assembly(program));
  }
}
