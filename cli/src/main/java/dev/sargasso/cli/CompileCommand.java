package dev.sargasso.cli;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.LinkOptions;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code sargasso compile}: writes an executable, an object file, assembly, or a form on the way.
 */
final class CompileCommand implements Callable<Integer> {
  private static final Path STANDARD_OUTPUT = Path.of("-");

  private final CommonOptions common = new CommonOptions();
  private final DumpOptions dumps = new DumpOptions();

  private final OptionSpec output =
      OptionSpec.builder("-o")
          .paramLabel("FILE")
          .type(String.class)
          .description(
              "Write here; '-' is standard output (default: a.out, NAME.o, NAME.s; --emit: standard"
                  + " output).")
          .build();

  private final OptionSpec object =
      OptionSpec.builder("-c")
          .type(boolean.class)
          .initialValue(false)
          .description("Write an object file.")
          .build();

  private final OptionSpec assembly =
      OptionSpec.builder("-S")
          .type(boolean.class)
          .initialValue(false)
          .description("Write assembly.")
          .build();

  private final OptionSpec debug =
      OptionSpec.builder("-g")
          .type(boolean.class)
          .initialValue(false)
          .description(
              "Add what debuggers need to stop at lines, to name functions and to print"
                  + " variables; with -O0 all of them everywhere, else where they are known.")
          .build();

  private final OptionSpec syntax =
      OptionSpec.builder("-masm")
          .paramLabel("SYNTAX")
          .type(String.class)
          .defaultValue("att")
          .description(
              "With -S or --emit=asm: the syntax of instructions, att or intel (default:"
                  + " ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec emit =
      OptionSpec.builder("--emit")
          .paramLabel("FORM")
          .type(String.class)
          .description(
              "Write a form on the way: 'sea' (the graph after all passes), 'schedule' (blocks in"
                  + " SSA notation), 'asm' (a listing), 'interference' (which values are alive"
                  + " together), 'dot-sea' or 'dot-schedule'; the last three for Graphviz. Or a"
                  + " format, a dash and a graph: dot, graphml, gexf or json; sea, flow,"
                  + " dominators, loops, calls or interference.")
          .build();

  private final OptionSpec function =
      OptionSpec.builder("--function")
          .paramLabel("NAME")
          .type(String.class)
          .description("With --emit: only this function.")
          .build();

  private final OptionSpec shared =
      OptionSpec.builder("-shared")
          .type(boolean.class)
          .initialValue(false)
          .description("Link a shared object instead of an executable; implies -fPIC.")
          .build();

  private final OptionSpec libraries =
      OptionSpec.builder("-l")
          .paramLabel("LIBRARY")
          .type(List.class)
          .initialValue(List.of())
          .description("Link with this library.")
          .build();

  private final OptionSpec libraryFolders =
      OptionSpec.builder("-L")
          .paramLabel("FOLDER")
          .type(List.class)
          .initialValue(List.of())
          .description("Look for libraries here first; may be repeated.")
          .build();

  private final OptionSpec isStatic =
      OptionSpec.builder("-static")
          .type(boolean.class)
          .initialValue(false)
          .description("Link without shared objects.")
          .build();

  private final PositionalParamSpec sources =
      PositionalParamSpec.builder()
          .arity("1..*")
          .required(true)
          .paramLabel("FILE")
          .type(List.class)
          .description("The sources; and object files and libraries (.o, .a, .so) to link with.")
          .build();

  private CompileCommand() {}

  /** The command, to be added to the main one. */
  static CommandSpec specification() {
    CompileCommand command = new CompileCommand();
    CommandSpec specification =
        Main.withHelp(CommandSpec.wrapWithoutInspection(command).name("compile"))
            .addOption(command.output)
            .addOption(command.object)
            .addOption(command.assembly)
            .addOption(command.debug)
            .addOption(command.syntax)
            .addOption(command.emit)
            .addOption(command.function)
            .addOption(command.shared)
            .addOption(command.libraries)
            .addOption(command.libraryFolders)
            .addOption(command.isStatic)
            .addPositional(command.sources);
    command.common.addTo(specification);
    command.dumps.addTo(specification);
    specification
        .usageMessage()
        .description(
            "Compiles C files (.c), files in SSA notation (.ssa) and in the sea form (.sea) to an"
                + " executable, which takes the system's cc to link; or with -c to object files,"
                + " with -S to assembly, with --emit to a form on the way.");
    return specification;
  }

  @Override
  public Integer call() throws UserError, SourceException {
    boolean toObject = object.getValue();
    boolean toAssembly = assembly.getValue();
    @Nullable String form = emit.getValue();
    @Nullable Path target = target();
    List<Path> files = new ArrayList<>();
    List<Path> linked = new ArrayList<>();
    for (String name : sources.<List<String>>getValue()) {
      (isForTheLinker(name) ? linked : files).add(Path.of(name));
    }
    if ((toObject ? 1 : 0) + (toAssembly ? 1 : 0) + (form != null ? 1 : 0) > 1) {
      throw new UserError("-c, -S and --emit exclude each other; take one");
    }
    boolean linking = !toObject && !toAssembly && form == null;
    if (linking && STANDARD_OUTPUT.equals(target)) {
      throw new UserError("an executable cannot be written to standard output; name a file");
    }
    if (!linking && !linked.isEmpty()) {
      throw new UserError(
          linked.getFirst() + " is only there to be linked; leave it out, or -c, -S or --emit");
    }
    for (Path file : linked) {
      if (!Files.isRegularFile(file)) {
        throw new UserError(file + " is no file; check its name");
      }
    }
    if (!linking && target != null && files.size() > 1) {
      throw new UserError("-o with -c, -S or --emit takes a single source file");
    }
    return dumps.around(
        common.compiler(debug.<Boolean>getValue(), shared.<Boolean>getValue()),
        compiler -> compile(compiler, files, linked, target));
  }

  private static boolean isForTheLinker(String name) {
    return name.endsWith(".o") || name.endsWith(".a") || name.endsWith(".so");
  }

  private Integer compile(
      Compiler compiler, List<Path> files, List<Path> linked, @Nullable Path target)
      throws UserError, SourceException {
    boolean toObject = object.getValue();
    @Nullable String form = emit.getValue();
    // All sources are compiled before anything is written, so that an error leaves nothing behind.
    List<Program> programs = new ArrayList<>();
    for (Path file : files) {
      programs.add(compiler.read(file));
    }
    if (form != null) {
      StringBuilder text = new StringBuilder();
      for (Program program : programs) {
        text.append(Forms.emit(compiler, program, form, function.getValue(), syntax.getValue()));
      }
      write(
          target != null ? target : STANDARD_OUTPUT,
          text.toString().getBytes(StandardCharsets.UTF_8));
      return 0;
    }
    if (!toObject && !assembly.<Boolean>getValue()) {
      List<CompiledProgram> compiled = programs.stream().map(compiler::compile).toList();
      common.printStatistics(compiled);
      link(compiled, linked);
      return 0;
    }
    List<byte[]> results = new ArrayList<>();
    List<CompiledProgram> compiled = new ArrayList<>();
    for (Program program : programs) {
      if (toObject) {
        compiled.add(compiler.compile(program));
        results.add(object(compiled.getLast()));
      } else {
        compiled.add(compiler.compileForListing(program));
        results.add(
            Forms.assembly(compiled.getLast(), syntax.getValue(), debug.<Boolean>getValue())
                .getBytes(StandardCharsets.UTF_8));
      }
    }
    common.printStatistics(compiled);
    for (int i = 0; i < results.size(); i++) {
      write(target != null ? target : beside(files.get(i), toObject ? ".o" : ".s"), results.get(i));
    }
    return 0;
  }

  private byte[] object(CompiledProgram program) {
    return debug.getValue() ? program.objectForDebuggers(Path.of("")) : program.object();
  }

  private @Nullable Path target() {
    String name = output.getValue();
    return name == null ? null : Path.of(name);
  }

  private void link(List<CompiledProgram> compiled, List<Path> linked) throws UserError {
    Path target = target();
    try {
      Linking.link(
          compiled.stream().map(this::object).toList(),
          new LinkOptions(
              linked,
              libraryFolders.<List<String>>getValue().stream().map(Path::of).toList(),
              libraries.getValue(),
              shared.<Boolean>getValue(),
              isStatic.<Boolean>getValue()),
          target != null ? target : Path.of("a.out"));
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
    if (target.equals(STANDARD_OUTPUT)) {
      System.out.write(bytes, 0, bytes.length);
      System.out.flush();
      return;
    }
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
      throw UserError.unwritable(target, e);
    }
  }
}
