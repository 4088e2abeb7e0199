package dev.sargasso.lab.policy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one Java source file in memory, against the classes of this process. */
final class SourceCompilation {
  private SourceCompilation() {}

  /**
   * The classes of a source file, by their names.
   *
   * @throws PolicyException if it cannot be read or does not compile; one message for each error of
   *     the Java compiler
   */
  static Map<String, byte[]> compile(Path file) throws PolicyException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new PolicyException(
          file + ": this Java has no compiler; run with a JDK, or name a compiled class");
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new PolicyException(file + ": error: cannot be read: " + e.getMessage());
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
    List<String> options =
        List.of("-proc:none", "-classpath", System.getProperty("java.class.path", ""));
    try (StandardJavaFileManager standard =
            compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8);
        JavaFileManager files = new Memory(standard, classes)) {
      boolean done =
          compiler
              .getTask(
                  new StringWriter(), files, found, options, null, List.of(new Source(file, text)))
              .call();
      if (!done) {
        throw new PolicyException(messages(file, found));
      }
    } catch (IOException e) {
      throw new PolicyException(file + ": error: cannot be compiled: " + e.getMessage());
    }
    Map<String, byte[]> result = new LinkedHashMap<>();
    classes.forEach((name, bytes) -> result.put(name, bytes.toByteArray()));
    return result;
  }

  private static List<String> messages(Path file, DiagnosticCollector<JavaFileObject> found) {
    List<String> messages = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
      if (each.getKind() == Diagnostic.Kind.ERROR) {
        String text = each.getMessage(Locale.ROOT).replaceAll("\\s*\\R\\s*", "; ");
        messages.add(
            each.getLineNumber() == Diagnostic.NOPOS
                ? file + ": error: " + text
                : file
                    + ":"
                    + each.getLineNumber()
                    + ":"
                    + each.getColumnNumber()
                    + ": error: "
                    + text);
      }
    }
    if (messages.isEmpty()) {
      messages.add(file + ": error: the Java compiler refused it without saying why");
    }
    return messages;
  }

  /**
   * The source under the name that its public class asks for is what a file has; so a source keeps
   * the name of its file.
   */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Path file, String text) {
      super(file.toAbsolutePath().toUri(), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes;

    Memory(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      classes.put(className, bytes);
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }
}
