package dev.sargasso.lab.policy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * Finds implementations of an interface by what a user writes for them: a name that the compiler
 * knows, a class on the class path, {@code my.jar} or {@code my.jar!com.me.Mine}, {@code
 * Mine.java}.
 *
 * @param <T> the interface
 */
public final class Implementations<T> {
  private final Class<T> kind;
  private final String what;
  private final Map<String, T> known;

  /**
   * @param kind the interface
   * @param what one of them is called in messages, such as {@code placement policy}
   * @param known those that have names
   */
  public Implementations(Class<T> kind, String what, Map<String, T> known) {
    this.kind = kind;
    this.what = what;
    this.known = Map.copyOf(known);
  }

  /**
   * The implementation that {@code text} names.
   *
   * @throws PolicyException if there is none, several, or it cannot be made
   */
  public T find(String text) throws PolicyException {
    T shipped = known.get(text);
    if (shipped != null) {
      return shipped;
    }
    if (text.endsWith(".java")) {
      return ofSource(Path.of(text));
    }
    int mark = text.indexOf('!');
    String file = mark < 0 ? text : text.substring(0, mark);
    if (file.endsWith(".jar")) {
      return ofJar(Path.of(file), mark < 0 ? "" : text.substring(mark + 1));
    }
    try {
      return make(Class.forName(text, true, ClassLoader.getSystemClassLoader()), text);
    } catch (ClassNotFoundException e) {
      throw new PolicyException(
          "there is no "
              + what
              + " '"
              + text
              + "'; take one of "
              + known.keySet().stream().sorted().toList()
              + ", a class on the class path, a jar, or a Java source file");
    }
  }

  private T ofSource(Path file) throws PolicyException {
    Map<String, byte[]> classes = SourceCompilation.compile(file);
    ClassLoader loader = new Defined(classes, kind.getClassLoader());
    return only(List.copyOf(classes.keySet()), loader, file.toString(), "");
  }

  // The loader lives as long as the policy, which loads its other classes when it needs them.
  @SuppressWarnings("resource")
  private T ofJar(Path file, String wanted) throws PolicyException {
    List<String> names = new ArrayList<>();
    URL place;
    try (JarFile jar = new JarFile(file.toFile())) {
      place = file.toUri().toURL();
      jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
          .filter(name -> !name.startsWith("META-INF/"))
          .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
          .forEach(names::add);
    } catch (MalformedURLException e) {
      throw new PolicyException(file + ": error: is no name of a file");
    } catch (IOException e) {
      throw new PolicyException(
          file
              + ": error: "
              + (Files.exists(file) ? "is no jar: " + e.getMessage() : "there is no such file"));
    }
    ClassLoader loader = new URLClassLoader(new URL[] {place}, kind.getClassLoader());
    return only(names, loader, file.toString(), wanted);
  }

  /** The one implementation among some classes, or the wanted one. */
  private T only(List<String> names, ClassLoader loader, String file, String wanted)
      throws PolicyException {
    List<Class<?>> found = new ArrayList<>();
    for (String name : names) {
      if (wanted.isEmpty() || name.equals(wanted)) {
        try {
          Class<?> type = Class.forName(name, false, loader);
          boolean isMade = kind.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
          if (isMade || !wanted.isEmpty()) {
            found.add(type);
          }
        } catch (ClassNotFoundException | LinkageError e) {
          throw new PolicyException(file + ": error: class " + name + " cannot be loaded: " + e);
        }
      }
    }
    if (found.isEmpty()) {
      throw new PolicyException(
          file
              + ": error: "
              + (wanted.isEmpty() ? "no class in it" : "there is no class " + wanted + " that")
              + " implements "
              + kind.getName()
              + "; write one that does");
    }
    if (found.size() > 1) {
      throw new PolicyException(
          file
              + ": error: several classes implement "
              + kind.getName()
              + ": "
              + found.stream().map(Class::getName).toList()
              + "; keep one"
              + (file.endsWith(".jar") ? ", or name it behind the jar: JAR!CLASS" : ""));
    }
    return make(found.getFirst(), file);
  }

  private T make(Class<?> type, String where) throws PolicyException {
    if (!kind.isAssignableFrom(type)) {
      throw new PolicyException(
          where + ": error: class " + type.getName() + " does not implement " + kind.getName());
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return kind.cast(constructor.newInstance());
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw new PolicyException(
          where
              + ": error: class "
              + type.getName()
              + " cannot be made: it must be a class of its own (static, if it is nested) with a"
              + " constructor without parameters");
    } catch (InvocationTargetException | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new PolicyException(
          where + ": error: the constructor of " + type.getName() + " failed: " + cause);
    }
  }

  /** Classes that have been compiled in memory. */
  private static final class Defined extends ClassLoader {
    private final Map<String, byte[]> classes;

    Defined(Map<String, byte[]> classes, ClassLoader parent) {
      super(parent);
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
