package dev.sargasso.driver.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes, signals, time limits and CPU time of shell commands are told as they are. */
final class ShellCommandTest {
  @TempDir Path folder;

  private ExitStatus run(String command, long timeout) {
    return ShellCommand.run(command, folder.resolve("out"), folder.resolve("err"), timeout);
  }

  @Test
  void outputAndExitCodeArrive() throws IOException {
    ExitStatus status = run("echo hello; echo oops >&2; exit 7", 0);
    assertEquals(7, status.code());
    assertEquals(7, status.shellCode());
    assertEquals("hello\n", Files.readString(folder.resolve("out")));
    assertEquals("oops\n", Files.readString(folder.resolve("err")));
  }

  @Test
  void aSignalIsToldByNumber() {
    ExitStatus status = run("kill -SEGV $$", 0);
    assertEquals(Signals.SEGV, status.signal());
    assertEquals(139, status.shellCode());
  }

  @Test
  void timeIsLimitedAlsoForGrandchildren() {
    ExitStatus status = run("sleep 20; true", 100);
    assertTrue(status.timedOut());
    assertTrue(status.wallSeconds() < 10);
  }

  @Test
  void cpuTimeIsThatOfTheChild() {
    ExitStatus status = run("i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done", 0);
    assertTrue(status.isSuccess());
    assertTrue(status.userSeconds() + status.systemSeconds() > 0);
  }
}
