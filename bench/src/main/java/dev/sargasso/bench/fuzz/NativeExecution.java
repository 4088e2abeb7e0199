package dev.sargasso.bench.fuzz;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Execution of native code, as an executable linked by the system's compiler.
 *
 * @param name for reports
 * @param options of the compiler, checks included
 * @param forThisMachine whether all instructions of this processor are used
 * @param known how code that has been run already ended, by its bytes; code that is there is not
 *     run again, and what is run is put there
 */
record NativeExecution(
    String name,
    CompilerOptions options,
    boolean forThisMachine,
    Optional<Map<ByteBuffer, Ending>> known)
    implements Execution {
  private static final int LINK_SECONDS = 60;

  /** One that runs its code in any case. */
  NativeExecution(String name, CompilerOptions options, boolean forThisMachine) {
    this(name, options, forThisMachine, Optional.empty());
  }

  @Override
  public Ending run(Path source, Path folder, int seconds) throws IOException {
    Path object = folder.resolve("program.o");
    Path binary = folder.resolve("program");
    Compiler compiler = new Compiler(options);
    final byte[] code;
    try {
      Program program = compiler.read(source);
      CompiledProgram compiled =
          forThisMachine ? compiler.compileForThisMachine(program) : compiler.compile(program);
      code = compiled.object();
    } catch (SourceException e) {
      return Failures.refused(e);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return Failures.broken(e);
    }
    Optional<Ending> before = known.map(endings -> endings.get(ByteBuffer.wrap(code)));
    if (before.isPresent()) {
      return before.get();
    }
    Files.write(object, code);
    Ending linked =
        Commands.run(
            "cc " + Commands.quoted(object) + " -o " + Commands.quoted(binary) + " -lm",
            "link",
            folder,
            LINK_SECONDS);
    Ending ending =
        linked.isSuccess() ? Commands.run(Commands.quoted(binary), "", folder, seconds) : linked;
    known.ifPresent(endings -> endings.put(ByteBuffer.wrap(code), ending));
    return ending;
  }
}
