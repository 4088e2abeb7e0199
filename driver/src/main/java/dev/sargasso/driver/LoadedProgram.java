package dev.sargasso.driver;

import dev.sargasso.driver.process.CrashReport;
import dev.sargasso.driver.process.ForkedRun;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.announce.DebuggerInterface;
import dev.sargasso.x64.announce.JitDump;
import dev.sargasso.x64.announce.PerfMap;
import dev.sargasso.x64.code.LoadedCode;
import dev.sargasso.x64.object.ObjectFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled program in executable memory of this process. Closing it frees that memory; code that
 * is still running then crashes.
 */
public final class LoadedProgram implements AutoCloseable {
  private final Program program;
  private final List<CompiledFunction> functions;
  private final LoadedCode code;
  private @Nullable DebuggerInterface debugger;

  LoadedProgram(Program program, List<CompiledFunction> functions, LoadedCode code) {
    this.program = program;
    this.functions = functions;
    this.code = code;
  }

  /** What was compiled. */
  public Program program() {
    return program;
  }

  /** The address of a function or global, which the program must define. */
  public long address(String symbol) {
    return code.address(symbol);
  }

  /** The bytes of a global. */
  public MemorySegment segment(String symbol) {
    return code.segment(symbol);
  }

  /**
   * A handle for a function, typed by its signature: I1 and I8 are {@code byte}, I16 {@code short},
   * I32 {@code int}, I64 {@code long}, PTR {@code MemorySegment}. Making one costs some
   * milliseconds: keep it.
   *
   * @throws IllegalArgumentException if the program does not define the function, or the signature
   *     has several results, by-value aggregates or vectors, which a handle cannot express
   */
  public MethodHandle function(String symbol) {
    Function function = program.function(symbol);
    if (function == null) {
      throw new IllegalArgumentException(
          "'" + symbol + "' is not defined in " + program.name() + "; it defines " + names());
    }
    return code.function(symbol, descriptor(function.signature()));
  }

  private List<String> names() {
    return program.functions().stream().map(Function::name).limit(20).toList();
  }

  private static FunctionDescriptor descriptor(Signature signature) {
    if (signature.results().size() > 1 || signature.variadic()) {
      throw new IllegalArgumentException("no handle for signature " + signature);
    }
    MemoryLayout[] parameters = new MemoryLayout[signature.parameters().size()];
    for (int i = 0; i < parameters.length; i++) {
      Signature.Parameter parameter = signature.parameters().get(i);
      if (parameter.isByValue()) {
        throw new IllegalArgumentException("no handle for signature " + signature);
      }
      parameters[i] = layout(parameter.type());
    }
    return signature.results().isEmpty()
        ? FunctionDescriptor.ofVoid(parameters)
        : FunctionDescriptor.of(layout(signature.results().get(0)), parameters);
  }

  private static MemoryLayout layout(Type type) {
    return switch (type) {
      case I1, I8 -> ValueLayout.JAVA_BYTE;
      case I16 -> ValueLayout.JAVA_SHORT;
      case I32 -> ValueLayout.JAVA_INT;
      case I64 -> ValueLayout.JAVA_LONG;
      case F32 -> ValueLayout.JAVA_FLOAT;
      case F64 -> ValueLayout.JAVA_DOUBLE;
      case PTR -> ValueLayout.ADDRESS;
      default -> throw new IllegalArgumentException("no handle for type " + type.text());
    };
  }

  /**
   * Runs {@code main} in a forked child: whatever it does happens to the child alone.
   *
   * @param arguments argv, the program's name first
   * @param timeoutMillis after which the child is ended; 0 for no limit
   */
  public ForkedRun.Outcome runIsolated(List<String> arguments, long timeoutMillis) {
    LoadedCode.flushOutput();
    return ForkedRun.run(address("main"), arguments, timeoutMillis);
  }

  /**
   * Calls a function in a forked child.
   *
   * @param integers arguments for the general registers, at most 6
   * @param floats arguments for the vector registers as raw bits, at most 8
   * @param timeoutMillis after which the child is ended; 0 for no limit
   */
  public ForkedRun.Outcome callIsolated(
      String symbol, long[] integers, long[] floats, long timeoutMillis) {
    LoadedCode.flushOutput();
    return ForkedRun.call(address(symbol), integers, floats, timeoutMillis);
  }

  /**
   * Runs {@code main} in this process. If it crashes or exits, so does the JVM.
   *
   * @param arguments argv, the program's name first
   */
  public int runHere(List<String> arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment vector = arena.allocate(ValueLayout.ADDRESS, arguments.size() + 1L);
      for (int i = 0; i < arguments.size(); i++) {
        vector.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(arguments.get(i)));
      }
      MemorySegment environment =
          Linker.nativeLinker()
              .defaultLookup()
              .findOrThrow("environ")
              .reinterpret(8)
              .get(ValueLayout.ADDRESS, 0);
      int result =
          (int) code.call("main", arguments.size(), vector.address(), environment.address());
      LoadedCode.flushOutput();
      return result;
    }
  }

  /**
   * The innermost function of the program that was active in a crash: the one that holds the
   * instruction, or else the first whose return address is on the stack.
   */
  public Optional<String> functionAt(CrashReport crash) {
    Optional<String> direct = code.functionAt(crash.instruction());
    for (int i = 0; direct.isEmpty() && i < crash.stack().size(); i++) {
      direct = code.functionAt(crash.stack().get(i));
    }
    return direct;
  }

  /**
   * Tells {@code perf} the functions of the program by name, in the file that it reads for this
   * process; samples of children that run the program count as well.
   *
   * @throws IOException if the file cannot be written
   */
  public Path writePerfMap() throws IOException {
    Path file = PerfMap.ofThisProcess();
    PerfMap.append(file, code.functions());
    return file;
  }

  /**
   * Writes code, names and lines of the program to a file for {@code perf inject --jit}.
   *
   * @param folder where the file {@code jit-PROCESS.dump} is to be
   * @throws IOException if it cannot be written
   */
  public Path writeJitDump(Path folder) throws IOException {
    return JitDump.write(folder, loadedFunctions());
  }

  private List<JitDump.Loaded> loadedFunctions() {
    return functions.stream()
        .map(
            function ->
                new JitDump.Loaded(
                    function.name(),
                    code.address(function.name()),
                    code.segment(function.name()).toArray(ValueLayout.JAVA_BYTE),
                    sourceOf(function),
                    function.lines()))
        .toList();
  }

  private String sourceOf(CompiledFunction function) {
    String file = function.lines().file();
    return Path.of(file.isEmpty() ? program.name() : file).toAbsolutePath().toString();
  }

  /**
   * Tells a debugger in which this process runs, or that attaches to it later, of the program's
   * functions, lines and variables. They are forgotten when the program is closed.
   *
   * @throws IOException if the file that this takes cannot be written
   */
  public void registerWithDebugger() throws IOException {
    if (debugger != null || functions.isEmpty()) {
      return;
    }
    ObjectFile object = new ObjectFile(program.name(), Path.of("").toAbsolutePath().toString());
    for (CompiledFunction function : functions) {
      function.writeTo(object);
    }
    // In memory functions follow one another as in an object file.
    object.placeText(code.address(functions.getFirst().name()));
    debugger = DebuggerInterface.register(object.toBytes());
  }

  @Override
  public void close() {
    if (debugger != null) {
      try {
        debugger.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    code.close();
  }
}
