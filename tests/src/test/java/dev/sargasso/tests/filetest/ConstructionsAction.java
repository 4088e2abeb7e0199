package dev.sargasso.tests.filetest;

import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.program.ConstructionCounts;
import dev.sargasso.ir.program.Function;

/**
 * {@code constructions}: the phis that each SSA construction makes for each function, without
 * simplification.
 */
public final class ConstructionsAction implements FiletestAction {
  @Override
  public String name() {
    return "constructions";
  }

  @Override
  public String perform(FiletestInput input, String arguments) throws Exception {
    StringBuilder text = new StringBuilder();
    for (SsaConstruction construction : SsaConstruction.values()) {
      CompilerOptions options =
          CompilerOptions.DEFAULT.withLevel("0").withConstruction(construction);
      for (Function function : input.read(options).functions()) {
        ConstructionCounts counts = function.construction();
        text.append(
            "$%s %s: %d phis, %d removed, %d dead, %d left, %d of them redundant%n"
                .formatted(
                    function.name(),
                    construction.text(),
                    counts.phis(),
                    counts.removed(),
                    counts.dead(),
                    counts.left(),
                    counts.redundant()));
      }
    }
    return text.toString();
  }
}
