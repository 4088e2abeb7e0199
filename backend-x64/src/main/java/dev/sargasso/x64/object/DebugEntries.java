package dev.sargasso.x64.object;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes debugging information entries (DWARF 5, section 2.1) and keeps the table of their
 * abbreviations (section 7.5.3): each combination of a tag and attributes gets a number when it is
 * first used.
 */
final class DebugEntries {
  final DebugSection section = new DebugSection();
  private final Map<List<Integer>, Integer> abbreviations = new LinkedHashMap<>();

  /** The section's bytes. */
  ByteSink bytes() {
    return section.bytes;
  }

  /**
   * Begins an entry, whose attributes must follow; returns its offset in the section.
   *
   * @param hasChildren whether entries come that belong to it, up to an {@link #end}
   * @param attributes names and forms in turn
   */
  int begin(final int tag, final boolean hasChildren, final Integer... attributes) {
    final Integer[] shape = Arrays.copyOf(attributes, attributes.length + 2);
    shape[attributes.length] = tag;
    shape[attributes.length + 1] = hasChildren ? 1 : 0;
    final int start = bytes().size();
    bytes()
        .putUnsigned(abbreviations.computeIfAbsent(List.of(shape), _ -> abbreviations.size() + 1));
    return start;
  }

  /** Ends the children of an entry. */
  void end() {
    bytes().putByte(0);
  }

  /** The section that says which attributes the entries have, and in which forms. */
  DebugSection abbreviations() {
    final DebugSection table = new DebugSection();
    final ByteSink out = table.bytes;
    abbreviations.forEach(
        (shape, code) -> {
          final int attributes = shape.size() - 2;
          out.putUnsigned(code);
          out.putUnsigned(shape.get(attributes));
          out.putByte(shape.get(attributes + 1));
          for (int i = 0; i < attributes; i++) {
            out.putUnsigned(shape.get(i));
          }
          out.putShort(0);
        });
    out.putByte(0);
    return table;
  }
}
