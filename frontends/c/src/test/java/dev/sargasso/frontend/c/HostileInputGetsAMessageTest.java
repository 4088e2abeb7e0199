package dev.sargasso.frontend.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.frontend.c.source.Diagnostic;
import dev.sargasso.ir.graph.Simplifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input that is meant to hurt gets a message; long input that does not nest is accepted. */
final class HostileInputGetsAMessageTest {
  private static final int MANY = 20_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int x =                        | (        | 1         | )  | ;",
        "int f(int x) {                 | {        | ;         | }  | return x; }",
        "int f(int x) { return          | `- `     | x         | `` | ; }",
        "int                            | (        | x         | )  | ;",
        "int a[] =                      | {        | 1         | }  | ;",
        "int f(int x) {                 | `if (x) `| return 1; | `` | return 0; }",
        "int f(int x) {                 | `for (;;) `| return 1; | `` | }",
        "                               | `struct s { ` | int a; | };| ",
        "int f(int x) { return          | `x ? 1 : `| 2        | `` | ; }",
        "int f(int x) { return          | (int)    | x         | `` | ; }",
        "unsigned long x =              | `sizeof `| 1         | `` | ;",
        "struct s { struct s *p; } *f(struct s *q) { return q | `->p` | `` | `` | ; }",
        "int                            | *        | x         | `` | ;",
        "`#define F(x) (x)#int x =`     | F(       | 1         | )  | ;",
      })
  void deepNestingIsRefused(
      final String before,
      final String open,
      final String middle,
      final String close,
      final String after) {
    final String head = (before == null ? "" : before).replace("(x)#", "(x)\n") + " ";
    final String tail = after == null ? "" : after;
    final String end = (close == null ? "" : close).repeat(MANY);
    final List<Diagnostic> errors =
        Programs.errors(head + open.repeat(MANY) + middle + end + tail + "\n");
    assertEquals(1, errors.size(), errors::toString);
    assertTrue(errors.getFirst().message().contains("nest"), errors::toString);
  }

  private static String joined(final String separator, final String pattern) {
    return IntStream.range(1, MANY)
        .mapToObj(index -> pattern.replace("#", Integer.toString(index)))
        .collect(Collectors.joining(separator));
  }

  @Test
  void longTextsThatDoNotNestAreAccepted() {
    Programs.compile("int f(int x) { return " + joined(" + ", "x * #") + "; }");
    Programs.compile("int f(int x) { return " + joined(" && ", "x != #") + "; }");
    Programs.compile("int f(int x) { return " + joined(", ", "x++") + "; }");
    Programs.compile(
        "int f(int x) { if (x == 0) return 1; "
            + joined("\n", "else if (x == #) return # * 2;")
            + " return 0; }");
    Programs.compile(
        "int f(int x) { switch (x) { " + joined("\n", "case #: x += #;") + " } return x; }");
    Programs.compile(
        "int f(int x) { switch (x) { " + joined("\n", "case #:") + " x++; } return x; }");
    Programs.compile("int f(int x) { goto l1; " + joined("\n", "l#: x++;") + " return x; }");
    Programs.compile("int a[] = { " + joined(", ", "#") + " };");
    Programs.compile("int x = 1;" + " ".repeat(1_000_000) + "int y = 2;");
  }

  @Test
  void aLineIsShownAroundTheMistakeHoweverLongItIs() {
    final Diagnostic error =
        Programs.errors("int x;" + " ".repeat(100_000) + "int y = z;" + " ".repeat(100_000)).get(0);
    assertTrue(error.format().contains("int y = z;"), error::format);
    assertTrue(error.format().length() < 500, error::format);
  }

  @Test
  void filesThatAreNoSourcesAreRefused(@TempDir final Path folder) throws IOException {
    final Path binary = folder.resolve("binary.c");
    Files.write(binary, new byte[] {0x7F, 'E', 'L', 'F', 0, 0, 1});
    final Path noise = folder.resolve("noise.c");
    final byte[] bytes = new byte[4096];
    for (int index = 0; index < bytes.length; index++) {
      bytes[index] = (byte) (128 + index % 127);
    }
    Files.write(noise, bytes);
    final Path empty = folder.resolve("empty.c");
    Files.write(empty, new byte[0]);
    final Path itself = folder.resolve("itself.c");
    Files.writeString(itself, "#include \"itself.c\"\n");
    assertEquals("the file is binary; name a C source text", messageFor(binary));
    assertEquals("the file is binary; name a C source text", messageFor(noise));
    assertEquals(
        "the file declares nothing; a program needs at least a function", messageFor(empty));
    assertEquals("this is a directory; name a C file in it", messageFor(folder));
    assertEquals("the file does not exist; check its name", messageFor(folder.resolve("no.c")));
    assertEquals(
        "files include each other more than 200 deep; guard headers with #ifndef",
        messageFor(itself));
  }

  private static String messageFor(final Path file) {
    final CompilationFailed failure =
        assertThrows(
            CompilationFailed.class,
            () -> CFrontEnd.compile(file, CFrontEndOptions.DEFAULT, () -> Simplifier.NONE));
    assertEquals(1, failure.diagnostics().size());
    return failure.diagnostics().getFirst().message();
  }
}
