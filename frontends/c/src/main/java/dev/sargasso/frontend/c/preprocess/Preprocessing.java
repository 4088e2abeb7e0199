package dev.sargasso.frontend.c.preprocess;

import dev.sargasso.frontend.c.lex.TokenBuffer;
import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.source.SourceFile;
import dev.sargasso.frontend.c.source.SourceMap;
import dev.sargasso.frontend.c.source.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.anarres.cpp.Feature;
import org.anarres.cpp.InternalException;
import org.anarres.cpp.LexerException;
import org.anarres.cpp.Macro;
import org.anarres.cpp.Preprocessor;
import org.anarres.cpp.PreprocessorListener;
import org.anarres.cpp.Source;
import org.anarres.cpp.Token;
import org.jspecify.annotations.Nullable;

/** Turns a source text into the tokens of its translation unit. */
public final class Preprocessing {
  private static final int INCLUDE_DEPTH = 200;
  private static final int EXPANSION_DEPTH = 1000;

  /** Macros that call each other twice grow without end: tokens, and macros expanded, of a unit. */
  private static final int EXPANSIONS = 1 << 24;

  private static final List<String> SYSTEM_FOLDERS =
      List.of("/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include");

  private final Diagnostics diagnostics;
  private final Engine engine;
  private int expansionDepth;
  private int expansions;
  private final List<TextLexer> open = new ArrayList<>();

  private Preprocessing(final Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.engine = new Engine();
  }

  /**
   * Preprocesses a text.
   *
   * @param source the text
   * @param includeFolders where to look for headers first, in order
   * @param defines macros to define before the first line, with their texts
   * @param diagnostics takes what is wrong; if it has errors afterwards, the tokens are incomplete
   */
  public static TokenBuffer run(
      final SourceText source,
      final List<Path> includeFolders,
      final Map<String, String> defines,
      final Diagnostics diagnostics) {
    final SourceFile file = diagnostics.sources().add(source.name(), source.text());
    final Preprocessing run = new Preprocessing(diagnostics);
    final TokenBuffer tokens = new TokenBuffer();
    try {
      run.configure(file, includeFolders, defines);
      run.pump(file, tokens);
    } catch (IOException e) {
      throw diagnostics.fatal(run.position(), "cannot read a file: " + e.getMessage());
    } catch (LexerException e) {
      throw diagnostics.fatal(run.position(), String.valueOf(e.getMessage()));
    } catch (StackOverflowError e) {
      throw diagnostics.fatal(
          run.position(), "macros or directives are nested too deeply; nest them less");
    }
    return tokens;
  }

  private void configure(
      final SourceFile file, final List<Path> includeFolders, final Map<String, String> defines) {
    engine.setFileSystem(new HeaderFiles(diagnostics.sources()));
    engine.setListener(new Listener());
    engine.addFeature(Feature.DIGRAPHS);
    engine.addFeature(Feature.INCLUDENEXT);
    engine.addFeature(Feature.PRAGMA_ONCE);
    final List<String> folders = new ArrayList<>();
    for (final Path folder : includeFolders) {
      folders.add(folder.toString());
    }
    folders.add(HeaderFiles.BUILT_IN);
    folders.addAll(SYSTEM_FOLDERS);
    engine.setSystemIncludePath(folders);
    engine.setQuoteIncludePath(List.of());
    final SourceMap sources = diagnostics.sources();
    engine.addInput(new TextLexer(sources.add("<predefined>", PredefinedMacros.text())));
    if (!defines.isEmpty()) {
      final StringBuilder text = new StringBuilder();
      defines.forEach(
          (name, value) ->
              text.append("#define ").append(name).append(' ').append(value).append('\n'));
      engine.addInput(new TextLexer(sources.add("<command line>", text.toString())));
    }
    engine.addInput(new TextLexer(file));
  }

  /** Moves all tokens into the buffer. */
  private void pump(final SourceFile file, final TokenBuffer tokens)
      throws IOException, LexerException {
    final TokenTranslation translation = new TokenTranslation(tokens, diagnostics);
    while (true) {
      final TextLexer lexer = currentLexer();
      if (lexer != null && engine.readsFile()) {
        lexer.startExpansion();
      }
      final Token token;
      try {
        token = engine.token();
      } catch (InternalException e) {
        // JCPP meets a character that begins no token; it has passed it and can go on.
        diagnostics.error(position(), "this character has no meaning in C here; remove it");
        continue;
      }
      if (token.getType() == Token.EOF) {
        translation.finish(file.end());
        return;
      }
      if (!engine.readsFile()) {
        countExpansion();
      }
      translation.add(token, positionOf(token));
    }
  }

  private void countExpansion() {
    if (++expansions > EXPANSIONS) {
      throw diagnostics.fatal(
          expansionStart(),
          "macros expand to too much (limit " + EXPANSIONS + " tokens in a file); expand less");
    }
  }

  private @Nullable TextLexer currentLexer() {
    return open.isEmpty() ? null : open.getLast();
  }

  /** Where reading has come to. */
  private int position() {
    final TextLexer lexer = currentLexer();
    return lexer == null ? SourceMap.UNKNOWN : lexer.lastPosition();
  }

  /** Where the running expansion began. */
  private int expansionStart() {
    final TextLexer lexer = currentLexer();
    return lexer == null ? SourceMap.UNKNOWN : lexer.expansionStart();
  }

  private int positionOf(final Token token) {
    final TextLexer lexer = currentLexer();
    final int own = token.getColumn();
    if (lexer == null || lexer.expansionStart() == SourceMap.UNKNOWN) {
      return own >= SourceMap.FIRST ? own : position();
    }
    // A token within the text of the running macro call is part of an argument; any other one
    // stands in the macro's definition, and is shown where the macro is used.
    final boolean inCall = own >= lexer.expansionStart() && own <= lexer.lastPosition();
    return (engine.readsFile() && own >= SourceMap.FIRST) || inCall ? own : lexer.expansionStart();
  }

  /** JCPP, with what we need to see of it. */
  private static final class Engine extends Preprocessor {
    /** Whether the latest token came from a file and not from a macro. */
    boolean readsFile() {
      return getSource() instanceof TextLexer;
    }

    /** Keeps {@code __attribute__} a word of the language, whatever headers say of it. */
    @Override
    public void addMacro(final Macro macro) throws LexerException {
      if (!macro.getName().equals("__attribute__")) {
        super.addMacro(macro);
      }
    }
  }

  /** Turns JCPP's errors into diagnostics, and follows it from file to file. */
  private final class Listener implements PreprocessorListener {
    @Override
    public void handleWarning(
        final Source source, final int line, final int column, final String message) {
      if (message.startsWith("#warning")) {
        diagnostics.warning(resolve(line, column), message);
      }
    }

    @Override
    public void handleError(
        final Source source, final int line, final int column, final String message) {
      final int position = resolve(line, column);
      if (message.startsWith("File not found: ")) {
        final String name = message.substring(16).replaceFirst(" in( .*)?$", "");
        throw diagnostics.fatal(
            position,
            "the header '" + name + "' was not found; name its folder with -I, or correct it");
      }
      diagnostics.error(position, DirectiveMessages.translate(message));
    }

    /** The position of a place that JCPP names: a column is a position already, or none. */
    private int resolve(final int line, final int column) {
      if (column >= SourceMap.FIRST) {
        return column;
      }
      final TextLexer lexer = currentLexer();
      if (lexer == null) {
        return SourceMap.UNKNOWN;
      }
      if (line <= 0) {
        return lexer.lastPosition();
      }
      final SourceFile file = lexer.file();
      final int offset = file.offsetOf(line, Math.max(0, column));
      final String text = file.line(line);
      final int quote = column > 0 ? -1 : firstQuote(text);
      return file.base() + offset + Math.max(0, quote);
    }

    private static int firstQuote(final String line) {
      final int angle = line.indexOf('<');
      final int quote = line.indexOf('"');
      return angle < 0 ? quote : quote < 0 ? angle : Math.min(angle, quote);
    }

    @Override
    public void handleSourceChange(final Source source, final SourceChangeEvent event) {
      if (!(source instanceof TextLexer lexer)) {
        if (event == SourceChangeEvent.PUSH) {
          countExpansion();
        }
        if (event == SourceChangeEvent.PUSH && ++expansionDepth > EXPANSION_DEPTH) {
          throw diagnostics.fatal(
              expansionStart(),
              "macros nest too deeply here (limit " + EXPANSION_DEPTH + "); nest them less");
        }
        if (event == SourceChangeEvent.POP) {
          expansionDepth--;
        }
        return;
      }
      if (event == SourceChangeEvent.PUSH) {
        if (open.size() == INCLUDE_DEPTH) {
          throw diagnostics.fatal(
              position(),
              "files include each other more than "
                  + INCLUDE_DEPTH
                  + " deep; guard headers with #ifndef");
        }
        open.add(lexer);
      } else if (event == SourceChangeEvent.POP) {
        if (lexer.openConditional() != SourceMap.UNKNOWN) {
          diagnostics.error(
              lexer.openConditional(), "this conditional is never closed; add #endif");
        }
        open.removeLast();
      }
    }
  }
}
