package dev.sargasso.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The programs printed in docs/notation.md are programs. */
class NotationPageTest {
  /** The first indented block below a heading. */
  private static String block(String heading) throws IOException {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.exists(at.resolve("docs/notation.md"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new AssertionError("no docs/notation.md here or above");
    }
    StringBuilder text = new StringBuilder();
    boolean below = false;
    for (String line : Files.readAllLines(at.resolve("docs/notation.md"))) {
      if (line.equals("## " + heading)) {
        below = true;
      } else if (below && line.startsWith("    ")) {
        text.append(line.substring(4)).append('\n');
      } else if (below && line.isEmpty() && !text.isEmpty()) {
        text.append('\n');
      } else if (below && !text.isEmpty()) {
        break;
      }
    }
    return text.toString();
  }

  private static long run(Program program, String function, long argument) {
    Outcome outcome =
        new SeaInterpreter(program, Externals.NONE, Limits.DEFAULT).run(function, argument);
    return ((Outcome.Returned) outcome).value();
  }

  @Test
  void theExampleComputesWhatThePageSays() throws IOException {
    Program program = SsaParser.parse("page.ssa", block("An example"), Simplifier.NONE);
    assertEquals(111, run(program, "collatz", 27));
  }

  @Test
  void theSeaOfThePageIsASea() throws IOException {
    Program program = SeaParser.parse("page.sea", block("The sea form"), Simplifier.NONE);
    assertEquals(8, run(program, "name", 7));
  }

  @Test
  void theGlobalsOfThePageAreGlobals() throws IOException {
    Program program = SsaParser.parse("page.ssa", block("Globals and externals"), Simplifier.NONE);
    assertEquals(3, program.globals().size());
    assertEquals(2, program.externals().size());
  }

  @Test
  void theErrorOfThePageIsWhatIsPrinted() throws IOException {
    String text =
        """
        func $f(%x: i32) -> (i32) {
            goto @use

          @use:
            %y = mul %x, %factor
            return %y

          @setup:
            %factor = add %x, 1
            return %factor
        }
        """;
    String message =
        assertThrows(
                ParseException.class, () -> SsaParser.parse("scale.ssa", text, Simplifier.NONE))
            .getMessage();
    assertEquals(block("Errors").strip(), message.strip());
  }
}
