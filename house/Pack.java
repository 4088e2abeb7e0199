import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs the jars of a built command into two from which it starts quickly: one with the project's
 * own classes, so that its resources are found without opening the other one, and one with the
 * libraries.
 *
 * <p>Most of the time of a start is saved by a recording of loaded and linked classes (JEP 483).
 * The JVM leaves some things out of a recording; what can be changed about that in a class file is
 * changed here:
 *
 * <ul>
 *   <li>classes from before Java 6, since they are verified in the old way: they get stack maps and
 *       a newer version;
 *   <li>classes of signed jars: the signatures are dropped;
 *   <li>pattern switches, which the JVM links by spinning a class when each is first reached: their
 *       {@code invokedynamic} becomes a call of a method that asks one type after the other.
 * </ul>
 */
final class Pack {
  private static final String OWN_PREFIX = "dev/sargasso/";
  private static final String SERVICES = "META-INF/services/";
  private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");

  private final ClassFile classFile;

  private Pack(final ClassLoader classes) {
    classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes).cached()));
  }

  /** Usage: {@code Pack.java JAR_DIRECTORY OWN_JAR LIBRARY_JAR}. */
  public static void main(final String[] arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println("usage: Pack.java JAR_DIRECTORY OWN_JAR LIBRARY_JAR");
      System.exit(2);
    }
    final List<Path> jars;
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
    final URL[] places = new URL[jars.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = jars.get(i).toUri().toURL();
    }
    final Map<String, byte[]> own = new LinkedHashMap<>();
    final Map<String, byte[]> libraries = new LinkedHashMap<>();
    try (URLClassLoader classes = new URLClassLoader(places)) {
      final Pack pack = new Pack(classes);
      for (final Path jar : jars) {
        pack.read(jar, own, libraries);
      }
    }
    write(Path.of(arguments[1]), own);
    write(Path.of(arguments[2]), libraries);
  }

  private void read(
      final Path path, final Map<String, byte[]> own, final Map<String, byte[]> libraries)
      throws IOException {
    try (JarFile jar = new JarFile(path.toFile(), false)) {
      final Map<String, byte[]> entries =
          jar.stream().anyMatch(entry -> entry.getName().startsWith(OWN_PREFIX)) ? own : libraries;
      final Enumeration<JarEntry> all = jar.entries();
      while (all.hasMoreElements()) {
        final JarEntry entry = all.nextElement();
        if (entry.isDirectory() || isDropped(entry.getName())) {
          continue;
        }
        final byte[] bytes = jar.getInputStream(entry).readAllBytes();
        if (entry.getName().endsWith(".class")) {
          entries.putIfAbsent(entry.getName(), adapt(bytes));
        } else if (entry.getName().startsWith(SERVICES)) {
          entries.merge(entry.getName(), bytes, Pack::lines);
        } else {
          entries.putIfAbsent(entry.getName(), bytes);
        }
      }
    }
  }

  /** Manifests and signatures, modules (the packed jars are for the class path), other versions. */
  private static boolean isDropped(final String name) {
    return name.endsWith("module-info.class")
        || name.startsWith("META-INF/")
            && (name.startsWith("META-INF/versions/")
                || name.matches("[^/]*/[^/]*\\.(MF|SF|RSA|DSA|EC)"));
  }

  private static byte[] lines(final byte[] first, final byte[] second) {
    final ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.write('\n');
    both.writeBytes(second);
    return both.toByteArray();
  }

  private byte[] adapt(final byte[] bytes) {
    final ClassModel model = classFile.parse(bytes);
    final boolean old = model.majorVersion() < ClassFile.JAVA_6_VERSION;
    if (!old && !hasPatternSwitch(model)) {
      return bytes;
    }
    try {
      return classFile.transformClass(model, adaptation(model, old));
    } catch (IllegalArgumentException e) {
      // Subroutines (jsr, ret) have no stack maps.
      return bytes;
    }
  }

  private static ClassTransform adaptation(final ClassModel model, final boolean old) {
    final List<PatternSwitch> switches = new ArrayList<>();
    final CodeTransform code =
        (builder, element) -> {
          if (!old && isPatternSwitch(element)) {
            final InvokeDynamicInstruction instruction = (InvokeDynamicInstruction) element;
            final PatternSwitch found =
                new PatternSwitch("typeSwitch$" + switches.size(), instruction);
            switches.add(found);
            builder.invokestatic(
                model.thisClass().asSymbol(),
                found.name(),
                instruction.typeSymbol(),
                model.flags().has(AccessFlag.INTERFACE));
          } else {
            builder.with(element);
          }
        };
    return ClassTransform.transformingMethodBodies(code)
        .andThen(
            ClassTransform.endHandler(
                builder -> {
                  if (old) {
                    builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                  }
                  for (final PatternSwitch found : switches) {
                    builder.withMethodBody(
                        found.name(),
                        found.instruction().typeSymbol(),
                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                        found::write);
                  }
                }));
  }

  private static boolean hasPatternSwitch(final ClassModel model) {
    for (final MethodModel method : model.methods()) {
      if (method.code().isPresent()
          && method.code().get().elementStream().anyMatch(Pack::isPatternSwitch)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this is a switch over types alone. */
  private static boolean isPatternSwitch(final CodeElement element) {
    return element instanceof InvokeDynamicInstruction instruction
        && instruction.bootstrapMethod().owner().equals(SWITCHES)
        && instruction.bootstrapMethod().methodName().equals("typeSwitch")
        && instruction.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
  }

  /** A switch, and the method that takes its place. */
  private record PatternSwitch(String name, InvokeDynamicInstruction instruction) {
    /**
     * The index of the first type, from a given one on, that an object has: -1 for null, the number
     * of types if it has none of them.
     */
    void write(final CodeBuilder code) {
      final List<ConstantDesc> types = instruction.bootstrapArgs();
      final int target = code.parameterSlot(0);
      final int restart = code.parameterSlot(1);
      code.aload(target).ifThen(Opcode.IFNULL, none -> none.iconst_m1().ireturn());
      final List<SwitchCase> cases = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        cases.add(SwitchCase.of(i, code.newLabel()));
      }
      final Label end = code.newLabel();
      code.iload(restart).tableswitch(0, types.size() - 1, end, cases);
      for (int i = 0; i < types.size(); i++) {
        final int index = i;
        code.labelBinding(cases.get(i).target())
            .aload(target)
            .instanceOf((ClassDesc) types.get(i))
            .ifThen(found -> found.loadConstant(index).ireturn());
      }
      code.labelBinding(end).loadConstant(types.size()).ireturn();
    }
  }

  /** Writes a jar whole or not at all. */
  private static void write(final Path path, final Map<String, byte[]> entries) throws IOException {
    final Path part = path.resolveSibling(path.getFileName() + ".part");
    try (OutputStream file = Files.newOutputStream(part);
        ZipOutputStream out = new ZipOutputStream(file)) {
      out.setLevel(Deflater.BEST_SPEED);
      for (final Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
  }
}
