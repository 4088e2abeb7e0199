package dev.sargasso.frontend.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The system's C compiler, as a judge. */
final class SystemCompiler {
  private final Path folder;

  /** Works in an empty folder. */
  SystemCompiler(final Path folder) {
    this.folder = folder;
  }

  /** What a program prints when it is compiled by the system's compiler. */
  String output(final String text) throws IOException, InterruptedException {
    final Path source = folder.resolve("judge.c");
    final Path program = folder.resolve("judge");
    Files.writeString(source, text);
    run(
        List.of(
            "cc", "-std=gnu11", "-w", "-O0", source.toString(), "-o", program.toString(), "-lm"));
    return run(List.of(program.toString()));
  }

  private String run(final List<String> command) throws IOException, InterruptedException {
    final Path output = folder.resolve("output");
    final Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command + " does not end");
    }
    final String printed = Files.readString(output, StandardCharsets.ISO_8859_1);
    if (process.exitValue() != 0) {
      throw new AssertionError(command + " ends with " + process.exitValue() + ":\n" + printed);
    }
    return printed;
  }
}
