package dev.sargasso.x64;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A reader of ELF64 section contents, independent of our writer. */
public final class ElfSections {
  private ElfSections() {}

  /**
   * The contents of all sections that have any, by name, in file order; a repeated name gets the
   * contents appended.
   */
  public static Map<String, byte[]> read(final byte[] file) {
    final ByteBuffer elf = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    final long headers = elf.getLong(40);
    int count = elf.getShort(60) & 0xffff;
    int names = elf.getShort(62) & 0xffff;
    if (count == 0) {
      count = (int) elf.getLong((int) headers + 32);
    }
    if (names == 0xffff) {
      names = elf.getInt((int) headers + 40);
    }
    final int strings = (int) elf.getLong((int) headers + 64 * names + 24);
    final Map<String, byte[]> sections = new LinkedHashMap<>();
    for (int i = 1; i < count; i++) {
      final int header = (int) headers + 64 * i;
      final int start = strings + elf.getInt(header);
      int end = start;
      while (file[end] != 0) {
        end++;
      }
      final String name = new String(file, start, end - start, StandardCharsets.UTF_8);
      final int noBits = 8;
      final int from = (int) elf.getLong(header + 24);
      final int size = (int) elf.getLong(header + 32);
      sections.put(
          name,
          elf.getInt(header + 4) == noBits
              ? new byte[size]
              : Arrays.copyOfRange(file, from, from + size));
    }
    return sections;
  }
}
