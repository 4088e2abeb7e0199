package dev.sargasso.tests.filetest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The examples in SSA notation give what the comments at their head promise. */
class ExamplesTest {
  private static final Pattern PROMISE =
      Pattern.compile("// +./sargasso run examples/(\\S+) --call '([^']+)' +(\\S+)");

  private static Path folder() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve("examples"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new AssertionError("no folder examples here or above");
    }
    return at.resolve("examples");
  }

  @TestFactory
  Stream<DynamicTest> promises() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ssa")).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher promise = PROMISE.matcher(line);
          if (promise.matches()) {
            assertEquals(file.getFileName().toString(), promise.group(1));
            String directive = promise.group(2) + " == " + promise.group(3);
            tests.add(
                DynamicTest.dynamicTest(
                    file.getFileName() + ": " + directive,
                    () -> new RunAction().perform(new FiletestInput(file), directive)));
          }
        }
      }
    }
    assertTrue(tests.size() >= 7, tests.size() + " promises");
    return tests.stream();
  }

  @Test
  void helloSaysHello() throws Exception {
    assertEquals(
        """
        hello from a sea of nodes
        2 squared is 4
        3 squared is 9
        5 squared is 25
        7 squared is 49
        11 squared is 121
        """,
        new RunAction().perform(new FiletestInput(folder().resolve("hello.ssa")), "main() prints"));
  }
}
