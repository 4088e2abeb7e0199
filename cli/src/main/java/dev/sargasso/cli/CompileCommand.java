package dev.sargasso.cli;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.Linking;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sargasso compile}: writes an executable, an object file, assembly, or a form on the way.
 */
@Command(
    name = "compile",
    mixinStandardHelpOptions = true,
    description =
        "Compiles C files (.c) and files in SSA notation (.ssa) to an executable, which takes the"
            + " system's cc to link; or with -c to object files, with -S to assembly, with --emit"
            + " to a form on the way.")
final class CompileCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "-o",
      paramLabel = "FILE",
      description = "Write here (default: a.out, NAME.o, NAME.s; --emit: standard output).")
  private @Nullable Path output;

  @Option(names = "-c", description = "Write an object file.")
  private boolean object;

  @Option(names = "-S", description = "Write assembly.")
  private boolean assembly;

  @Option(
      names = "--emit",
      paramLabel = "FORM",
      description =
          "Write a form on the way: 'sea' (the graph after all passes), 'schedule' (blocks in SSA"
              + " notation), 'asm' (a listing), 'dot-sea' or 'dot-schedule' (for Graphviz).")
  private @Nullable String emit;

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "With --emit: only this function.")
  private @Nullable String function;

  @Option(names = "-l", paramLabel = "LIBRARY", description = "Link with this library.")
  private List<String> libraries = List.of();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The sources.")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws UserError, SourceException {
    if ((object ? 1 : 0) + (assembly ? 1 : 0) + (emit != null ? 1 : 0) > 1) {
      throw new UserError("-c, -S and --emit exclude each other; take one");
    }
    boolean linking = !object && !assembly && emit == null;
    if (!linking && output != null && files.size() > 1) {
      throw new UserError("-o with -c, -S or --emit takes a single source file");
    }
    Compiler compiler = common.compiler();
    // All sources are compiled before anything is written, so that an error leaves nothing behind.
    List<Program> programs = new ArrayList<>();
    for (Path file : files) {
      programs.add(compiler.read(file));
    }
    if (emit != null) {
      StringBuilder text = new StringBuilder();
      for (Program program : programs) {
        text.append(Forms.emit(compiler, program, emit, function));
      }
      if (output == null) {
        System.out.print(text);
        System.out.flush();
      } else {
        write(output, text.toString().getBytes(StandardCharsets.UTF_8));
      }
      return 0;
    }
    if (linking) {
      List<CompiledProgram> compiled = programs.stream().map(compiler::compile).toList();
      compiled.forEach(common::printStatistics);
      link(compiled);
      return 0;
    }
    List<byte[]> results = new ArrayList<>();
    for (Program program : programs) {
      results.add(
          object
              ? compiler.compile(program).object()
              : compiler.assembly(program).getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < results.size(); i++) {
      write(output != null ? output : beside(files.get(i), object ? ".o" : ".s"), results.get(i));
    }
    return 0;
  }

  private void link(List<CompiledProgram> compiled) throws UserError {
    Path target = output != null ? output : Path.of("a.out");
    try {
      Linking.link(compiled, libraries, target);
    } catch (IOException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  /** The file of the same name with another ending, in the working directory as is usual. */
  private static Path beside(Path source, String ending) {
    String name = String.valueOf(source.getFileName());
    return Path.of(name.substring(0, name.lastIndexOf('.')) + ending);
  }

  /** Writes a file whole or not at all. */
  private static void write(Path target, byte[] bytes) throws UserError {
    if (Files.isDirectory(target)) {
      throw new UserError("cannot write " + target + ": it is a directory; name a file");
    }
    try {
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        Files.write(target, bytes);
        return;
      }
      Path folder = target.toAbsolutePath().getParent();
      Path part = Files.createTempFile(folder, ".sargasso", null);
      try {
        Files.write(part, bytes);
        part.toFile().setReadable(true, false);
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UserError("cannot write " + target + ": " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case java.nio.file.NoSuchFileException _ -> "the folder does not exist; make it first";
      case java.nio.file.AccessDeniedException _ -> "permission denied";
      default -> String.valueOf(e.getMessage());
    };
  }
}
