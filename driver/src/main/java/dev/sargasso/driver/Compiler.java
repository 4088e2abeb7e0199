package dev.sargasso.driver;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.select.CpuFeatures;
import dev.sargasso.x64.select.Selector;
import dev.sargasso.x64.select.SymbolScope;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The whole compiler as one object: reads sources, optimises, schedules and compiles.
 *
 * <p>A compiler has options and no other state; it may be used by several threads. What it returns
 * depends on the input and the options alone, not on the number of threads.
 */
public final class Compiler {
  private final CompilerOptions options;
  private final SourceReader reader;
  private final CompilationListener listener;

  /** A compiler whose warnings are dropped and to which nobody listens. */
  public Compiler(CompilerOptions options) {
    this(options, warning -> {});
  }

  /**
   * A compiler to which nobody listens.
   *
   * @param warnings takes warnings about sources that are accepted, formatted for people
   */
  public Compiler(CompilerOptions options, Consumer<String> warnings) {
    this(options, warnings, CompilationListener.NONE);
  }

  /**
   * A compiler.
   *
   * @param warnings takes warnings about sources that are accepted, formatted for people
   * @param listener sees every state of every function
   */
  public Compiler(
      CompilerOptions options, Consumer<String> warnings, CompilationListener listener) {
    this.options = options;
    this.listener = listener;
    this.reader = new SourceReader(options.c(), this::newSimplifier, warnings);
  }

  private Compiler(Compiler other, CompilationListener second) {
    options = other.options;
    reader = other.reader;
    listener = new BothListeners(other.listener, second);
  }

  /** The same compiler, heard by one more listener. */
  public Compiler heardBy(CompilationListener further) {
    return new Compiler(this, further);
  }

  /** How this compiles. */
  public CompilerOptions options() {
    return options;
  }

  /** What simplifies nodes while they are made: for the graph of one function that you build. */
  public Simplifier newSimplifier() {
    return Pipeline.simplifierFor(options.pipeline());
  }

  /**
   * Reads a source file: C if its name ends in {@code .c}, SSA notation if it ends in {@code .ssa}.
   *
   * @throws SourceException if it cannot be read or is wrong
   */
  public Program read(Path file) throws SourceException {
    return reader.read(file);
  }

  /**
   * Reads a text in SSA notation.
   *
   * @param name what to call it in messages
   */
  public Program parseSsa(String name, String text) throws SourceException {
    return reader.parse(name, text);
  }

  /**
   * Runs all passes on a program, in place, those that look at several functions included. What the
   * program then holds is what {@link #compile} would schedule.
   */
  public void optimise(Program program) {
    try (FunctionCompilers compilers =
        new FunctionCompilers(options, listener, CpuFeatures.BASELINE, false)) {
      compilers.optimiseTogether(program);
      compilers.forEach(List.copyOf(program.functions()), Pipeline::finish);
    }
  }

  /** Runs the passes on a function, in place, but none that looks at other functions. */
  public void optimise(Function function) {
    plainCompiler().optimise(function);
  }

  /** Gives every node of an optimised function a place. */
  public Schedule schedule(Function function) {
    return plainCompiler().schedule(function);
  }

  /**
   * The machine instructions for an optimised function, before registers are allocated, with no
   * other symbol within reach.
   */
  public MachineFunction select(Function function) {
    return new Selector(options.pipeline().level().prefersSize())
        .select(function, schedule(function), fileFeatures(), symbol -> false);
  }

  private FunctionCompiler plainCompiler() {
    return new FunctionCompiler(options, listener, CpuFeatures.BASELINE, false);
  }

  /**
   * Compiles all functions of a program to machine code for any x86-64 processor, unless the
   * options name others. The graphs are changed by the passes.
   */
  public CompiledProgram compile(Program program) {
    return compile(program, fileFeatures(), false);
  }

  /**
   * Compiles for the processor of this machine and loads the result into this process.
   *
   * @throws LoadException if a symbol is defined nowhere, or there is no memory
   */
  public LoadedProgram load(Program program) throws LoadException {
    return compileForThisMachine(program).load();
  }

  /** Compiles for the processor of this machine, unless the options name another. */
  public CompiledProgram compileForThisMachine(Program program) {
    return compile(program, options.features().orElseGet(HostProcessor::features), false);
  }

  /**
   * Compiles to assembly text, which the system's assembler turns into the bytes that {@link
   * #compile} makes.
   */
  public String assembly(Program program) {
    return compileForListing(program).assembly("att");
  }

  /** As {@link #compile}, and keeps what it takes to write the result as assembly text. */
  public CompiledProgram compileForListing(Program program) {
    return compile(program, fileFeatures(), true);
  }

  private CpuFeatures fileFeatures() {
    return options.features().orElse(CpuFeatures.BASELINE);
  }

  /** What is defined in the unit ends up near its code in an executable. */
  private static SymbolScope inUnit(Program program) {
    return symbol -> program.function(symbol) != null || program.global(symbol) != null;
  }

  /** In a shared object only what no other module can see does. */
  private static SymbolScope inModule(Program program) {
    return symbol -> {
      Function function = program.function(symbol);
      if (function != null) {
        return function.linkage().staysInModule();
      }
      Global global = program.global(symbol);
      return global != null && global.linkage().staysInModule();
    };
  }

  private CompiledProgram compile(Program program, CpuFeatures features, boolean listing) {
    SymbolScope scope = options.shareable() ? inModule(program) : inUnit(program);
    try (FunctionCompilers compilers =
        new FunctionCompilers(options, listener, features, listing)) {
      compilers.optimiseTogether(program);
      List<CompiledFunction> compiled = compilers.compile(List.copyOf(program.functions()), scope);
      return new CompiledProgram(
          program, compiled, compilers.statistics(), options.c().construction());
    }
  }
}
