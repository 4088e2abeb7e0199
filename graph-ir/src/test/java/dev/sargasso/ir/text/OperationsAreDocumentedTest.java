package dev.sargasso.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Op;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * docs/IR.md has a section for each operation, with its facts. {@code -Dbless=true} writes the
 * lines of facts anew.
 */
class OperationsAreDocumentedTest {
  private static Path page() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.exists(at.resolve("docs/IR.md"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new AssertionError("no docs/IR.md here or above");
    }
    return at.resolve("docs/IR.md");
  }

  private static String facts(Op op) {
    List<String> inputs = new ArrayList<>();
    if (op.hasControl()) {
      inputs.add(op.controlIsOptional() ? "control (may be absent)" : "control");
    }
    if (op.isRegion() || op == Op.END) {
      inputs.add("any number of controls");
    } else if (op == Op.MEMORY_MERGE) {
      inputs.add("any number of memories");
    } else {
      if (op.hasMemory()) {
        inputs.add("memory");
      }
      int values = op.arity() - op.firstValue();
      if (op.arity() < 0) {
        inputs.add("any number of values");
      } else if (values > 0) {
        inputs.add(values == 1 ? "1 value" : values + " values");
      }
    }
    List<String> facts = new ArrayList<>();
    add(facts, op.isControl(), "control");
    facts.add(op.isPinned() ? "pinned" : "floats");
    add(facts, op.readsMemory(), "reads memory");
    add(facts, op.writesMemory(), "writes memory");
    add(facts, op.mayTrap(), "may trap");
    add(facts, op.isTerminator(), "ends a block");
    add(facts, op.isNumbered(), "numbered");
    add(facts, op.isCommutative(), "commutative");
    add(facts, op.isRematerialisable(), "rematerialisable");
    add(facts, op.isComparison(), "compares");
    return "*Inputs: "
        + (inputs.isEmpty() ? "none" : String.join(", ", inputs))
        + ". Facts: "
        + String.join(", ", facts)
        + ".*";
  }

  private static void add(List<String> facts, boolean holds, String fact) {
    if (holds) {
      facts.add(fact);
    }
  }

  @Test
  void everyOperationHasASectionWithItsFacts() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(page()));
    List<String> missing = new ArrayList<>();
    for (Op op : Op.values()) {
      if (op == Op.DEAD) {
        continue;
      }
      int at = lines.indexOf("### `" + op.text() + "`");
      if (at < 0) {
        missing.add("### `" + op.text() + "`\n" + facts(op));
      } else if (Boolean.getBoolean("bless") && !lines.get(at + 1).equals(facts(op))) {
        lines.set(at + 1, facts(op));
        Files.write(page(), lines);
      } else {
        assertEquals(facts(op), lines.get(at + 1), op.text());
        assertTrue(lines.get(at + 3).length() > 3, op.text() + " has no description");
      }
    }
    assertEquals("", String.join("\n", missing), "sections to add");
  }

  @Test
  void everySectionIsOfAnOperation() throws IOException {
    for (String line : Files.readAllLines(page())) {
      if (line.startsWith("### ")) {
        boolean known = false;
        for (Op op : Op.values()) {
          known |= line.equals("### `" + op.text() + "`");
        }
        assertTrue(known, line);
      }
    }
  }
}
