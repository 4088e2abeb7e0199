package dev.sargasso.x64.object;

import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.Register;
import dev.sargasso.x64.encode.UnwindTable;

/**
 * The contents of {@code .eh_frame} (Linux Standard Base 5.0, Core, section 10.6): one description
 * that all functions share, and one entry a function that says how each row of its {@link
 * UnwindTable} differs from the one before.
 */
final class UnwindSection implements UnwindTable.Changes {
  private static final int RETURN_ADDRESS = 16;
  private static final int DATA_FACTOR = -8;
  private static final int PC_RELATIVE_INT = 0x1b;
  private static final int ENTRY_ALIGNMENT = 4;

  /** The multiple of bytes that the whole takes. */
  static final int ALIGNMENT = 8;

  private static final int ADVANCE = 0x40;
  private static final int OFFSET = 0x80;
  private static final int RESTORE = 0xc0;
  private static final int ADVANCE_1 = 0x02;
  private static final int ADVANCE_2 = 0x03;
  private static final int ADVANCE_4 = 0x04;
  private static final int UNDEFINED = 0x07;
  private static final int REGISTER = 0x09;
  private static final int FRAME = 0x0c;
  private static final int FRAME_OFFSET = 0x0e;

  private final ByteSink out;
  private int lastStart;

  /** Writes to {@code out}, which must be empty. */
  UnwindSection(final ByteSink out) {
    this.out = out;
    shared();
  }

  /** Writes what all functions share. */
  private void shared() {
    final int length = length();
    out.putInt(0);
    out.putByte(1); // version
    out.putText("zR");
    out.putUnsigned(1); // instructions start at any byte
    out.putSigned(DATA_FACTOR);
    out.putByte(RETURN_ADDRESS);
    out.putUnsigned(1);
    out.putByte(PC_RELATIVE_INT);
    out.putByte(FRAME);
    out.putUnsigned(UnwindTable.dwarfNumber(Register.RSP));
    out.putUnsigned(8);
    out.putByte(OFFSET | RETURN_ADDRESS);
    out.putUnsigned(1);
    end(length);
  }

  /**
   * Writes the entry of a function.
   *
   * @return where the distance to the function's first instruction must be put
   */
  int add(final MachineCode code) {
    final UnwindTable table = code.unwindTable();
    final int length = length();
    out.putInt(out.size()); // back to the shared description, which is at 0
    final int begin = out.size();
    out.putInt(0);
    out.putInt(code.bytes().length);
    out.putUnsigned(0);
    int at = 0;
    for (int row = 0; row < table.count(); row++) {
      advance(table.offset(row) - at);
      at = table.offset(row);
      table.changes(row, this);
    }
    end(length);
    return begin;
  }

  private int length() {
    out.putInt(0);
    return out.size();
  }

  private void end(final int start) {
    lastStart = start;
    endLast(ENTRY_ALIGNMENT);
  }

  /** Ends the last entry; the padding are instructions that do nothing. */
  private void endLast(final int alignment) {
    out.align(alignment, 0);
    out.setInt(lastStart - 4, out.size() - lastStart);
  }

  /** Makes the last entry fill the section. */
  void finish() {
    endLast(ALIGNMENT);
  }

  private void advance(final int bytes) {
    if (bytes == 0) {
      return;
    }
    if (bytes < 0x40) {
      out.putByte(ADVANCE | bytes);
    } else if (bytes <= 0xff) {
      out.putByte(ADVANCE_1);
      out.putByte(bytes);
    } else if (bytes <= 0xffff) {
      out.putByte(ADVANCE_2);
      out.putShort(bytes);
    } else {
      out.putByte(ADVANCE_4);
      out.putInt(bytes);
    }
  }

  @Override
  public void frame(final int register, final int offset) {
    out.putByte(FRAME);
    out.putUnsigned(UnwindTable.dwarfNumber(register));
    out.putUnsigned(offset);
  }

  @Override
  public void frameOffset(final int offset) {
    out.putByte(FRAME_OFFSET);
    out.putUnsigned(offset);
  }

  @Override
  public void same(final int register) {
    out.putByte(RESTORE | UnwindTable.dwarfNumber(register));
  }

  @Override
  public void lost(final int register) {
    out.putByte(UNDEFINED);
    out.putUnsigned(UnwindTable.dwarfNumber(register));
  }

  @Override
  public void moved(final int register, final int place) {
    out.putByte(REGISTER);
    out.putUnsigned(UnwindTable.dwarfNumber(register));
    out.putUnsigned(UnwindTable.dwarfNumber(place));
  }

  @Override
  public void saved(final int register, final int offset) {
    out.putByte(OFFSET | UnwindTable.dwarfNumber(register));
    out.putUnsigned(offset / DATA_FACTOR);
  }
}
