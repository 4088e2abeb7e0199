package dev.sargasso.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of CONTRIBUTING.md that a machine can check. */
class HouseRulesTest {
  private static final String NODE = Modules.BASE + ".ir.Node";
  private static final int MOST_LINES = 900;

  @Test
  void nothingStaticCanChange() {
    fields()
        .that()
        .areStatic()
        .should()
        .beFinal()
        .because("a compilation shares no state with another")
        .check(Modules.CLASSES);
  }

  @Test
  void noFieldMapsNodes() {
    fields()
        .should(
            new ArchCondition<>("not be a collection that hashes nodes") {
              @Override
              public void check(final JavaField field, final ConditionEvents events) {
                report(field.getFullName(), Stream.of(field.getType()), events);
              }
            })
        .because("a table of nodes is an array indexed by their ids")
        .check(Modules.CLASSES);
  }

  @Test
  void noSignatureMapsNodes() {
    codeUnits()
        .should(
            new ArchCondition<>("not take or return a collection that hashes nodes") {
              @Override
              public void check(final JavaCodeUnit unit, final ConditionEvents events) {
                report(
                    unit.getFullName(),
                    Stream.concat(
                        Stream.of(unit.getReturnType()), unit.getParameterTypes().stream()),
                    events);
              }
            })
        .because("a table of nodes is an array indexed by their ids")
        .check(Modules.CLASSES);
  }

  private static void report(
      final String owner, final Stream<JavaType> types, final ConditionEvents events) {
    types
        .filter(HouseRulesTest::hashesNodes)
        .forEach(
            type ->
                events.add(SimpleConditionEvent.violated(owner, owner + " is " + type.getName())));
  }

  /** Is this a map from nodes or a set of nodes, or has it one among its type arguments? */
  private static boolean hashesNodes(final JavaType type) {
    if (!(type instanceof JavaParameterizedType generic)) {
      return false;
    }
    final List<JavaType> arguments = generic.getActualTypeArguments();
    final JavaClass raw = generic.toErasure();
    final boolean hashes = raw.isAssignableTo(Map.class) || raw.isAssignableTo(Set.class);
    return (hashes && arguments.getFirst().toErasure().getName().equals(NODE))
        || arguments.stream().anyMatch(HouseRulesTest::hashesNodes);
  }

  @Test
  void namesSayWhatAClassIs() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .check(Modules.CLASSES);
  }

  @Test
  void onlyCommandsSpeakToTheConsoleOrEndTheProcess() {
    noClasses()
        .that()
        .resideOutsideOfPackages(Modules.packages("cli"), Modules.packages("bench"))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .because("whoever embeds the compiler owns the process")
        .check(Modules.CLASSES);
  }

  @Test
  void everyPackageTellsItsStoryAndIsFreeOfNulls() {
    classes()
        .that()
        .areTopLevelClasses()
        .should(
            new ArchCondition<>("be in a package whose package-info says @NullMarked") {
              @Override
              public void check(final JavaClass type, final ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                  events.add(
                      SimpleConditionEvent.violated(
                          type, type.getPackageName() + " of " + type.getName()));
                }
              }
            })
        .check(Modules.CLASSES);
  }

  @Test
  void noSourceFileIsTooLongToRead() throws IOException {
    final Path root = Path.of("").toAbsolutePath().getParent();
    try (Stream<Path> files = Files.walk(root)) {
      final List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().contains("/src/"))
              .toList();
      assertFalse(sources.isEmpty());
      assertEquals(
          List.of(),
          sources.stream()
              .filter(file -> lines(file) > MOST_LINES)
              .map(file -> root.relativize(file).toString())
              .sorted()
              .toList());
    }
  }

  private static long lines(final Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
