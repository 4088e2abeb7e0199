package dev.sargasso.visualizer.dump;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * A folder with a file for each dump: {@code FUNCTION.NUMBER-PHASE.ENDING}, numbered from 00 in the
 * order of the phases. What cannot stand in the name of a file is escaped as in a URL.
 */
public final class DumpFolder {
  private static final int LONGEST_NAME = 100;

  private final Path folder;
  private final Set<String> taken = new HashSet<>();

  /**
   * A folder, made if it is not there.
   *
   * @throws IOException if it cannot be made
   */
  public DumpFolder(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** The first part of the names of a function's files, which no other function has. */
  public String newName(String function) {
    StringBuilder name = new StringBuilder();
    for (byte each : function.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xFF);
      boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || c == '_' || c == '$');
      if (isPlain) {
        name.append(c);
      } else {
        name.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      }
      if (name.length() > LONGEST_NAME) {
        name.append('~');
        break;
      }
    }
    String free = name.toString();
    for (int i = 2; !taken.add(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }

  /**
   * Starts the file of a dump.
   *
   * @param name from {@link #newName}
   * @param number of the dump among those of the function, from 0
   */
  public Writer open(String name, int number, String phase, String ending) throws IOException {
    String file = String.format(Locale.ROOT, "%s.%02d-%s.%s", name, number, phase, ending);
    return Files.newBufferedWriter(folder.resolve(file));
  }
}
