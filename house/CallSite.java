import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Methods that do what the JDK's bootstrap methods would link to a call site. */
final class CallSite {
  private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
  private static final ClassDesc RECORDS = ClassDesc.of("java.lang.runtime.ObjectMethods");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  private CallSite() {}

  /**
   * Whether this is a switch over types or constants alone, or the comparison or hash of a record.
   */
  static boolean isReplaced(final InvokeDynamicInstruction site) {
    final ClassDesc bootstrap = site.bootstrapMethod().owner();
    return switch (site.name().stringValue()) {
      case "typeSwitch" ->
          bootstrap.equals(SWITCHES)
              && site.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
      case "enumSwitch" ->
          bootstrap.equals(SWITCHES)
              && site.bootstrapArgs().stream().allMatch(String.class::isInstance);
      case "equals", "hashCode" -> bootstrap.equals(RECORDS);
      default -> false;
    };
  }

  /** Writes the body of the static method that takes the site's place. */
  static void write(final InvokeDynamicInstruction site, final CodeBuilder code) {
    switch (site.name().stringValue()) {
      case "typeSwitch", "enumSwitch" -> writeSwitch(site, code);
      case "equals" -> writeEquals(site, code);
      default -> writeHashCode(site, code);
    }
  }

  /**
   * The index of the first label, from a given one on, that an object matches, which has the type
   * or is the constant: -1 for null, the number of labels if it matches none of them.
   */
  private static void writeSwitch(final InvokeDynamicInstruction site, final CodeBuilder code) {
    final List<ConstantDesc> labels = site.bootstrapArgs();
    final ClassDesc selector = site.typeSymbol().parameterType(0);
    code.aload(0).ifThen(Opcode.IFNULL, none -> none.iconst_m1().ireturn());
    final List<SwitchCase> cases = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      cases.add(SwitchCase.of(i, code.newLabel()));
    }
    final Label end = code.newLabel();
    code.iload(1).tableswitch(0, labels.size() - 1, end, cases);
    for (int i = 0; i < labels.size(); i++) {
      final int index = i;
      code.labelBinding(cases.get(i).target()).aload(0);
      if (labels.get(i) instanceof String constant) {
        code.getstatic(selector, constant, selector)
            .ifThen(Opcode.IF_ACMPEQ, found -> found.loadConstant(index).ireturn());
      } else {
        code.instanceOf((ClassDesc) labels.get(i))
            .ifThen(found -> found.loadConstant(index).ireturn());
      }
    }
    code.labelBinding(end).loadConstant(labels.size()).ireturn();
  }

  /** Compares component by component; numbers in floating point as {@code Double.compare} does. */
  private static void writeEquals(final InvokeDynamicInstruction site, final CodeBuilder code) {
    final ClassDesc type = (ClassDesc) site.bootstrapArgs().getFirst();
    final Label different = code.newLabel();
    code.aload(1).instanceOf(type).ifeq(different);
    code.aload(1).checkcast(type).astore(2);
    for (final DirectMethodHandleDesc component : components(site)) {
      load(code, 0, component);
      load(code, 2, component);
      final ClassDesc kind = component.invocationType().returnType();
      switch (TypeKind.from(kind)) {
        case REFERENCE ->
            code.invokestatic(
                    OBJECTS,
                    "equals",
                    MethodTypeDesc.of(
                        ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                .ifeq(different);
        case LONG -> code.lcmp().ifne(different);
        case FLOAT, DOUBLE ->
            code.invokestatic(
                    box(kind), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, kind, kind))
                .ifne(different);
        default -> code.if_icmpne(different);
      }
    }
    code.iconst_1().ireturn();
    code.labelBinding(different).iconst_0().ireturn();
  }

  /** 31 times the hash of the components before, plus that of the last. */
  private static void writeHashCode(final InvokeDynamicInstruction site, final CodeBuilder code) {
    code.iconst_0();
    for (final DirectMethodHandleDesc component : components(site)) {
      code.bipush(31).imul();
      load(code, 0, component);
      final ClassDesc kind = component.invocationType().returnType();
      if (kind.isPrimitive()) {
        code.invokestatic(box(kind), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, kind));
      } else {
        code.invokestatic(
            OBJECTS, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
      }
      code.iadd();
    }
    code.ireturn();
  }

  private static List<DirectMethodHandleDesc> components(final InvokeDynamicInstruction site) {
    // The first two arguments are the class and the names.
    return site.bootstrapArgs().stream().skip(2).map(DirectMethodHandleDesc.class::cast).toList();
  }

  private static void load(
      final CodeBuilder code, final int record, final DirectMethodHandleDesc component) {
    code.aload(record)
        .getfield(
            component.owner(), component.methodName(), component.invocationType().returnType());
  }

  private static ClassDesc box(final ClassDesc primitive) {
    return ClassDesc.of(
        "java.lang."
            + switch (primitive.displayName()) {
              case "int" -> "Integer";
              case "char" -> "Character";
              case String name -> Character.toUpperCase(name.charAt(0)) + name.substring(1);
            });
  }
}
