package dev.sargasso.bench.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.bench.generate.GeneratorOptions;
import dev.sargasso.testsupport.RequiresTool;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FuzzTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Fuzz.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  @RequiresTool({"gcc", "cc"})
  void everyExecutionAgreesOnGeneratedPrograms() {
    String findings = folder.resolve("findings").toString();
    int status = run("-n", "2", "-s", "5000", "--size", "60", "--chaos", "1", "-o", findings);
    assertEquals("", err.toString());
    assertEquals(0, status, out.toString());
    assertTrue(out.toString().contains("2 programs, "), out.toString());
    assertTrue(out.toString().contains("2 agrees"), out.toString());
  }

  @Test
  @RequiresTool("gcc")
  void aDifferenceIsReportedKeptAndMadeSmall() throws Exception {
    // A compiler that is wrong about switches.
    Path wrong = folder.resolve("wrong.sh");
    Files.writeString(
        wrong,
        "gcc -w \"$1\" -o \"$1.out\" && \"$1.out\" && if grep -q 'switch (' \"$1\"; then echo x;"
            + " fi");
    String findings = folder.resolve("findings").toString();
    OwnGenerator programs = new OwnGenerator(GeneratorOptions.ofSize(40));
    long seed = 1;
    while (!programs.text(seed, folder).orElseThrow().contains("switch (")) {
      seed++;
    }
    int status =
        run(
            "-n",
            "1",
            "-s",
            "" + seed,
            "--size",
            "40",
            "--only",
            "sea-0",
            "--reduce",
            "-o",
            findings,
            "--also",
            "wrong=sh " + wrong + " {src}");
    assertEquals(1, status);
    assertTrue(out.toString().contains("seed " + seed + ": wrong: line "), out.toString());
    assertFalse(out.toString().contains(": sea-0: "), out.toString());
    String whole = Files.readString(Path.of(findings, seed + ".c"));
    String small = Files.readString(Path.of(findings, seed + ".small.c"));
    assertTrue(small.lines().count() < whole.lines().count() - 10, small);
    assertEquals(1, small.lines().filter(line -> line.contains("switch (")).count(), small);
  }

  @Test
  @RequiresTool("gcc")
  void undefinedBehaviourIsNoFinding() throws Exception {
    ProgramSource programs =
        fixed("int main(int argc, char **argv) { int x = 2147483647; x += argc; return 0; }");
    Execution gives1 = new ShellExecution("other", "exit 1 # {src}");
    assertEquals(Campaign.Verdict.UNDEFINED, attempt(programs, gives1).verdict());
    ProgramSource defined = fixed("int main(int argc, char **argv) { return 0; }");
    Campaign.Finding finding = attempt(defined, gives1);
    assertEquals(Campaign.Verdict.DIFFERS, finding.verdict());
    assertEquals(List.of(new Campaign.Difference("other", "exit 1")), finding.differences());
  }

  @Test
  @RequiresTool("gcc")
  void endlessProgramsAreSkipped() throws Exception {
    ProgramSource endless = fixed("int main(void) { for (volatile int i = 0;; i++) { } }");
    Execution never = new ShellExecution("never", "exit 1 # {src}");
    assertEquals(Campaign.Verdict.SKIPPED, attempt(endless, never).verdict());
  }

  private static Campaign.Finding attempt(ProgramSource programs, Execution execution)
      throws Exception {
    return new Campaign(
            programs,
            new OtherCompiler("reference", "gcc -w -O0"),
            new OtherCompiler("sanitised", "gcc -w -fsanitize=undefined -fno-sanitize-recover=all"),
            List.of(execution),
            1,
            1,
            false)
        .attempt(1);
  }

  private static ProgramSource fixed(String text) {
    return new ProgramSource() {
      @Override
      public java.util.Optional<String> text(long seed, Path scratch) {
        return java.util.Optional.of(text);
      }

      @Override
      public String reduced(
          long seed, String program, java.util.function.Predicate<String> property) {
        return program;
      }
    };
  }

  @Test
  void anEndingTellsItsFirstDifference() {
    Ending expected = new Ending("exit 0", "a\nb\n");
    assertEquals("", new Ending("exit 0", "a\nb\n").differenceFrom(expected));
    assertEquals("exit 1", new Ending("exit 1", "a\nb\n").differenceFrom(expected));
    assertEquals("line 2 is 'c', not 'b'", new Ending("exit 0", "a\nc\n").differenceFrom(expected));
    assertEquals(
        "line 2 is 'nothing', not 'b'", new Ending("exit 0", "a\n").differenceFrom(expected));
    assertEquals("", new Ending(Ending.UNFINISHED, "a\n").differenceFrom(expected));
  }

  @Test
  void wrongArgumentsGetAMessage() {
    assertEquals(CommandLine.ExitCode.USAGE, run("--only", "magic"));
    assertTrue(err.toString().contains("no execution is named 'magic'; there are sea-0, "));
    assertEquals(CommandLine.ExitCode.USAGE, run("--without", "bugs"));
    assertTrue(err.toString().contains("'bugs' cannot be left out"));
    assertEquals(CommandLine.ExitCode.USAGE, run("--csmith", "everything"));
    assertTrue(err.toString().contains("no preset is named 'everything'"));
    assertEquals(CommandLine.ExitCode.USAGE, run("--also", "x"));
    assertTrue(err.toString().contains("'x' is no execution; write NAME=COMMAND"));
  }

  @Test
  void seedsDecideThePrograms() {
    OwnGenerator programs = new OwnGenerator(GeneratorOptions.ofSize(30));
    assertEquals(programs.text(4, folder), programs.text(4, folder));
  }
}
