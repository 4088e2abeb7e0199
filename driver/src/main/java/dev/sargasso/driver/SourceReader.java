package dev.sargasso.driver;

import dev.sargasso.frontend.c.CFrontEnd;
import dev.sargasso.frontend.c.CFrontEndOptions;
import dev.sargasso.frontend.c.CompilationFailed;
import dev.sargasso.frontend.c.source.Diagnostic;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.text.ParseException;
import dev.sargasso.ir.text.SeaParser;
import dev.sargasso.ir.text.SourceText;
import dev.sargasso.ir.text.SsaParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Turns source files into programs, by the ending of their names: {@code .c}, {@code .ssa} (blocks)
 * and {@code .sea} (nodes).
 */
final class SourceReader {
  private final CFrontEndOptions cOptions;
  private final Supplier<Simplifier> simplifiers;
  private final Consumer<String> warnings;

  SourceReader(
      CFrontEndOptions cOptions, Supplier<Simplifier> simplifiers, Consumer<String> warnings) {
    this.cOptions = cOptions;
    this.simplifiers = simplifiers;
    this.warnings = warnings;
  }

  Program read(Path file) throws SourceException {
    String name = file.toString();
    if (name.endsWith(".c") || name.endsWith(".i")) {
      CFrontEnd frontEnd =
          new CFrontEnd(cOptions, simplifiers, diagnostic -> warnings.accept(diagnostic.format()));
      try {
        return frontEnd.compile(file);
      } catch (CompilationFailed e) {
        throw new SourceException(e.diagnostics().stream().map(Diagnostic::format).toList());
      }
    }
    if (name.endsWith(".ssa")) {
      return parse(name, text(file));
    }
    if (name.endsWith(".sea")) {
      return parseSea(name, text(file));
    }
    String problem =
        Files.isDirectory(file)
            ? "this is a directory; name a file in it"
            : Files.exists(file)
                ? "the kind of file is not known by its name; it must end in .c, .ssa or .sea"
                : "the file does not exist; check its name";
    throw SourceException.about(name, problem);
  }

  Program parse(String name, String text) throws SourceException {
    try {
      return SsaParser.parse(new SourceText(name, text), simplifiers, cOptions.construction());
    } catch (ParseException e) {
      throw new SourceException(e.diagnostics().stream().map(Object::toString).toList());
    }
  }

  private Program parseSea(String name, String text) throws SourceException {
    try {
      return SeaParser.parse(new SourceText(name, text), simplifiers);
    } catch (ParseException e) {
      throw new SourceException(e.diagnostics().stream().map(Object::toString).toList());
    }
  }

  private static String text(Path file) throws SourceException {
    String name = file.toString();
    if (Files.isDirectory(file)) {
      throw SourceException.about(name, "this is a directory; name a file in it");
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw SourceException.about(name, "the file does not exist; check its name");
    } catch (AccessDeniedException e) {
      throw SourceException.about(name, "the file may not be read; check its permissions");
    } catch (CharacterCodingException e) {
      throw SourceException.about(name, "the file is no UTF-8 text; this is no source text");
    } catch (IOException e) {
      throw SourceException.about(name, "the file cannot be read: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      throw SourceException.about(name, "the file is too large for this machine's memory");
    }
  }
}
