package dev.sargasso.bench.fuzz;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Execution by another compiler of this machine.
 *
 * @param name for reports
 * @param command compiles, before the source file, {@code -o} and the output are appended
 */
record OtherCompiler(String name, String command) implements Execution {
  private static final int COMPILE_SECONDS = 60;

  @Override
  public Ending run(Path source, Path folder, int seconds) throws IOException {
    Path binary = folder.resolve("program");
    Ending compiled =
        Commands.run(
            command + " " + Commands.quoted(source) + " -o " + Commands.quoted(binary) + " -lm",
            "compile",
            folder,
            COMPILE_SECONDS);
    return compiled.isSuccess()
        ? Commands.run(Commands.quoted(binary), "", folder, seconds)
        : compiled;
  }
}
