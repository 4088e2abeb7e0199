package dev.sargasso.driver.process;

import java.nio.file.Path;

/** A shell command in a process group of its own, measured by the operating system. */
public final class ShellCommand {
  private ShellCommand() {}

  /**
   * Runs {@code command} with {@code /bin/sh} and waits for it. Standard input is empty.
   *
   * @param standardOutput the file that receives what it prints
   * @param standardError the file that receives its errors
   * @param timeoutMillis after which it and its children are killed; 0 for no limit
   */
  public static ExitStatus run(
      String command, Path standardOutput, Path standardError, long timeoutMillis) {
    int process = Posix.spawnShell(command, standardOutput.toString(), standardError.toString());
    return Posix.waitFor(process, timeoutMillis, -process, Signals.KILL);
  }
}
