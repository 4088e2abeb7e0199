package dev.sargasso.tests.filetest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One file of {@code filetests/}, see {@code docs/filetests.md}.
 *
 * @param file where it is
 * @param directives what stands behind {@code // test:} in its head, in order
 * @param input the program, with the head
 * @param expected what each directive that gives a text should give, by directive
 */
record FiletestCase(
    Path file, List<String> directives, String input, Map<String, String> expected) {
  private static final String DIRECTIVE = "// test: ";
  private static final String SECTION = "//// ";

  /** Reads a file. */
  static FiletestCase read(Path file) throws IOException {
    List<String> directives = new ArrayList<>();
    StringBuilder input = new StringBuilder();
    Map<String, String> expected = new LinkedHashMap<>();
    String section = null;
    StringBuilder text = input;
    for (String line : Files.readString(file).lines().toList()) {
      if (line.startsWith(SECTION)) {
        if (section != null) {
          expected.put(section, text.toString());
        }
        section = line.substring(SECTION.length()).strip();
        text = new StringBuilder();
      } else {
        if (section == null && line.startsWith(DIRECTIVE)) {
          directives.add(line.substring(DIRECTIVE.length()).strip());
        }
        text.append(line).append('\n');
      }
    }
    if (section != null) {
      expected.put(section, text.toString());
    }
    if (directives.isEmpty()) {
      throw new IllegalArgumentException(file + " says nowhere '" + DIRECTIVE + "...'");
    }
    return new FiletestCase(file, directives, input.toString(), expected);
  }

  /** What to throw when a directive is not as it should be: a message that says where it stands. */
  AssertionError wrong(String directive, String problem) {
    List<String> lines = input.lines().map(String::stripTrailing).toList();
    int line = lines.indexOf(DIRECTIVE + directive) + 1;
    return new AssertionError(file + ":" + line + ": '" + directive + "': " + problem);
  }

  /** The name of the file alone, which messages about the input carry. */
  String name() {
    return file.getFileName().toString();
  }

  /** The file as it should be if what it gives now is right. */
  String blessed(Map<String, String> given) {
    StringBuilder text = new StringBuilder(input);
    given.forEach(
        (section, output) -> text.append(SECTION).append(section).append('\n').append(output));
    return text.toString();
  }
}
