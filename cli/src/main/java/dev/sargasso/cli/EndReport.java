package dev.sargasso.cli;

import dev.sargasso.driver.LoadedProgram;
import dev.sargasso.driver.process.CrashReport;
import dev.sargasso.driver.process.ForkedRun;
import dev.sargasso.driver.process.Signals;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What to tell about a program that did not end by itself. */
final class EndReport {
  private EndReport() {}

  /** One line about how the program ended, or null if it exited in the ordinary way. */
  static @Nullable String describe(ForkedRun.Outcome outcome, LoadedProgram loaded, String file) {
    int signal = outcome.status().signal();
    if (signal == 0) {
      return null;
    }
    CrashReport crash = outcome.crash();
    StringBuilder text = new StringBuilder(file).append(": the program ");
    if (outcome.status().timedOut()) {
      text.append("was stopped when its time was up (--timeout)");
    } else if (crash != null && crash.stackOverflow()) {
      text.append("overflowed its stack (SIGSEGV)");
    } else {
      text.append("was ended by ")
          .append(Signals.name(signal))
          .append(" (")
          .append(Signals.describe(signal))
          .append(')');
    }
    if (crash != null) {
      Optional<String> function = loaded.functionAt(crash);
      function.ifPresent(name -> text.append(" in function '").append(name).append('\''));
      if (!crash.stackOverflow() && (signal == Signals.SEGV || signal == Signals.BUS)) {
        text.append(String.format(Locale.ROOT, ", at address 0x%x", crash.faultAddress()));
      }
    }
    return text.toString();
  }
}
