package dev.sargasso.x64.announce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sargasso.ir.program.Position;
import dev.sargasso.x64.encode.LineTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A strict reader of the format finds in a dump what was put into it. */
final class JitDumpTest {
  private static final long TIME = 123_456_789_012L;

  private static String text(ByteBuffer in) {
    List<Byte> bytes = new ArrayList<>();
    for (byte b = in.get(); b != 0; b = in.get()) {
      bytes.add(b);
    }
    byte[] all = new byte[bytes.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = bytes.get(i);
    }
    return new String(all, StandardCharsets.UTF_8);
  }

  /** Reads the start of an entry and returns a view of just the rest of it. */
  private static ByteBuffer entry(ByteBuffer in, int kind) {
    int start = in.position();
    assertEquals(kind, in.getInt());
    int size = in.getInt();
    assertEquals(TIME, in.getLong());
    ByteBuffer rest = in.slice(start + 16, size - 16).order(ByteOrder.LITTLE_ENDIAN);
    in.position(start + size);
    return rest;
  }

  @Test
  void everyFunctionComesWithItsLinesBeforeIt() {
    int[] offsets = {0, 5, 300};
    int[] positions = {Position.of(3, 1), Position.of(4, 9), Position.of(3, 2)};
    byte[] code = new byte[400];
    code[7] = 42;
    List<JitDump.Loaded> functions =
        List.of(
            new JitDump.Loaded("plain", 0x1000, new byte[] {1, 2}, "", LineTable.EMPTY),
            new JitDump.Loaded(
                "größer",
                0x7fff_1234_5000L,
                code,
                "/a/b.c",
                new LineTable("", offsets, positions)));
    ByteBuffer in = ByteBuffer.wrap(JitDump.of(77, TIME, functions)).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(0x4a695444, in.getInt());
    assertEquals(1, in.getInt());
    assertEquals(40, in.getInt());
    assertEquals(62, in.getInt());
    assertEquals(0, in.getInt());
    assertEquals(77, in.getInt());
    assertEquals(TIME, in.getLong());
    assertEquals(0, in.getLong());

    load(entry(in, 0), "plain", 0x1000, new byte[] {1, 2}, 0);
    ByteBuffer lines = entry(in, 2);
    assertEquals(0x7fff_1234_5000L, lines.getLong());
    assertEquals(3, lines.getLong());
    for (int row = 0; row < 3; row++) {
      assertEquals(0x7fff_1234_5000L + offsets[row], lines.getLong());
      assertEquals(Position.line(positions[row]), lines.getInt());
      assertEquals(0, lines.getInt());
      assertEquals("/a/b.c", text(lines));
    }
    assertFalse(lines.hasRemaining());
    load(entry(in, 0), "größer", 0x7fff_1234_5000L, code, 1);
    assertFalse(in.hasRemaining());
  }

  private static void load(ByteBuffer in, String name, long address, byte[] code, int index) {
    assertEquals(77, in.getInt());
    assertEquals(77, in.getInt());
    assertEquals(address, in.getLong());
    assertEquals(address, in.getLong());
    assertEquals(code.length, in.getLong());
    assertEquals(index, in.getLong());
    assertEquals(name, text(in));
    byte[] found = new byte[in.remaining()];
    in.get(found);
    assertArrayEquals(code, found);
  }
}
