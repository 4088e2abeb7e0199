package dev.sargasso.x64.encode;

/** Unwind rows as directives of the GNU assembler, with DWARF's numbers for the registers. */
final class UnwindDirectives implements UnwindTable.Changes {
  private final StringBuilder out;

  UnwindDirectives(final StringBuilder out) {
    this.out = out;
  }

  private void line(final String directive, final int register) {
    out.append("\t.cfi_").append(directive).append(' ');
    out.append(UnwindTable.dwarfNumber(register));
  }

  @Override
  public void frame(final int register, final int offset) {
    line("def_cfa", register);
    out.append(", ").append(offset).append('\n');
  }

  @Override
  public void frameOffset(final int offset) {
    out.append("\t.cfi_def_cfa_offset ").append(offset).append('\n');
  }

  @Override
  public void same(final int register) {
    line("restore", register);
    out.append('\n');
  }

  @Override
  public void lost(final int register) {
    line("undefined", register);
    out.append('\n');
  }

  @Override
  public void moved(final int register, final int place) {
    line("register", register);
    out.append(", ").append(UnwindTable.dwarfNumber(place)).append('\n');
  }

  @Override
  public void saved(final int register, final int offset) {
    line("offset", register);
    out.append(", ").append(offset).append('\n');
  }
}
