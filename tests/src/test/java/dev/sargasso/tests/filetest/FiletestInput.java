package dev.sargasso.tests.filetest;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.verify.GraphVerifier;
import java.nio.file.Path;

/** The program of a file test, to be read as often as an action likes. */
public final class FiletestInput {
  private final Path file;

  /**
   * @param file holds the program alone, without expectations, under the name of the test
   */
  FiletestInput(Path file) {
    this.file = file;
  }

  /** The program as {@code options} read it; verified. */
  public Program read(CompilerOptions options) throws SourceException {
    Program program = new Compiler(options).read(file);
    for (Function function : program.functions()) {
      GraphVerifier.verify(function);
    }
    return program;
  }

  /** The program as written, simplified by nobody. */
  public Program read() throws SourceException {
    return read(CompilerOptions.DEFAULT.withLevel("0"));
  }

  /** The folder that messages about the program name, to be taken out of them. */
  public String folder() {
    return file.getParent() + "/";
  }
}
