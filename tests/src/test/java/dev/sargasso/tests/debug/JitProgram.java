package dev.sargasso.tests.debug;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.LoadedProgram;
import java.nio.file.Path;
import java.util.List;

/** Runs a C program in its own process and tells who watches it. */
final class JitProgram {
  private JitProgram() {}

  /**
   * Runs a program.
   *
   * @param arguments {@code gdb}, {@code map} or {@code dump}, and the source file
   */
  public static void main(String[] arguments) throws Exception {
    Compiler compiler =
        new Compiler(CompilerOptions.DEFAULT.withLevel("0").withThreads(1).withDebugging());
    try (LoadedProgram program = compiler.load(compiler.read(Path.of(arguments[1])))) {
      switch (arguments[0]) {
        case "gdb" -> program.registerWithDebugger();
        case "map" -> System.out.println(program.writePerfMap());
        default -> System.out.println(program.writeJitDump(Path.of("")));
      }
      System.exit(program.runHere(List.of("program")));
    }
  }
}
