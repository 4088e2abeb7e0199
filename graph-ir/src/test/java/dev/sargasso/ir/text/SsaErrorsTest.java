package dev.sargasso.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Simplifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every way to go wrong in the SSA notation gives a message that points at it. */
class SsaErrorsTest {
  private static List<Diagnostic> errors(String text) {
    return assertThrows(
            ParseException.class, () -> SsaParser.parse("test.ssa", text, Simplifier.NONE))
        .diagnostics();
  }

  private record Case(String name, String text, int line, int column, String message) {}

  private static Case inBody(String name, String statement, int column, String message) {
    return new Case(
        name,
        "func f(%x: i32, %p: ptr, %d: f64, %c: i1) -> (i32) {\n"
            + statement
            + "\n return %x\n@b(%q: i32):\n return %q\n}\n",
        2,
        column,
        message);
  }

  private static Case ending(String name, String terminator, int column, String message) {
    return new Case(
        name,
        "func f(%x: i32, %p: ptr, %d: f64, %c: i1) -> (i32) {\n"
            + terminator
            + "\n@b(%q: i32):\n %only = add %q, 1\n return %q\n}\n",
        2,
        column,
        message);
  }

  @TestFactory
  Stream<DynamicTest> messages() {
    return Stream.of(
            inBody("undefined register", "%y = add %x, %z", 14, "register %z is not defined"),
            inBody("later register", "%y = add %z, 1\n%z = add %x, 1", 10, "not defined yet"),
            ending("not dominating", "return %only", 8, "does not dominate @entry"),
            inBody("assigned twice", "%y = add %x, 1\n%y = add %x, 2", 0, "defined twice"),
            inBody("parameter assigned", "%x = add %x, 1", 1, "defined twice"),
            ending("too few arguments", "goto @b", 6, "takes 1 argument (%q), 0 given"),
            ending("too many arguments", "goto @b(%x, %x)", 6, "takes 1 argument (%q), 2 given"),
            ending("argument of other type", "goto @b(%p)", 9, "is i32, but %p is ptr"),
            ending("returned type", "goto @ret(%p)", 11, "result 1 of f is i32, but %p is ptr"),
            ending("returned count", "return", 1, "returns 1 value, 0 given"),
            ending("unknown block", "goto @nowhere", 6, "there is no block @nowhere"),
            ending("jump to the entry", "goto @entry", 6, "first block cannot be jumped to"),
            ending("double case", "goto %x { 1 -> @b(1), 1 -> @b(2) }", 23, "listed twice"),
            ending("two defaults", "goto %x { _ -> @b(1), _ -> @b(2) }", 23, "two defaults"),
            ending("case too large", "goto %c { 2 -> @b(1) }", 11, "does not fit the type i1"),
            ending("goto by pointer", "goto %p { 1 -> @b(1) }", 6, "chooses by an integer"),
            ending("goto without label", "goto b", 6, "a label such as @next"),
            ending("case without label", "goto %x { 1 -> b }", 16, "a label such as @next"),
            ending("nothing after the end", "return 1\n%y = add %x, 1", 0, "has ended before"),
            inBody("unknown operation", "%y = frobnicate %x", 6, "unknown operation 'frobnicate'"),
            inBody("operand count", "%y = add %x", 6, "add takes 2 operands, 1 given"),
            inBody("no result", "add %x, 1", 1, "add has one result"),
            inBody("result of a store", "%y = store %p, %x", 6, "store has no result"),
            inBody("mixed types", "%y = add %x, %d", 14, "this add is i32, but %d is f64"),
            inBody("add of floats", "%y = add %d, %d", 6, "for floating point it is fadd"),
            inBody("add to a pointer", "%y = add %p, 8", 6, "moved by offset"),
            inBody("signed order of pointers", "%y = cmp.lt %p, %p", 6, "lt does not take ptr"),
            inBody(
                "declared type", "%y: i64 = cmp.eq %x, 1", 1, "declared i64, but cmp.eq gives i1"),
            inBody("untyped numbers", "%y = add 1, 2", 1, "cannot be told; write %y: i32"),
            inBody("number too large", "%y: i8 = add 300, 1", 14, "does not fit the type i8"),
            inBody("fraction as integer", "%y: i8 = add 1.5, 1", 14, "no value of type i8"),
            inBody("load without type", "%y = load %p", 1, "cannot be told; write %y: i32 = load"),
            inBody("store without type", "store %p, 1", 11, "cannot be told; write 1: i32"),
            inBody("load from an integer", "%y: i32 = load %x", 16, "is ptr, but %x is i32"),
            inBody("bad conversion", "%y: i64 = truncate %x", 11, "does not go from i32 to i64"),
            inBody("flag on the wrong one", "%y = xor nsw %x, 1", 10, "'nsw' does not apply"),
            inBody("copy without size", "copy %p, %p", 1, "number of bytes is missing"),
            inBody("undeclared function", "call $g(1)", 6, "$g is not declared"),
            inBody("undeclared address", "store %p, $g", 11, "$g is not declared"),
            inBody("arguments of a call", "%y = call $f(1)", 11, "$f takes 4 arguments, 1 given"),
            inBody("indirect without signature", "call %p(1)", 6, "needs a signature"),
            inBody("untyped variadic", "call $g(1) : (...)", 9, "write 1: i32"),
            inBody("results of a call", "%y, %z = call $g() : () -> (i32)", 10, "has 1 results"),
            inBody("condition", "guard %x", 7, "is i1, but %x is i32"),
            inBody("block as operand", "%y = add @b, 1", 10, "a block is no operand"),
            inBody("late phi", "%a = add %x, 1\n%b: i32 = phi { @b -> 1 }", 0, "come first"),
            inBody("bad register", "% = add %x, 1", 1, "a name must follow '%'"),
            inBody("bad character", "%y = add %x ! 1", 13, "unexpected character '!'"),
            inBody("open string", "%s = stack 4:4 \"name", 16, "no closing"),
            inBody("odd alignment", "%s = stack 4:3", 14, "power of two"),
            inBody("empty slot", "%s = stack 0:1", 12, "at least 1 byte"),
            inBody("vector constant", "%v = blend 1, 2, 3", 12, "no constants"),
            inBody("no lane", "%v = interleave_low %p, %p", 6, "lane=TYPE"),
            inBody("wrong lane", "%v = vector_shift each=sar lane=i64 %p, 1", 6, "lane=TYPE"),
            new Case("vector", "func f(%v: v128) {\n  return\n}", 1, 12, "no function takes"),
            new Case("no end", "func f() {\n  %x: i32 = add 1, 2\n}", 3, 1, "does not end"),
            new Case("no brace", "func f() {\n  return\n", 3, 1, "'}' expected"),
            new Case("not a function", "function f() {}", 1, 1, "'func', 'global'"),
            new Case("untyped parameter", "func f(%x) { return }", 1, 8, "has no type"),
            new Case("own exit", "func f() { return\n@ret:\n return\n}", 2, 1, "function's exit"),
            new Case("own entry", "func f() { return\n@entry:\n return\n}", 2, 1, "first block"),
            new Case("block twice", "func f() { return\n@a: return\n@a: return }", 3, 1, "twice"),
            new Case("function twice", "func f() { return }\nfunc f() { return }", 2, 6, "twice"),
            new Case("empty global", "global $g = { }", 1, 8, "at least 1 byte"),
            new Case("small global", "global $g 2 = { i32 1 }", 1, 8, "the global only 2"),
            new Case("global without size", "global $g\nfunc f() { return }", 2, 1, "a size"),
            new Case(
                "three results", "func f() -> (i32, i32, i32) { return 1, 2, 3 }", 1, 24, "two"),
            new Case(
                "phi without predecessor",
                "func f() -> (i32) {\n goto @a\n@a:\n %x: i32 = phi { @b -> 1 }\n return %x\n"
                    + "@b:\n return 1\n}",
                2,
                7,
                "has no value for this jump"),
            new Case(
                "phi with a stranger",
                "func f() -> (i32) {\n goto @a\n@a:\n"
                    + " %x: i32 = phi { @entry -> 1, @b -> 2 }\n return %x\n@b:\n return 1\n}",
                4,
                37,
                "@b does not jump to @a"))
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test.name,
                    () -> {
                      List<Diagnostic> found = errors(test.text);
                      Diagnostic error =
                          found.stream()
                              .filter(d -> d.message().contains(test.message))
                              .findFirst()
                              .orElseThrow(() -> new AssertionError(found.toString()));
                      if (test.column > 0) {
                        assertEquals(
                            test.line + ":" + test.column, error.line() + ":" + error.column());
                      }
                      assertTrue(found.size() <= 2, found.toString());
                    }));
  }

  @Test
  void aMessageShowsFileLineColumnAndCaret() {
    ParseException thrown =
        assertThrows(
            ParseException.class,
            () ->
                SsaParser.parse(
                    "dir/test.ssa",
                    "func f() -> (i32) {\n\t%x = add %y, 1\n\treturn %x\n}",
                    Simplifier.NONE));
    assertEquals(
        """
        dir/test.ssa:2:11: error: register %y is not defined
        \t%x = add %y, 1
        \t         ^\
        """,
        thrown.getMessage());
  }

  @Test
  void oneErrorDoesNotBringOthers() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            %a = frob %x
            %b = add %a, 1
            %c = mul %b, %a
            store %c, %a
            goto @next(%c)
          @next(%d: i32):
            return %d
        }
        """;
    assertEquals(1, errors(text).size());
  }

  @Test
  void severalErrorsComeInOneRunInOrder() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            %a = add %u, 1
            %b = add %x, 1.5
            goto @next(1, 2)
          @next(%d: i32):
            %e = xyz %d
            return %v
        }
        func g() { return 1 }
        """;
    assertEquals(List.of(2, 3, 4, 6, 7, 9), errors(text).stream().map(Diagnostic::line).toList());
  }

  @Test
  void syntaxErrorsDoNotHideEachOther() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            %a = add ,
            %b add %x
            goto
          @next(%d):
            return %x
        }
        extern 5
        """;
    assertEquals(
        List.of(2, 3, 4, 5, 8), errors(text).stream().map(Diagnostic::line).distinct().toList());
  }

  @Test
  void thereAreTwentyAtMost() {
    StringBuilder text = new StringBuilder("func f() {\n");
    for (int i = 0; i < 100; i++) {
      text.append("  store %a").append(i).append(", 1\n");
    }
    assertEquals(20, errors(text + "  return\n}").size());
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    for (byte[] bytes : new byte[][] {{0x7F, 'E', 'L', 'F', 2, 1, 0, 0}, {'a', (byte) 0xFF}}) {
      ParseException thrown =
          assertThrows(ParseException.class, () -> SourceText.decode("a.out", bytes));
      assertEquals(1, thrown.diagnostics().size());
      assertTrue(thrown.getMessage().contains("not a text file"));
    }
  }

  @Test
  void hugeLinesAreShownInPart() {
    String text = "func f() { %x = add " + "(".repeat(1_000_000) + "\n return }";
    ParseException thrown =
        assertThrows(
            ParseException.class, () -> SsaParser.parse("test.ssa", text, Simplifier.NONE));
    assertTrue(thrown.getMessage().length() < 1000, "length " + thrown.getMessage().length());
  }

  @Test
  void emptyFilesAreEmptyPrograms() {
    assertEquals(0, SsaParser.parse("e.ssa", "", Simplifier.NONE).functions().size());
    assertEquals(0, SsaParser.parse("e.ssa", "// no\n; more", Simplifier.NONE).functions().size());
  }

  /** Changed texts are either accepted or refused, never worse. */
  @Test
  void nothingElseIsThrownWhateverTheText() {
    String text =
        """
        const $s = { i32 1, "ab\\n", zero 3, $g + 4 }
        global $g 8:8
        extern $printf(ptr, ...) -> (i32)
        func f(%x: i32, %p: ptr) -> (i32) {
            %slot = stack i32
            store volatile class=1 %slot, 3
            %a = load %slot
            %b: i64 = sign_extend %a
            %c = cmp.lt %a, 10
            %r = call $printf($s, %b, 1.5: f64)
            goto %c { 1 | 0 -> @loop(%a, %p), _ -> @ret(0) }
          @loop(%i: i32, %q: ptr):
            %m: i32 = phi { @entry -> 1, @loop -> %n }
            %n = add nsw %i, %m
            guard code=3 %c
            goto %n { -1 -> @loop(%n, %q), 7 -> @ret(%n), _ -> @end }
          @end:
            trap code=4
        }
        """;
    List<String> pieces =
        new ArrayList<>(
            List.of(
                "{", "}", "(", ")", ",", ":", "->", "%x", "@ret", "$g", "1", "\"", "\\", "-",
                "goto", "phi", "\n", "nsw", "i32", "0x", "1e", "...", "|", "=", "_"));
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 3000; i++) {
      StringBuilder changed = new StringBuilder(text);
      for (int k = random.nextInt(4); k >= 0; k--) {
        int at = random.nextInt(changed.length());
        switch (random.nextInt(4)) {
          case 0 -> changed.deleteCharAt(at);
          case 1 -> changed.insert(at, pieces.get(random.nextInt(pieces.size())));
          case 2 -> changed.delete(at, Math.min(changed.length(), at + random.nextInt(40)));
          default -> changed.setCharAt(at, (char) (random.nextInt(95) + 32));
        }
      }
      try {
        SsaParser.parse("test.ssa", changed.toString(), Simplifier.NONE);
      } catch (ParseException expected) {
        assertTrue(expected.diagnostics().size() <= 20);
      } catch (RuntimeException e) {
        throw new AssertionError("for\n" + changed, e);
      }
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertEquals(text, SourceText.decode("x", bytes).text());
  }
}
