package dev.sargasso.driver.process;

/**
 * How a child process ended and what it and its own children used.
 *
 * @param code the exit code; meaningless if {@code signal} is not 0
 * @param signal the number of the signal that ended it, 0 if it exited
 * @param timedOut whether it was ended because its time was up
 * @param userSeconds CPU time in user mode
 * @param systemSeconds CPU time in the kernel
 * @param wallSeconds elapsed time
 */
public record ExitStatus(
    int code,
    int signal,
    boolean timedOut,
    double userSeconds,
    double systemSeconds,
    double wallSeconds) {
  /** Whether it exited with code 0. */
  public boolean isSuccess() {
    return signal == 0 && code == 0 && !timedOut;
  }

  /** What a shell would report: the exit code, or 128 plus the signal. */
  public int shellCode() {
    return signal == 0 ? code : 128 + signal;
  }

  @Override
  public String toString() {
    if (timedOut) {
      return "timeout";
    }
    return signal == 0 ? "exit " + code : "signal " + signal + " (" + Signals.name(signal) + ")";
  }
}
