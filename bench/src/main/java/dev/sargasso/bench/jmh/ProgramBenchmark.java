package dev.sargasso.bench.jmh;

import dev.sargasso.driver.CompiledProgram;
import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Program;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** C files from text to machine code on one thread, as an embedder would compile them. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgs = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
public class ProgramBenchmark {
  /** For JMH. */
  public ProgramBenchmark() {}

  /** What is compiled, and how. */
  // JMH sets the fields.
  @NullUnmarked
  @State(Scope.Thread)
  public static class Input {
    /** A C file, relative to the directory of the sources. */
    @Param({"examples/fib.c", "examples/nbody.c", "examples/words.c"})
    public String file;

    /** The level of optimisation. */
    @Param({"0", "2"})
    public String level;

    Compiler compiler;
    Path path;

    /** For JMH. */
    public Input() {}

    /** Makes the compiler. */
    @Setup(Level.Trial)
    public void prepare() {
      compiler = new Compiler(CompilerOptions.DEFAULT.withLevel(level).withThreads(1));
      path = Path.of(System.getProperty(Jmh.HOME, ".")).resolve(file);
    }
  }

  /** A program that has been read; new for each invocation, since compiling changes it. */
  @NullUnmarked
  @State(Scope.Thread)
  public static class Read {
    Program program;

    /** For JMH. */
    public Read() {}

    /** Reads it. */
    @Setup(Level.Invocation)
    public void prepare(Input input) throws SourceException {
      program = input.compiler.read(input.path);
    }
  }

  /** The front end: preprocessing, parsing, checking and construction. */
  @Benchmark
  public Program read(Input input) throws SourceException {
    return input.compiler.read(input.path);
  }

  /** From the sea to bytes. */
  @Benchmark
  public CompiledProgram compile(Input input, Read read) {
    return input.compiler.compile(read.program);
  }

  /** Both. */
  @Benchmark
  public CompiledProgram whole(Input input) throws SourceException {
    return input.compiler.compile(input.compiler.read(input.path));
  }
}
