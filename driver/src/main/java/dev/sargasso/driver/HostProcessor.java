package dev.sargasso.driver;

import dev.sargasso.x64.select.CpuFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** What the processor of this machine can do, as Linux tells. */
final class HostProcessor {
  private HostProcessor() {}

  /** The features of this machine; the baseline if it does not tell. */
  static CpuFeatures features() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("flags")) {
          return CpuFeatures.ofFlags(
              Set.of(line.substring(line.indexOf(':') + 1).strip().split(" +")));
        }
      }
      return CpuFeatures.BASELINE;
    } catch (IOException | IllegalArgumentException e) {
      return CpuFeatures.BASELINE;
    }
  }
}
