package dev.sargasso.driver;

import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.program.ConstructionCounts;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.pipeline.PassStatistics;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.code.CodeImage;
import dev.sargasso.x64.code.CodeMemoryException;
import dev.sargasso.x64.encode.Syntax;
import dev.sargasso.x64.object.AssemblyFile;
import dev.sargasso.x64.object.ObjectFile;
import dev.sargasso.x64.object.ObjectSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program in machine code, not yet anywhere: in order of definition, one code a function. */
public final class CompiledProgram {
  private final Program program;
  private final List<CompiledFunction> functions;
  private final PassStatistics statistics;
  private final SsaConstruction construction;

  CompiledProgram(
      Program program,
      List<CompiledFunction> functions,
      PassStatistics statistics,
      SsaConstruction construction) {
    this.program = program;
    this.construction = construction;
    this.statistics = statistics;
    this.functions = List.copyOf(functions);
  }

  /** What was compiled. */
  public Program program() {
    return program;
  }

  /** The functions in machine code, in order of definition. */
  public List<CompiledFunction> functions() {
    return functions;
  }

  /** What compiling took and did. */
  public CompilationStatistics compilationStatistics() {
    ConstructionCounts sum = ConstructionCounts.NONE;
    for (Function function : program.functions()) {
      sum = sum.plus(function.construction());
    }
    return new CompilationStatistics(construction, sum, statistics);
  }

  /** Bytes of all functions together. */
  public long codeBytes() {
    return functions.stream().mapToLong(function -> function.code().bytes().length).sum();
  }

  private <T extends ObjectSink> T fill(T sink) {
    for (CompiledFunction function : functions) {
      function.writeTo(sink);
    }
    for (Global global : program.globals()) {
      sink.global(global);
    }
    program.descriptions().forEach(sink::describe);
    return sink;
  }

  /**
   * Puts the program into executable memory of this process.
   *
   * @throws LoadException if a symbol is defined nowhere, or there is no memory
   */
  public LoadedProgram load() throws LoadException {
    try {
      return new LoadedProgram(program, functions, fill(new CodeImage()).load());
    } catch (CodeMemoryException e) {
      throw new LoadException(String.valueOf(e.getMessage()));
    }
  }

  /** The bytes of an ELF relocatable object file. */
  public byte[] object() {
    return fill(new ObjectFile(program.name())).toBytes();
  }

  /**
   * The bytes of an ELF relocatable object file with what debuggers read.
   *
   * @param folder what the name of the source is relative to
   */
  public byte[] objectForDebuggers(Path folder) {
    return fill(new ObjectFile(program.name(), folder.toAbsolutePath().toString())).toBytes();
  }

  /**
   * The program as assembly text.
   *
   * @param syntax {@code att} or {@code intel}
   * @throws IllegalStateException if it was not {@linkplain Compiler#compileForListing compiled for
   *     that}
   * @throws IllegalArgumentException if there is no such syntax, or it cannot express the name of a
   *     symbol
   */
  public String assembly(String syntax) {
    return fill(new AssemblyFile(program.name(), syntaxOf(syntax), new SourceTexts(), null)).text();
  }

  /**
   * The same with what debuggers read.
   *
   * @param folder what the name of the source is relative to
   */
  public String assemblyForDebuggers(String syntax, Path folder) {
    String from = folder.toAbsolutePath().toString();
    return fill(new AssemblyFile(program.name(), syntaxOf(syntax), new SourceTexts(), from)).text();
  }

  /** Lines of source files as far as these can be read now; each is read once. */
  private final class SourceTexts implements AssemblyFile.SourceText {
    private final Map<String, List<String>> files = new HashMap<>();

    @Override
    public String line(String file, int line) {
      List<String> lines =
          files.computeIfAbsent(file.isEmpty() ? program.name() : file, SourceTexts::read);
      return line >= 1 && line <= lines.size() ? lines.get(line - 1) : "";
    }

    private static List<String> read(String file) {
      try {
        return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8)
            .lines()
            .toList();
      } catch (IOException | InvalidPathException e) {
        return List.of();
      }
    }
  }

  private static Syntax syntaxOf(String name) {
    return switch (name) {
      case "att" -> Syntax.ATT;
      case "intel" -> Syntax.INTEL;
      default ->
          throw new IllegalArgumentException(
              "there is no syntax '" + name + "'; take att or intel");
    };
  }
}
