package dev.sargasso.bench.spills;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each instruction of one object was executed, from the file that callgrind writes with
 * {@code --dump-instr=yes} (format: "Callgrind Format Specification" of the Valgrind manual).
 */
final class ExecutionCounts {
  private final String object;
  private final Map<Long, Long> counts = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private boolean inObject;
  private boolean isInclusive;
  private long address;

  private ExecutionCounts(String object) {
    this.object = object;
  }

  /**
   * Executions by address within the object.
   *
   * @param object the path under which the program was run
   */
  static Map<Long, Long> read(List<String> lines, String object) {
    ExecutionCounts reader = new ExecutionCounts(object);
    lines.forEach(reader::line);
    return reader.counts;
  }

  private void line(String line) {
    if (line.startsWith("ob=")) {
      inObject = name(line.substring(3)).equals(object);
    } else if (line.startsWith("cob=")) {
      // A name may be defined where it is first used, as the object of a callee.
      name(line.substring(4));
    } else if (line.startsWith("calls=")) {
      // The next line has what the callee cost.
      isInclusive = true;
    } else if (!line.isEmpty() && "+-*0123456789".indexOf(line.charAt(0)) >= 0) {
      String[] columns = line.split(" ", -1);
      address = position(columns[0]);
      if (inObject && !isInclusive && columns.length > 2) {
        counts.merge(address, Long.parseLong(columns[2]), Long::sum);
      }
      isInclusive = false;
    }
  }

  /** The name behind "(7) name", or that which "(7)" has stood for before. */
  private String name(String text) {
    int end = text.indexOf(')');
    String number = text.substring(0, end + 1);
    String name = text.substring(end + 1).strip();
    return name.isEmpty() ? names.getOrDefault(number, "") : names.merge(number, name, (a, b) -> b);
  }

  private long position(String column) {
    return switch (column.charAt(0)) {
      case '*' -> address;
      case '+' -> address + Long.parseLong(column.substring(1));
      case '-' -> address - Long.parseLong(column.substring(1));
      default -> Long.decode(column);
    };
  }
}
