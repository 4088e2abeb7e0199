package dev.sargasso.x64.encode;

import static dev.sargasso.x64.encode.FormTable.DIGIT;
import static dev.sargasso.x64.encode.FormTable.DIGIT_SHIFT;
import static dev.sargasso.x64.encode.FormTable.IMMEDIATE_SHIFT;
import static dev.sargasso.x64.encode.FormTable.MAP_SHIFT;
import static dev.sargasso.x64.encode.FormTable.MOD_RM;
import static dev.sargasso.x64.encode.FormTable.OPERAND_SIZE_PREFIX;
import static dev.sargasso.x64.encode.FormTable.PREFIX_SHIFT;
import static dev.sargasso.x64.encode.FormTable.REGISTER_IN_OPCODE;
import static dev.sargasso.x64.encode.FormTable.REG_IS_BYTE;
import static dev.sargasso.x64.encode.FormTable.RM_IS_BYTE;
import static dev.sargasso.x64.encode.FormTable.SECOND_OPCODE;
import static dev.sargasso.x64.encode.FormTable.SECOND_OPCODE_SHIFT;
import static dev.sargasso.x64.encode.FormTable.VEX;
import static dev.sargasso.x64.encode.FormTable.WIDE;

import java.util.Arrays;

/**
 * Turns a packed form and its operands into bytes: prefixes, escape, opcode, ModRM, SIB,
 * displacement, immediate (Intel SDM volume 2, chapter 2). It knows no instruction; all that
 * differs between instructions is in the word.
 */
final class Encoder {
  private static final byte[] PREFIXES = {0, 0x66, (byte) 0xf3, (byte) 0xf2};
  private static final int LONGEST_INSTRUCTION = 24;

  private byte[] bytes = new byte[1024];
  private int position;
  private int displacementField;

  byte[] bytes() {
    return bytes;
  }

  /** Where the next byte goes. */
  int position() {
    return position;
  }

  void reset() {
    position = 0;
  }

  /** Where the 32-bit displacement of the last relative memory operand starts. */
  int displacementField() {
    return displacementField;
  }

  /** Reserves {@code count} zero bytes. */
  void skip(final int count) {
    ensure(count);
    Arrays.fill(bytes, position, position + count, (byte) 0);
    position += count;
  }

  private void ensure(final int count) {
    if (bytes.length - position < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, position + count));
    }
  }

  /**
   * An instruction whose ModRM.rm operand, if it has one, is register {@code rm}. Absent operands
   * are zero.
   */
  void register(
      final long word, final int reg, final int vvvv, final int rm, final long immediate) {
    checkRegisters(reg | vvvv | rm);
    ensure(LONGEST_INSTRUCTION);
    final int field = (word & DIGIT) != 0 ? (int) (word >>> DIGIT_SHIFT) & 7 : reg;
    if ((word & VEX) != 0) {
      vexPrefix(word, field >> 3, 0, rm >> 3, vvvv);
    } else {
      final boolean needsRex =
          ((word & REG_IS_BYTE) != 0 && reg >= 4) || ((word & RM_IS_BYTE) != 0 && rm >= 4);
      legacyPrefix(word, field >> 3, 0, rm >> 3, needsRex);
    }
    opcode(word, rm);
    if ((word & MOD_RM) != 0) {
      put(0xc0 | (field & 7) << 3 | (rm & 7));
    }
    immediate(word, immediate);
  }

  /** An instruction whose ModRM.rm operand is memory. */
  void memory(
      final long word, final int reg, final int vvvv, final Address address, final long immediate) {
    checkRegisters(reg | vvvv);
    ensure(LONGEST_INSTRUCTION);
    final int field = (word & DIGIT) != 0 ? (int) (word >>> DIGIT_SHIFT) & 7 : reg;
    final int x = address.index() > 7 ? 1 : 0;
    final int b = address.base() > 7 ? 1 : 0;
    if ((word & VEX) != 0) {
      vexPrefix(word, field >> 3, x, b, vvvv);
    } else {
      legacyPrefix(word, field >> 3, x, b, (word & REG_IS_BYTE) != 0 && reg >= 4);
    }
    opcode(word, 0);
    modRmAndSib((field & 7) << 3, address);
    immediate(word, immediate);
  }

  /** A number that is no register must not come out as some other register. */
  private static void checkRegisters(final int registers) {
    if ((registers & ~15) != 0) {
      throw new IllegalArgumentException("an operand is not a register from 0 to 15");
    }
  }

  private void legacyPrefix(
      final long word, final int r, final int x, final int b, final boolean needsRex) {
    if ((word & OPERAND_SIZE_PREFIX) != 0) {
      put(0x66);
    }
    final int prefix = (int) (word >>> PREFIX_SHIFT) & 3;
    if (prefix != 0) {
      put(PREFIXES[prefix]);
    }
    final int rex = ((word & WIDE) != 0 ? 8 : 0) | r << 2 | x << 1 | b;
    if (rex != 0 || needsRex) {
      put(0x40 | rex);
    }
    final int map = (int) (word >>> MAP_SHIFT) & 3;
    if (map != 0) {
      put(0x0f);
      if (map != 1) {
        put(map == 2 ? 0x38 : 0x3a);
      }
    }
  }

  /** The two-byte VEX prefix where it suffices: no X, no B, no W, escape 0F. */
  private void vexPrefix(final long word, final int r, final int x, final int b, final int vvvv) {
    final int map = (int) (word >>> MAP_SHIFT) & 3;
    final int tail = (~vvvv & 15) << 3 | ((int) (word >>> PREFIX_SHIFT) & 3);
    final boolean wide = (word & WIDE) != 0;
    if (x == 0 && b == 0 && !wide && map == 1) {
      put(0xc5);
      put((r ^ 1) << 7 | tail);
    } else {
      put(0xc4);
      put((r ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | map);
      put((wide ? 0x80 : 0) | tail);
    }
  }

  private void opcode(final long word, final int rm) {
    put((int) word | ((word & REGISTER_IN_OPCODE) != 0 ? rm & 7 : 0));
    if ((word & SECOND_OPCODE) != 0) {
      put((int) (word >>> SECOND_OPCODE_SHIFT));
    }
  }

  /** {@code field} is ModRM.reg, in place. */
  private void modRmAndSib(final int field, final Address address) {
    final int base = address.base();
    final int index = address.index();
    final int displacement = address.displacement();
    if (address.isRelative()) {
      put(field | 5);
      displacementField = position;
      putInt(0);
      return;
    }
    if (base < 0) {
      // No base: SIB with base 101 and mod 00, and always four bytes of displacement.
      put(field | 4);
      put(scaleBits(address.scale()) << 6 | (index < 0 ? 4 : index & 7) << 3 | 5);
      putInt(displacement);
      return;
    }
    // Base rbp or r13 without displacement would mean something else, hence a zero byte.
    final int mod =
        displacement == 0 && (base & 7) != 5 ? 0 : displacement == (byte) displacement ? 1 : 2;
    if (index < 0 && (base & 7) != 4) {
      put(mod << 6 | field | (base & 7));
    } else {
      // Base rsp or r12 can be said only in SIB, where index 100 means none.
      put(mod << 6 | field | 4);
      put(
          scaleBits(index < 0 ? 1 : address.scale()) << 6
              | (index < 0 ? 4 : index & 7) << 3
              | (base & 7));
    }
    if (mod == 1) {
      put(displacement);
    } else if (mod == 2) {
      putInt(displacement);
    }
  }

  private static int scaleBits(final int scale) {
    return Integer.numberOfTrailingZeros(scale);
  }

  private void immediate(final long word, final long value) {
    switch ((int) (word >>> IMMEDIATE_SHIFT) & 15) {
      case 0 -> {}
      case 1 -> put((int) value);
      case 2 -> {
        put((int) value);
        put((int) value >> 8);
      }
      case 4 -> putInt((int) value);
      default -> {
        putInt((int) value);
        putInt((int) (value >> 32));
      }
    }
  }

  private void put(final int value) {
    bytes[position++] = (byte) value;
  }

  private void putInt(final int value) {
    final byte[] b = bytes;
    final int p = position;
    b[p] = (byte) value;
    b[p + 1] = (byte) (value >> 8);
    b[p + 2] = (byte) (value >> 16);
    b[p + 3] = (byte) (value >> 24);
    position = p + 4;
  }
}
