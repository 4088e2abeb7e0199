package dev.sargasso.tests.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.LinkOptions;
import dev.sargasso.driver.Linking;
import dev.sargasso.driver.SourceException;
import dev.sargasso.testsupport.RequiresTool;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared objects, and who sees which symbol. */
@RequiresTool("cc")
final class SharedObjectTest {
  @TempDir Path folder;

  private static Path resource(String name) throws Exception {
    return Path.of(Objects.requireNonNull(SharedObjectTest.class.getResource(name)).toURI());
  }

  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  private byte[] object(Path source, CompilerOptions options) throws SourceException {
    Compiler compiler = new Compiler(options.withVerify(true));
    return compiler.compile(compiler.read(source)).object();
  }

  private byte[] object(String text, CompilerOptions options) throws Exception {
    return object(Files.writeString(folder.resolve("source.c"), text), options);
  }

  private Path library(String level) throws Exception {
    Path target = folder.resolve("library" + level + ".so");
    CompilerOptions options = CompilerOptions.DEFAULT.withLevel(level).withShareable(true);
    Linking.link(
        List.of(object(resource("shared.c"), options)),
        new LinkOptions(List.of(), List.of(), List.of(), true, false),
        target);
    return target;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "2", "3", "s"})
  void aProgramOfAnotherCompilerLoadsOurs(String level) throws Exception {
    Path loader = folder.resolve("loader");
    output("cc", "-o", loader.toString(), resource("loader.c").toString(), "-ldl");
    Path theirs = folder.resolve("theirs.so");
    output("cc", "-shared", "-fPIC", "-o", theirs.toString(), resource("shared.c").toString());
    String expected = output(loader.toString(), theirs.toString());
    assertTrue(expected.contains("inner is hidden"), expected);
    assertEquals(expected, output(loader.toString(), library(level).toString()));
  }

  @Test
  void javaLoadsOurs() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup symbols = SymbolLookup.libraryLookup(library("2"), arena);
      MethodHandle bump =
          Linker.nativeLinker()
              .downcallHandle(
                  symbols.findOrThrow("bump"),
                  FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      assertEquals(3 * 43, (int) bump.invokeExact(2));
      assertTrue(symbols.find("inner").isEmpty());
    }
  }

  @RequiresTool("readelf")
  @Test
  void textNeedsNoRelocationWhenItIsLoaded() throws Exception {
    assertFalse(output("readelf", "-d", library("2").toString()).contains("TEXTREL"));
  }

  @RequiresTool("readelf")
  @Test
  void theOptionHidesWhatNoAttributeShows() throws Exception {
    byte[] object =
        object(
            """
            int f(void) { return 1; }
            __attribute__((visibility("default"))) int g(void) { return f(); }
            int v = 5;
            """,
            CompilerOptions.DEFAULT.withHidden(true));
    Path file = Files.write(folder.resolve("hidden.o"), object);
    String symbols = output("readelf", "-sW", file.toString());
    assertTrue(symbols.matches("(?s).*GLOBAL +HIDDEN +\\d+ f\n.*"), symbols);
    assertTrue(symbols.matches("(?s).*GLOBAL +DEFAULT +\\d+ g\n.*"), symbols);
    assertTrue(symbols.matches("(?s).*GLOBAL +HIDDEN +\\d+ v\n.*"), symbols);
  }

  @Test
  void aWeakDefinitionGivesWayAndNothingIsConcludedFromIt() throws Exception {
    byte[] weak =
        object(
            """
            __attribute__((weak)) int f(void) { return 1; }
            __attribute__((weak)) const int v = 2;
            __attribute__((weak)) void g(void) {}
            int seen;
            int main(void) { g(); return 100 * seen + 10 * f() + v; }
            """,
            CompilerOptions.DEFAULT);
    byte[] strong =
        object(
            """
            extern int seen;
            int f(void) { return 3; }
            const int v = 4;
            void g(void) { seen = 1; }
            """,
            CompilerOptions.DEFAULT);
    Path alone = folder.resolve("alone");
    Linking.link(List.of(weak), List.of(), alone);
    Path both = folder.resolve("both");
    Linking.link(List.of(weak, strong), List.of(), both);
    assertEquals(12, new ProcessBuilder(alone.toString()).start().waitFor());
    assertEquals(134, new ProcessBuilder(both.toString()).start().waitFor());
  }

  @Test
  void equalSourcesGiveEqualBytes() throws Exception {
    CompilerOptions options = CompilerOptions.DEFAULT.withShareable(true).withDebugging();
    Compiler once = new Compiler(options.withThreads(1));
    Compiler again = new Compiler(options.withThreads(3));
    Path source = resource("shared.c");
    assertArrayEquals(
        once.compile(once.read(source)).objectForDebuggers(folder),
        again.compile(again.read(source)).objectForDebuggers(folder));
  }
}
