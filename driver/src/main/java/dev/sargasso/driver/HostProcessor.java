package dev.sargasso.driver;

import dev.sargasso.x64.select.CpuFeatures;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;

/** What the processor of this machine can do, as Linux tells. */
final class HostProcessor {
  private HostProcessor() {}

  /** The features of this machine; the baseline if it does not tell. */
  static CpuFeatures features() {
    // The first processor speaks for all; what is not read of the file is not made either.
    try (BufferedReader lines = Files.newBufferedReader(Path.of("/proc/cpuinfo"))) {
      String line = lines.readLine();
      while (line != null) {
        if (line.startsWith("flags")) {
          String flags = line.substring(line.indexOf(':') + 1).strip();
          return CpuFeatures.ofFlags(new HashSet<>(Arrays.asList(flags.split(" "))));
        }
        line = lines.readLine();
      }
      return CpuFeatures.BASELINE;
    } catch (IOException e) {
      return CpuFeatures.BASELINE;
    }
  }
}
