package dev.sargasso.driver;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.PassStatistics;
import dev.sargasso.passes.pipeline.Pipeline;
import dev.sargasso.passes.pipeline.Workers;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.select.CpuFeatures;
import dev.sargasso.x64.select.SymbolScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * As many function compilers as there are threads, for one compilation. What they make does not
 * depend on which of them makes it. Belongs to the thread that has made it.
 */
final class FunctionCompilers implements Workers, AutoCloseable {
  private final CompilerOptions options;
  private final List<FunctionCompiler> all = Collections.synchronizedList(new ArrayList<>());
  private final ThreadLocal<FunctionCompiler> own;
  private final PassStatistics shared = new PassStatistics();
  private @Nullable ExecutorService executor;

  FunctionCompilers(
      CompilerOptions options,
      CompilationListener listener,
      CpuFeatures features,
      boolean listing) {
    this.options = options;
    own =
        ThreadLocal.withInitial(
            () -> {
              FunctionCompiler compiler =
                  new FunctionCompiler(options, listener, features, listing);
              all.add(compiler);
              return compiler;
            });
  }

  /** Prepares all functions and runs the passes that look at several. */
  void optimiseTogether(Program program) {
    forEach(List.copyOf(program.functions()), Pipeline::prepare);
    Pipeline.optimizeTogether(program, options.pipeline(), this, shared);
  }

  /** Compiles functions that have been optimised together. */
  List<CompiledFunction> compile(List<Function> functions, SymbolScope scope) {
    return map(functions, (compiler, function) -> compiler.compile(function, scope));
  }

  @Override
  public <T> void forEach(List<T> items, BiConsumer<Pipeline, T> work) {
    List<Boolean> done =
        map(
            items,
            (compiler, item) -> {
              work.accept(compiler.pipeline(), item);
              return true;
            });
    assert done.size() == items.size();
  }

  private <T, R> List<R> map(List<T> items, BiFunction<FunctionCompiler, T, R> work) {
    List<R> results = new ArrayList<>();
    if (Math.min(options.threads(), items.size()) <= 1) {
      for (T item : items) {
        results.add(work.apply(own.get(), item));
      }
      return results;
    }
    ExecutorService threads = executor;
    if (threads == null) {
      threads = Executors.newFixedThreadPool(options.threads());
      executor = threads;
    }
    List<Future<R>> futures = new ArrayList<>();
    for (T item : items) {
      futures.add(threads.submit(() -> work.apply(own.get(), item)));
    }
    try {
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while compiling", e);
    }
  }

  /** What has been counted, over all threads. */
  PassStatistics statistics() {
    PassStatistics sum = new PassStatistics();
    sum.add(shared);
    all.forEach(compiler -> sum.add(compiler.statistics()));
    return sum;
  }

  @Override
  public void close() {
    if (executor != null) {
      executor.close();
    }
    own.remove();
  }
}
