package dev.sargasso.x64.object;

import dev.sargasso.x64.encode.Relocation;
import dev.sargasso.x64.encode.RelocationKind;
import java.util.ArrayList;
import java.util.List;

/** A section for debuggers as far as it is written, with what the linker must fill in. */
final class DebugSection {
  final ByteSink bytes = new ByteSink();
  final List<Relocation> relocations = new ArrayList<>();

  /** Room for the address of a symbol. */
  void address(final String symbol) {
    relocations.add(new Relocation(bytes.size(), RelocationKind.ABSOLUTE64, symbol, 0));
    bytes.putLong(0);
  }

  /** Room for a place in the section that a local symbol is the start of. */
  void offset(final String symbol, final int place) {
    relocations.add(new Relocation(bytes.size(), RelocationKind.ABSOLUTE32, symbol, place));
    bytes.putInt(0);
  }
}
