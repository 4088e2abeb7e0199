package dev.sargasso.measure.phase;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Program;
import dev.sargasso.measure.shape.Subject;
import java.nio.file.Path;

/** What is compiled to be measured. */
public sealed interface BenchInput {
  /** Reads or builds it anew, with the compiler that will compile it. */
  Program read(Compiler compiler) throws SourceException;

  /** The name for tables. */
  String name();

  /** The same for inputs that differ in size only. */
  String family();

  /**
   * A source file.
   *
   * @param file its path
   */
  record SourceFile(Path file) implements BenchInput {
    @Override
    public Program read(Compiler compiler) throws SourceException {
      return compiler.read(file);
    }

    @Override
    public String name() {
      return file.toString();
    }

    @Override
    public String family() {
      return file.toString();
    }
  }

  /**
   * A function that is generated.
   *
   * @param subject which one
   * @param nodes about how many
   */
  record Generated(Subject subject, int nodes) implements BenchInput {
    @Override
    public Program read(Compiler compiler) {
      return subject.program(nodes, compiler.newSimplifier());
    }

    @Override
    public String name() {
      return subject.name() + " " + nodes;
    }

    @Override
    public String family() {
      return subject.name();
    }
  }
}
