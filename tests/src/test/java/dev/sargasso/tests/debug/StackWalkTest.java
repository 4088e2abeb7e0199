package dev.sargasso.tests.debug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.testsupport.RequiresTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stack of a compiled program can be walked from any of its instructions. */
@RequiresTool("cc")
final class StackWalkTest {
  private static final Pattern PLACES = Pattern.compile("places that unwind: (\\d+)");

  @TempDir Path folder;

  private static Path resource(String name) throws Exception {
    return Path.of(Objects.requireNonNull(StackWalkTest.class.getResource(name)).toURI());
  }

  private Path link(CompilerOptions options) throws Exception {
    Compiler compiler = new Compiler(options);
    Path object = folder.resolve("walk.o");
    Files.write(object, compiler.compile(compiler.read(resource("walk.c"))).object());
    Path program = folder.resolve("walk");
    output("cc", "-o", program.toString(), object.toString());
    return program;
  }

  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @Test
  void theUnwinderOfTheLibraryReachesMain() throws Exception {
    assertTrue(output(link(CompilerOptions.DEFAULT).toString()).endsWith("\ndeep\n"));
  }

  @RequiresTool("gdb")
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "2", "3", "s"})
  void theDebuggerFindsTheCallersRegistersAtEveryInstruction(String level) throws Exception {
    CompilerOptions options = CompilerOptions.DEFAULT.withLevel(level);
    check(options);
  }

  @RequiresTool("gdb")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void alsoWhereTheAllocatorMovesThemAtRandom(long seed) throws Exception {
    check(CompilerOptions.DEFAULT.withChaos(seed));
  }

  private void check(CompilerOptions options) throws Exception {
    String said =
        output(
            "gdb",
            "-q",
            "-nx",
            "-batch",
            "-x",
            resource("unwind.py").toString(),
            link(options).toString());
    assertFalse(said.contains("wrong at"), said);
    Matcher places = PLACES.matcher(said);
    assertTrue(places.find(), said);
    assertTrue(Integer.parseInt(places.group(1)) > 300, said);
  }
}
