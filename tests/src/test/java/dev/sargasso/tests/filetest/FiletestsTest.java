package dev.sargasso.tests.filetest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every file of {@code filetests/}. With {@code -Dbless=true} the expected texts are replaced
 * by what comes out now, to be read before they are committed. With {@code -Dfiletests=TEXT} only
 * files with that in their path below the folder are run.
 */
class FiletestsTest {
  private static final boolean BLESS = Boolean.getBoolean("bless");
  private static final String ONLY = System.getProperty("filetests", "");

  private final Map<String, FiletestAction> actions = new HashMap<>();

  @TempDir private Path scratch;

  FiletestsTest() {
    for (FiletestAction action : ServiceLoader.load(FiletestAction.class)) {
      actions.put(action.name(), action);
    }
  }

  private static Path folder() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve("filetests"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new AssertionError("no folder filetests here or above");
    }
    return at.resolve("filetests");
  }

  @TestFactory
  Stream<DynamicTest> files() throws IOException {
    Path folder = folder();
    try (Stream<Path> found = Files.walk(folder)) {
      List<Path> files = found.filter(Files::isRegularFile).sorted().toList();
      assertTrue(files.size() > 20, "only " + files.size() + " files in " + folder);
      return files.stream()
          .filter(file -> folder.relativize(file).toString().contains(ONLY))
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      folder.relativize(file).toString(), file.toUri(), () -> run(file)));
    }
  }

  private void run(Path file) throws Exception {
    FiletestCase test = FiletestCase.read(file);
    Path alone = scratch.resolve(test.name());
    Files.writeString(alone, test.input());
    FiletestInput input = new FiletestInput(alone);
    Map<String, String> given = new LinkedHashMap<>();
    for (String directive : test.directives()) {
      String[] words = directive.split(" ", 2);
      FiletestAction action = actions.get(words[0]);
      if (action == null) {
        throw test.wrong(directive, "no action '" + words[0] + "'; there are " + actions.keySet());
      }
      String output;
      try {
        output = action.perform(input, words.length > 1 ? words[1].strip() : "");
      } catch (IllegalArgumentException e) {
        AssertionError wrong = test.wrong(directive, String.valueOf(e.getMessage()));
        wrong.initCause(e);
        throw wrong;
      }
      if (output != null) {
        given.put(directive, output);
      }
    }
    if (BLESS) {
      Files.writeString(file, test.blessed(given));
    } else {
      assertEquals(String.join("\n", test.expected().keySet()), String.join("\n", given.keySet()));
      given.forEach(
          (directive, output) -> assertEquals(test.expected().get(directive), output, directive));
    }
  }

  @Test
  void aMalformedDirectiveIsNamedWithItsPlace() throws IOException {
    Path file = scratch.resolve("wrong.ssa");
    String program = "func $f(%a: i32) -> (i32) {\n    return %a\n}\n";
    for (String directive :
        List.of(
            "run f(1) == 1, 2",
            "run f(1) == one",
            "run f(one) == 1",
            "run f(1, 2) == 1",
            "run f(1) ==",
            "run f(1)",
            "run f(1) = 1",
            "run f == 1",
            "run g(1) == 1",
            "frobnicate")) {
      Files.writeString(file, "// test: run f(1) == 1\n// test: " + directive + "\n" + program);
      String message = assertThrows(AssertionError.class, () -> run(file)).getMessage();
      assertTrue(message.startsWith(file + ":2: '" + directive + "': "), message);
    }
  }

  @Test
  void aFileIsReadAndWrittenBackAsItIs() throws IOException {
    Path file = scratch.resolve("x.ssa");
    String text = "// test: print sea\n// test: run f() == 1\ncode\n//// print sea\nline\n\nlast\n";
    Files.writeString(file, text);
    FiletestCase test = FiletestCase.read(file);
    assertEquals(List.of("print sea", "run f() == 1"), test.directives());
    assertEquals(Map.of("print sea", "line\n\nlast\n"), test.expected());
    assertEquals(text, test.blessed(test.expected()));
  }
}
