package dev.sargasso.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies run in one direction, between modules and between the packages of one. */
class ModuleDirectionTest {
  static Set<String> modules() {
    return Modules.ALLOWED.keySet();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleImportsOnlyWhatTheTableAllows(final String module) {
    final String[] allowed =
        Stream.concat(Stream.of(module), Modules.ALLOWED.get(module).stream())
            .map(Modules::packages)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(Modules.packages(module))
        .should()
        .dependOnClassesThat(
            resideInAPackage(Modules.BASE + "..").and(not(resideInAnyPackage(allowed))))
        .because("the table of modules in docs/ARCHITECTURE.md says so")
        .check(Modules.CLASSES);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void packagesOfAModuleHaveNoCycles(final String module) {
    slices()
        .matching(Modules.BASE + "." + module + ".(*)..")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(Modules.CLASSES);
  }

  @Test
  void everyClassBelongsToAModuleOfTheTable() {
    final List<String> strays =
        Modules.CLASSES.stream()
            .map(JavaClass::getPackageName)
            .distinct()
            .filter(
                name ->
                    modules().stream()
                        .noneMatch(
                            module -> (name + ".").startsWith(Modules.BASE + "." + module + ".")))
            .sorted()
            .collect(Collectors.toList());
    assertEquals(List.of(), strays);
  }

  @Test
  void everyModuleIsSeenByTheseTests() {
    final List<String> unseen =
        modules().stream()
            .filter(module -> !Modules.CLASSES.containPackage(Modules.BASE + "." + module))
            .sorted()
            .collect(Collectors.toList());
    assertEquals(List.of(), unseen);
  }
}
