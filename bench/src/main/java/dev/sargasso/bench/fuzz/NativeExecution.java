package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Execution of native code, as an executable linked by the system's compiler.
 *
 * @param name for reports
 * @param options of the compiler, checks included
 * @param forThisMachine whether all instructions of this processor are used
 */
record NativeExecution(String name, CompilerOptions options, boolean forThisMachine)
    implements Execution {
  private static final int LINK_SECONDS = 60;

  @Override
  public Ending run(Path source, Path folder, int seconds) throws IOException {
    Path object = folder.resolve("program.o");
    Path binary = folder.resolve("program");
    Compiler compiler = new Compiler(options);
    try {
      Program program = compiler.read(source);
      CompiledProgram compiled =
          forThisMachine ? compiler.compileForThisMachine(program) : compiler.compile(program);
      Files.write(object, compiled.object());
    } catch (SourceException e) {
      return Failures.refused(e);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return Failures.broken(e);
    }
    Ending linked =
        Commands.run(
            "cc " + Commands.quoted(object) + " -o " + Commands.quoted(binary) + " -lm",
            "link",
            folder,
            LINK_SECONDS);
    return linked.isSuccess() ? Commands.run(Commands.quoted(binary), "", folder, seconds) : linked;
  }
}
