package dev.sargasso.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A contest runs all, tells wrong output and crashes apart, and compares what is left. */
final class ContestTest {
  @TempDir Path folder;
  @TempDir Path scratch;

  @Test
  void commandsAreParsed() {
    Contender both = Contender.parse("cc = cc {src} -o {out} || {out} 3");
    assertEquals("cc", both.name());
    assertEquals("{out} 3", both.run());
    assertEquals("{out}", Contender.parse("cc=cc {src}").run());
    assertThrows(IllegalArgumentException.class, () -> Contender.parse("nothing"));
    assertThrows(IllegalArgumentException.class, () -> Contender.parse("empty="));
  }

  @Test
  void failuresAreToldAndTheOthersCompared() throws IOException {
    Files.writeString(folder.resolve("one.c"), "echo one");
    Files.writeString(folder.resolve("one.expected"), "one\n");
    List<Contender> contenders =
        List.of(
            Contender.parse("good=cp {src} {out}||sh {out}"),
            Contender.parse("direct=||sh {src}"),
            Contender.parse("wrong=||echo two"),
            Contender.parse("crash=||kill -SEGV $$"),
            Contender.parse("broken=false"));
    Contest contest = new Contest(contenders, Kernel.in(folder), 2, 1, 10, line -> {});
    contest.run(scratch);
    assertNull(contest.failure(0, 0));
    assertNull(contest.failure(1, 0));
    assertEquals("run: wrong output", contest.failure(2, 0));
    assertTrue(String.valueOf(contest.failure(3, 0)).contains("SIGSEGV"));
    assertTrue(String.valueOf(contest.failure(4, 0)).startsWith("compile: exit 1"));
    assertNotNull(contest.runSeconds(1, 0));
    String text = new Standings(contest, 0).text();
    assertTrue(text.contains("FAILED crash one"), text);
    assertTrue(new Standings(contest, 0).csv().contains("good,one,compile,0,"));
  }

  @Test
  void aKernelWithoutExpectedOutputIsRefused() throws IOException {
    Files.writeString(folder.resolve("one.c"), "echo one");
    assertThrows(IOException.class, () -> Kernel.in(folder));
  }

  @Test
  void mediansAreThoseOfTheMiddle() {
    assertEquals(2, Standings.median(new double[] {3, 1, 2}));
    assertEquals(2.5, Standings.median(new double[] {3, 1, 2, 9}));
  }
}
