package dev.sargasso.x64;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reader of ELF64 objects, independent of our writer. */
public final class ElfSections {
  private static final int RELOCATIONS = 4;
  private static final int NO_BITS = 8;

  private record Header(
      String name,
      int type,
      long flags,
      int offset,
      int size,
      int link,
      int info,
      long alignment) {}

  private final byte[] file;
  private final ByteBuffer elf;
  private final List<Header> headers = new ArrayList<>();

  private ElfSections(final byte[] file) {
    this.file = file;
    this.elf = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    final int start = (int) elf.getLong(40);
    final int count = elf.getShort(60) & 0xffff;
    final int strings = (int) elf.getLong(start + 64 * (elf.getShort(62) & 0xffff) + 24);
    for (int i = 0; i < count; i++) {
      final int at = start + 64 * i;
      headers.add(
          new Header(
              text(strings + elf.getInt(at)),
              elf.getInt(at + 4),
              elf.getLong(at + 8),
              (int) elf.getLong(at + 24),
              (int) elf.getLong(at + 32),
              elf.getInt(at + 40),
              elf.getInt(at + 44),
              elf.getLong(at + 48)));
    }
  }

  private String text(final int start) {
    int end = start;
    while (file[end] != 0) {
      end++;
    }
    return new String(file, start, end - start, StandardCharsets.UTF_8);
  }

  /** The contents of all sections by name; those without bits have zeros. */
  public static Map<String, byte[]> read(final byte[] file) {
    final Map<String, byte[]> sections = new LinkedHashMap<>();
    for (final Header header : new ElfSections(file).headers) {
      sections.put(
          header.name,
          header.type == NO_BITS
              ? new byte[header.size]
              : Arrays.copyOfRange(file, header.offset, header.offset + header.size));
    }
    return sections;
  }

  /** The flags and alignment of all sections by name. */
  public static Map<String, String> attributes(final byte[] file) {
    final Map<String, String> attributes = new LinkedHashMap<>();
    for (final Header header : new ElfSections(file).headers) {
      attributes.put(header.name, header.type + " " + header.flags + " " + header.alignment);
    }
    return attributes;
  }

  /**
   * All relocations as {@code section+offset type symbol+addend}; a section symbol has the
   * section's name.
   */
  public static List<String> relocations(final byte[] file) {
    final ElfSections reader = new ElfSections(file);
    final List<String> result = new ArrayList<>();
    for (final Header header : reader.headers) {
      if (header.type == RELOCATIONS) {
        for (int at = header.offset; at < header.offset + header.size; at += 24) {
          final long info = reader.elf.getLong(at + 8);
          result.add(
              reader.headers.get(header.info).name
                  + "+"
                  + reader.elf.getLong(at)
                  + " type "
                  + (info & 0xffff_ffffL)
                  + " "
                  + reader.symbol(reader.headers.get(header.link), (int) (info >> 32))
                  + "+"
                  + reader.elf.getLong(at + 16));
        }
      }
    }
    return result;
  }

  private String symbol(final Header table, final int number) {
    final int at = table.offset + 24 * number;
    final int section = 3;
    return (elf.get(at + 4) & 15) == section
        ? headers.get(elf.getShort(at + 6)).name
        : text(headers.get(table.link).offset + elf.getInt(at));
  }
}
