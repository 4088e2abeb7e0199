package dev.sargasso.lab.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Implementations are found by names, in sources and in jars, or one message says why not. */
final class ImplementationsTest {
  @TempDir private Path folder;

  private final Implementations<IntUnaryOperator> operators =
      new Implementations<>(
          IntUnaryOperator.class, "operator", Map.of("identity", IntUnaryOperator.identity()));

  private String source(String text) throws IOException {
    return Files.writeString(folder.resolve("Mine.java"), text).toString();
  }

  private String message(String text) {
    return String.valueOf(
        assertThrows(PolicyException.class, () -> operators.find(text)).getMessage());
  }

  private static String implementing(String name) {
    return "class "
        + name
        + " implements java.util.function.IntUnaryOperator {"
        + " public int applyAsInt(int x) { return Inner.twice(x); }"
        + " static class Inner { static int twice(int x) { return 2 * x; } } }\n";
  }

  @Test
  void namesAndSourcesAreFound() throws IOException, PolicyException {
    assertEquals(7, operators.find("identity").applyAsInt(7));
    assertEquals(14, operators.find(source(implementing("Mine"))).applyAsInt(7));
  }

  @Test
  void whatDoesNotCompileIsToldWithItsPlace() throws IOException {
    String file = source("class Mine {\n  int x = y;\n}\n");
    assertTrue(message(file).startsWith(file + ":2:11: error: cannot find symbol"), message(file));
  }

  @Test
  void whatImplementsNothingOrTooMuchIsRefused() throws IOException {
    assertTrue(message(source("class Mine {}")).contains("no class in it implements"));
    assertTrue(message(source(implementing("A") + implementing("B"))).contains("several classes"));
    assertTrue(message("no.such.Thing").contains("there is no operator 'no.such.Thing'"));
    assertTrue(message(folder.resolve("no.java").toString()).contains("cannot be read"));
    assertTrue(message(folder.resolve("no.jar").toString()).contains("there is no such file"));
    assertTrue(message("java.lang.String").contains("does not implement"));
  }

  @Test
  void jarsAreSearchedOrNameTheirClass() throws IOException, PolicyException {
    Map<String, byte[]> classes =
        SourceCompilation.compile(Path.of(source(implementing("A") + implementing("B"))));
    Path jar = folder.resolve("two.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Map.Entry<String, byte[]> each : classes.entrySet()) {
        out.putNextEntry(new JarEntry(each.getKey() + ".class"));
        out.write(each.getValue());
      }
    }
    assertTrue(message(jar.toString()).contains("JAR!CLASS"));
    assertEquals(6, operators.find(jar + "!B").applyAsInt(3));
    assertTrue(message(jar + "!C").contains("there is no class C"));
  }
}
