package dev.sargasso.bench.evidence;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Where and when something was measured.
 *
 * @param processor its name
 * @param processors how many there are
 * @param load how many processes wanted to run, on average over the last minute
 * @param date of today
 */
record Machine(String processor, int processors, double load, LocalDate date) {
  static Machine now() {
    return new Machine(
        name(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        LocalDate.now(ZoneOffset.UTC));
  }

  private static String name() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return "unknown processor";
    }
    return "unknown processor";
  }
}
