package dev.sargasso.x64.encode;

import java.util.Arrays;
import java.util.List;

/** Fields of the code, in rising order of their raw offsets, that refer to symbols. */
final class SymbolReferences {
  private final References fields = new References();
  private RelocationKind[] kinds = new RelocationKind[16];
  private String[] symbols = new String[16];

  void reset() {
    Arrays.fill(symbols, 0, fields.count(), null);
    fields.reset();
  }

  void add(final int offset, final RelocationKind kind, final String symbol, final int addend) {
    final int at = fields.count();
    if (at == symbols.length) {
      kinds = Arrays.copyOf(kinds, 2 * at);
      symbols = Arrays.copyOf(symbols, 2 * at);
    }
    kinds[at] = kind;
    symbols[at] = symbol;
    fields.add(offset, at, addend);
  }

  /** Adds the relocations to {@code target}, in rising order of their final offsets. */
  void appendTo(final List<Relocation> target, final Layout layout) {
    layout.rewind();
    for (int i = 0; i < fields.count(); i++) {
      target.add(
          new Relocation(layout.toFinal(fields.offset(i)), kinds[i], symbols[i], fields.addend(i)));
    }
  }
}
