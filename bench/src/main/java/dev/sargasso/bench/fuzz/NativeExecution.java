package dev.sargasso.bench.fuzz;

import dev.sargasso.frontend.c.CompilationFailed;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.x64.CodeGenerator;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.object.ObjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Execution of native code, as an executable linked by the system's compiler.
 *
 * @param name for reports
 * @param simplifiers works while the graph is built
 * @param motion how it is scheduled
 * @param code how code is generated
 */
record NativeExecution(
    String name,
    Supplier<Simplifier> simplifiers,
    GlobalCodeMotion.Options motion,
    CodeOptions code)
    implements Execution {
  private static final int LINK_SECONDS = 60;

  @Override
  public Ending run(Path source, Path folder, int seconds) throws IOException {
    Path object = folder.resolve("program.o");
    Path binary = folder.resolve("program");
    try {
      Files.write(object, compile(Sources.read(source, simplifiers)));
    } catch (CompilationFailed e) {
      return Sources.refused(e);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return Sources.broken(e);
    }
    Ending linked =
        Commands.run(
            "cc " + Commands.quoted(object) + " -o " + Commands.quoted(binary) + " -lm",
            "link",
            folder,
            LINK_SECONDS);
    return linked.isSuccess() ? Commands.run(Commands.quoted(binary), "", folder, seconds) : linked;
  }

  private byte[] compile(Program program) {
    CodeGenerator generator = new CodeGenerator(code.withVerify(true));
    ObjectFile file = new ObjectFile(program.name());
    for (Function function : program.functions()) {
      Schedule schedule = GlobalCodeMotion.schedule(function, motion);
      ScheduleVerifier.verify(function.name(), schedule);
      generator
          .compile(
              function,
              schedule,
              symbol -> program.function(symbol) != null || program.global(symbol) != null)
          .writeTo(file);
    }
    for (Global global : program.globals()) {
      file.global(global);
    }
    return file.toBytes();
  }
}
