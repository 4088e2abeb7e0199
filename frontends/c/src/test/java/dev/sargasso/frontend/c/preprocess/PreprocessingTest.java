package dev.sargasso.frontend.c.preprocess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sargasso.frontend.c.lex.TokenBuffer;
import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.frontend.c.source.Location;
import dev.sargasso.frontend.c.source.SourceMap;
import dev.sargasso.frontend.c.source.SourceText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Macros, directives and tokens; and where the tokens come from. */
final class PreprocessingTest {
  private final SourceMap sources = new SourceMap();
  private final Diagnostics diagnostics = new Diagnostics(sources, 20);

  private TokenBuffer run(final String text) {
    return Preprocessing.run(new SourceText("t.c", text), List.of(), Map.of(), diagnostics);
  }

  /** The tokens of a text with single blanks between them. */
  private String tokens(final String text) {
    final TokenBuffer tokens = run(text);
    assertEquals(List.of(), diagnostics.messages());
    final List<String> spellings = new ArrayList<>();
    for (int index = 0; index < tokens.size() - 1; index++) {
      spellings.add(tokens.text(index));
    }
    return String.join(" ", spellings);
  }

  @Test
  void macrosExpand() {
    assertEquals("( ( 1 + 2 ) * ( 1 + 2 ) )", tokens("#define S(x) ((x)*(x))\nS(1+2)"));
    assertEquals("f ( 1 , ( 2 , 3 ) )", tokens("#define F(a,...) f(a,__VA_ARGS__)\nF(1,(2,3))"));
    assertEquals("\"a + \\\"b\\\\n\\\"\" \"\"", tokens("#define Q(x) #x\nQ( a +  \"b\\n\" ) Q()"));
    assertEquals("ab12 x_ += 0x1F", tokens("#define P(a,b) a##b\nP(ab,12) P(x,_) P(+,=) P(0x,1F)"));
    assertEquals("g ( 2 ) f", tokens("#define f(x) g(x)\nf(2) f"));
    assertEquals("a b", tokens("#define a z\n#define c a b\n#undef a\nc"));
    assertEquals("foo + 1", tokens("#define foo foo + 1\nfoo"));
    assertEquals("3 \"t.c\"", tokens("\n\n__LINE__ __FILE__"));
    assertEquals("1 , 2 ;", tokens("#define E\n#define V 1 E , E 2\nV E ;"));
  }

  @Test
  void conditionalsChoose() {
    assertEquals("b", tokens("#if 0\na\n#elif defined X || 1\nb\n#else\nc\n#endif"));
    assertEquals(
        "y", tokens("#ifndef X\n#ifdef Y\nx\n#else\ny\n#endif\n#else \"'\n z ' \" /*\n*/\n#endif"));
    assertEquals("t", tokens("#if 18446744073709551615u > 4294967295\nt\n#endif"));
    assertEquals(
        "t", tokens("#if 'a' == 97 && '\\n' == 10 && (1 ? 2 : 3) == 2 && ~0 < !1\nt\n#endif"));
    assertEquals(
        "t", tokens("#define A(x) x\n#if A(1) && !A(0) && defined(A) && UNKNOWN == 0\nt\n#endif"));
    assertEquals("", tokens("#if 0\n# unknown 'directive\n/* #endif */ 12ab \"\n#endif"));
  }

  @Test
  void linesAreJoinedAndCommentsAreBlanks() {
    assertEquals("ab 12 \"xy\"", tokens("a\\\nb 1\\\n\\\n2 \"x\\\ny\""));
    assertEquals("a b c d", tokens("a/**/b/* x\n y */c // z \\\n more\nd"));
    assertEquals("1 + 2 x", tokens("#define X 1 \\\n + /* a\n b */ 2\nX x"));
    assertEquals("[ ] { } 5", tokens("<: :> <% %>\n%:define Z 5\nZ"));
    assertEquals("a b", tokens("# 1 \"file.c\" 1 3\na\n#\n # /* nothing */\nb"));
  }

  @Test
  void tokensAreAsLongAsTheyCanBe() {
    assertEquals("a ++ ++ + b", tokens("a+++++b"));
    assertEquals("x <<= 1 ... . . . 5", tokens("x<<=1 ... . .. 5"));
    assertEquals("1.5e+3f .5 0x1.8p-3 1.e5 5L", tokens("1.5e+3f .5 0x1.8p-3 1.e5 5L"));
    assertEquals(
        "L\"a\" u'b' U\"c\" u8\"d\" v \"e\"", tokens("L\"a\" u'b' U\"c\" u8\"d\" v \"e\""));
  }

  @Test
  void tokensKnowWhereTheyComeFrom() {
    final TokenBuffer tokens =
        run("#define TWICE(x) x + x\nint y = TWICE(a\n  b) ; \\\n z /* c\n */ w;");
    final List<String> found = new ArrayList<>();
    for (int index = 0; index < tokens.size() - 1; index++) {
      final Location location = sources.locate(tokens.position(index));
      found.add(tokens.text(index) + "@" + location.line() + ":" + location.column());
    }
    assertEquals(
        "int@2:1 y@2:5 =@2:7 a@2:15 b@3:3 +@2:9 a@2:15 b@3:3 ;@3:6 z@4:2 w@5:5 ;@5:6",
        String.join(" ", found));
  }

  @Test
  void theCompilersOwnHeadersAreThoseThatItLists() throws IOException, URISyntaxException {
    final URL folder = HeaderFiles.class.getResource("include");
    assertNotNull(folder);
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      assertEquals(
          HeaderFiles.BUILT_IN_NAMES,
          files.map(file -> String.valueOf(file.getFileName())).collect(Collectors.toSet()));
    }
  }
}
