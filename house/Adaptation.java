import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Changes class files so that they cost a new process less.
 *
 * <p>Most of the time of a start is saved by a recording of loaded and linked classes (JEP 483).
 * The JVM leaves some things out of a recording, and a few calls open all jars of the class path:
 *
 * <ul>
 *   <li>Classes from before Java 6 are verified in the old way and not recorded: they get stack
 *       maps and a newer version.
 *   <li>Pattern switches and the methods of records are linked by spinning classes when each is
 *       first reached: their {@code invokedynamic} becomes the call of a method.
 *   <li>A library that looks for a class which is not there has it looked for in all jars: the
 *       lookup fails at once.
 *   <li>SLF4J looks for its back end in all jars; there is none, so a logger is the silent one.
 * </ul>
 */
final class Adaptation {
  private static final ClassDesc CLASS_NOT_FOUND = ClassDesc.of("java.lang.ClassNotFoundException");
  private static final ClassDesc LOGGER_FACTORY = ClassDesc.of("org.slf4j.LoggerFactory");
  private static final ClassDesc SILENT_LOGGER = ClassDesc.of("org.slf4j.helpers.NOPLogger");
  private static final MethodTypeDesc FOR_NAME =
      MethodTypeDesc.of(ConstantDescs.CD_Class, ConstantDescs.CD_String);

  private final ClassLoader classes;
  private final ClassFile classFile;

  /**
   * An adaptation.
   *
   * @param classes finds all classes that there will be
   */
  Adaptation(final ClassLoader classes) {
    this.classes = classes;
    classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes).cached()));
  }

  /** The bytes of the adapted class. */
  byte[] apply(final byte[] bytes) {
    final ClassModel model = classFile.parse(bytes);
    final boolean old = model.majorVersion() < ClassFile.JAVA_6_VERSION;
    if (!old && !mayHaveCallSites(model)) {
      return bytes;
    }
    try {
      return classFile.transformClass(model, new OneClass(model).transform(old));
    } catch (IllegalArgumentException e) {
      // Subroutines (jsr, ret) have no stack maps.
      return bytes;
    }
  }

  private static boolean mayHaveCallSites(final ClassModel model) {
    return model.methods().stream()
        .flatMap(method -> method.code().stream())
        .flatMap(code -> code.elementStream())
        .anyMatch(
            element ->
                element instanceof InvokeDynamicInstruction site && CallSite.isReplaced(site));
  }

  /** The changes to one class. */
  private final class OneClass {
    private final ClassModel model;

    /** The methods to add, by name; all are private and static. */
    private final Map<String, Added> added = new LinkedHashMap<>();

    /** The constant that the previous instruction has loaded. */
    private Object constant = "";

    OneClass(final ClassModel model) {
      this.model = model;
    }

    ClassTransform transform(final boolean old) {
      final CodeTransform code = this::replace;
      return ClassTransform.transformingMethodBodies(code)
          .andThen(
              ClassTransform.endHandler(
                  builder -> {
                    if (old) {
                      builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                    }
                    added.forEach(
                        (name, method) ->
                            builder.withMethodBody(
                                name,
                                method.type(),
                                ClassFile.ACC_PRIVATE
                                    | ClassFile.ACC_STATIC
                                    | ClassFile.ACC_SYNTHETIC,
                                method.body()));
                  }));
    }

    private void replace(final CodeBuilder builder, final CodeElement element) {
      final Object loaded = constant;
      constant = element instanceof ConstantInstruction load ? load.constantValue() : "";
      switch (element) {
        case InvokeDynamicInstruction site when CallSite.isReplaced(site) ->
            call(
                builder,
                site.name().stringValue() + "$" + added.size(),
                new Added(site.typeSymbol(), code -> CallSite.write(site, code)));
        case InvokeInstruction call
            when isCall(call, ConstantDescs.CD_Class, "forName")
                && call.typeSymbol().equals(FOR_NAME)
                && isAbsent(loaded.toString()) ->
            call(builder, "absentClass", new Added(FOR_NAME, OneClass::writeAbsent));
        case InvokeInstruction call when isCall(call, LOGGER_FACTORY, "getLogger") ->
            builder.pop().getstatic(SILENT_LOGGER, "NOP_LOGGER", SILENT_LOGGER);
        default -> builder.with(element);
      }
    }

    private void call(final CodeBuilder builder, final String name, final Added method) {
      added.put(name, method);
      builder.invokestatic(
          model.thisClass().asSymbol(),
          name,
          method.type(),
          model.flags().has(AccessFlag.INTERFACE));
    }

    private static boolean isCall(
        final InvokeInstruction call, final ClassDesc owner, final String name) {
      return call.owner().matches(owner) && call.name().equalsString(name);
    }

    private boolean isAbsent(final String name) {
      return !name.isEmpty() && classes.getResource(name.replace('.', '/') + ".class") == null;
    }

    /** {@code static Class absentClass(String name)}: throws. */
    private static void writeAbsent(final CodeBuilder code) {
      code.new_(CLASS_NOT_FOUND)
          .dup()
          .aload(0)
          .invokespecial(
              CLASS_NOT_FOUND,
              ConstantDescs.INIT_NAME,
              MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
          .athrow();
    }
  }

  /** A method to add. */
  private record Added(MethodTypeDesc type, Consumer<CodeBuilder> body) {}
}
