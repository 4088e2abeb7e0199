package dev.sargasso.frontend.c;

import dev.sargasso.frontend.c.lex.TokenBuffer;
import dev.sargasso.frontend.c.lower.UnitLowering;
import dev.sargasso.frontend.c.parse.Parser;
import dev.sargasso.frontend.c.preprocess.Preprocessing;
import dev.sargasso.frontend.c.source.Diagnostic;
import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.source.Location;
import dev.sargasso.frontend.c.source.SourceMap;
import dev.sargasso.frontend.c.source.SourceText;
import dev.sargasso.frontend.c.syntax.TranslationUnit;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Program;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Translates C source files to programs. Instances have no state; each compilation runs in a thread
 * of its own with a stack that is large enough for the deepest nesting that is accepted.
 */
public final class CFrontEnd {
  private static final long STACK_SIZE = 512L << 20;

  private final CFrontEndOptions options;
  private final Supplier<Simplifier> simplifiers;
  private final Consumer<Diagnostic> warnings;

  /**
   * A front end.
   *
   * @param options how to read C
   * @param simplifiers gives each function's graph the simplifier that works while it is built
   * @param warnings takes the warnings of compilations that succeed
   */
  public CFrontEnd(
      final CFrontEndOptions options,
      final Supplier<Simplifier> simplifiers,
      final Consumer<Diagnostic> warnings) {
    this.options = options;
    this.simplifiers = simplifiers;
    this.warnings = warnings;
  }

  /** Translates a file with the given options; warnings are dropped. */
  public static Program compile(
      final Path file, final CFrontEndOptions options, final Supplier<Simplifier> simplifiers)
      throws CompilationFailed {
    return new CFrontEnd(options, simplifiers, _ -> {}).compile(file);
  }

  /** Translates a text with the given options; warnings are dropped. */
  public static Program compile(
      final SourceText source,
      final CFrontEndOptions options,
      final Supplier<Simplifier> simplifiers)
      throws CompilationFailed {
    return new CFrontEnd(options, simplifiers, _ -> {}).compile(source);
  }

  /**
   * Translates a file.
   *
   * @throws CompilationFailed if it cannot be read, or is wrong
   */
  public Program compile(final Path file) throws CompilationFailed {
    final String name = file.toString();
    if (Files.isDirectory(file)) {
      throw unreadable(name, "this is a directory; name a C file in it");
    }
    final byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw unreadable(name, "the file does not exist; check its name");
    } catch (AccessDeniedException e) {
      throw unreadable(name, "the file may not be read; check its permissions");
    } catch (IOException e) {
      throw unreadable(name, "the file cannot be read: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      throw unreadable(name, "the file is too large");
    }
    if (SourceText.isBinary(bytes)) {
      throw unreadable(name, "the file is binary; name a C source text");
    }
    return compile(SourceText.decode(name, bytes));
  }

  private static CompilationFailed unreadable(final String name, final String message) {
    return new CompilationFailed(
        List.of(new Diagnostic(Diagnostic.Severity.ERROR, new Location(name, 0, 0), message, "")));
  }

  /**
   * Translates a text.
   *
   * @throws CompilationFailed if it is wrong
   */
  public Program compile(final SourceText source) throws CompilationFailed {
    final Run run = new Run(source);
    if (Thread.currentThread() instanceof DeepThread) {
      run.run();
      return run.outcome();
    }
    final Thread thread = new DeepThread(run);
    thread.start();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return run.outcome();
  }

  /**
   * A thread with the stack that deeply nested sources take. Whoever reads sources in one stays in
   * it; else each source is read in such a thread of its own.
   */
  public static final class DeepThread extends Thread {
    /** A thread that does some work once it is started. */
    public DeepThread(final Runnable work) {
      super(null, work, "c-front-end", STACK_SIZE);
    }
  }

  /** One compilation. */
  private final class Run implements Runnable {
    private final SourceText source;
    private final Diagnostics diagnostics;
    private @Nullable Program program;
    private @Nullable Throwable failure;

    Run(final SourceText source) {
      this.source = source;
      this.diagnostics = new Diagnostics(new SourceMap(), options.errorLimit());
    }

    @Override
    public void run() {
      try {
        program = translate();
      } catch (Diagnostics.ErrorLimitReached e) {
        program = null;
      } catch (StackOverflowError e) {
        diagnostics.error(
            SourceMap.UNKNOWN, "the program nests too deeply to be compiled; simplify it");
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    private @Nullable Program translate() {
      final TokenBuffer tokens =
          Preprocessing.run(source, options.includeFolders(), options.defines(), diagnostics);
      if (diagnostics.hasErrors()) {
        return null;
      }
      final TranslationUnit unit = Parser.parse(tokens, diagnostics);
      if (diagnostics.hasErrors()) {
        return null;
      }
      return UnitLowering.lower(unit, source.name(), simplifiers, options, diagnostics);
    }

    Program outcome() throws CompilationFailed {
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      if (program == null || diagnostics.hasErrors()) {
        throw new CompilationFailed(diagnostics.messages());
      }
      diagnostics.messages().forEach(warnings);
      return program;
    }
  }
}
