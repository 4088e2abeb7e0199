package dev.sargasso.frontend.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.frontend.c.source.Diagnostic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads wrong-programs.txt: wrong programs and the first error of each. */
final class WrongProgramsGetOneClearMessageTest {
  private static final String FILE = "wrong-programs.txt";

  /** A wrong program and what is expected of it. */
  record Case(String name, String text, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            WrongProgramsGetOneClearMessageTest.class.getResourceAsStream(FILE))) {
      final String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      final List<Case> result = new ArrayList<>();
      final String[] parts = all.split("(?m)^=== ", -1);
      for (int index = 1; index < parts.length; index++) {
        final int nameEnd = parts[index].indexOf('\n');
        final int textEnd = parts[index].lastIndexOf("\n--- ");
        result.add(
            new Case(
                parts[index].substring(0, nameEnd),
                parts[index].substring(nameEnd + 1, textEnd + 1),
                parts[index].substring(textEnd + 5).strip()));
      }
      return result;
    }
  }

  private static String firstError(final String text) {
    final List<Diagnostic> errors = Programs.errors(text);
    if (errors.isEmpty()) {
      return "accepted";
    }
    final Diagnostic first = errors.getFirst();
    return first.location().line() + ":" + first.location().column() + ": " + first.message();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void firstErrorIsAsWritten(final Case wrong) throws IOException {
    if (Boolean.getBoolean("golden.refresh")) {
      refresh(wrong, firstError(wrong.text()));
    } else {
      assertEquals(wrong.expected(), firstError(wrong.text()));
    }
  }

  private static void refresh(final Case wrong, final String found) throws IOException {
    final Path file = Path.of("src/test/resources/dev/sargasso/frontend/c", FILE);
    final String old = wrong.text() + "--- " + wrong.expected() + "\n";
    final String fresh = wrong.text() + "--- " + found + "\n";
    Files.writeString(file, Files.readString(file).replace(old, fresh));
  }

  @Test
  void thereAreManyDistinctCases() throws IOException {
    final Set<String> messages = new HashSet<>();
    for (final Case wrong : cases()) {
      messages.add(wrong.expected().replaceFirst("^[0-9:]* ", ""));
    }
    assertTrue(messages.size() >= 100, () -> messages.size() + " distinct messages");
  }

  @Test
  void everyMessagePrintsWithItsLineAndACaret() throws IOException {
    for (final Case wrong : cases()) {
      for (final Diagnostic error : Programs.errors(wrong.text())) {
        final List<String> lines = error.format().lines().toList();
        assertTrue(
            lines.getFirst().startsWith(Programs.NAME + ":" + error.location().line() + ":"),
            () -> error.format());
        assertTrue(
            lines.size() == 1 || (lines.size() == 3 && lines.get(2).endsWith("^")), error::format);
      }
    }
  }

  @Test
  void severalErrorsOfOneFileAreReported() {
    final List<Diagnostic> errors =
        Programs.errors(
            """
            int f(void) { return a; }
            int g(int x) { x = ; return x; }
            int h(void) { return b }
            struct s { int m; int m; };
            int last = "text";
            """);
    assertEquals(
        List.of(1, 2, 3, 3, 4, 5),
        errors.stream().map(error -> error.location().line()).toList(),
        errors::toString);
  }

  @Test
  void errorsStopAtTheLimit() {
    assertEquals(20, Programs.errors("int f(void) { return a; }\n".repeat(100)).size());
  }
}
