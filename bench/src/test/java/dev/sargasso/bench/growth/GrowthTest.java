package dev.sargasso.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.measure.shape.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class GrowthTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Growth.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private int quick(String... more) {
    String[] arguments = new String[more.length + 6];
    String[] first = {"--sizes", "200,400", "--rounds", "1", "--warm-up", "0"};
    System.arraycopy(first, 0, arguments, 0, 6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    return run(arguments);
  }

  @Test
  void printsARowForEveryShape() {
    assertEquals(CommandLine.ExitCode.OK, quick("--phases"));
    for (Subject subject : Subject.all()) {
      assertTrue(out.toString().contains("| " + subject.name() + " |"), out.toString());
    }
  }

  @Test
  void theGateFailsWhatGrowsTooFast() {
    assertEquals(1, quick("--only", "diamonds", "--gate=-100"));
    assertTrue(err.toString().contains("too steep: diamonds has exponent"), err.toString());
    assertEquals(0, quick("--only", "diamonds", "--gate=100"));
  }

  @Test
  void theLeastSpeedFailsWhatIsTooSlow() {
    String[] sizes = {
      "--sizes", "1000,1200", "--rounds", "1", "--warm-up", "0", "--only", "switch"
    };
    assertEquals(0, run(append(sizes, "--least-speed=1")));
    assertEquals(1, run(append(sizes, "--least-speed=1e15")));
    assertTrue(err.toString().contains("too slow: "), err.toString());
  }

  @Test
  void wrongArgumentsGetAMessage() {
    assertEquals(CommandLine.ExitCode.USAGE, quick("--only", "round"));
    assertTrue(err.toString().contains("no shape is named 'round'; there are straight-line,"));
    assertEquals(CommandLine.ExitCode.USAGE, run("--sizes", "1000,500"));
    assertTrue(err.toString().contains("--sizes takes ascending sizes of 100 and more"));
  }

  private static String[] append(String[] arguments, String last) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last;
    return all;
  }
}
