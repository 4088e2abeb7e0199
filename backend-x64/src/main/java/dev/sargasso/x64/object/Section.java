package dev.sargasso.x64.object;

import dev.sargasso.ir.program.Global;

/** The sections that we fill, in the order in which they stand in an object file. */
enum Section {
  /** Functions with their jump tables. */
  TEXT(".text", "ax", Section.ALLOCATED | Section.EXECUTABLE),
  /** What never changes. */
  READ_ONLY(".rodata", "a", Section.ALLOCATED),
  /** What never changes after the dynamic linker has filled in addresses. */
  READ_ONLY_AFTER_RELOCATION(".data.rel.ro", "aw", Section.ALLOCATED | Section.WRITABLE),
  /** Variables. */
  DATA(".data", "aw", Section.ALLOCATED | Section.WRITABLE),
  /** Variables that are zero at first; they take no room in the file. */
  ZERO(".bss", "aw", Section.ALLOCATED | Section.WRITABLE),
  /** How the stack is unwound. */
  UNWIND(".eh_frame", "a", Section.ALLOCATED),
  /** The units and functions, for debuggers. */
  DEBUG_UNITS(".debug_info", "", 0),
  /** The forms of what is in the section before. */
  DEBUG_ABBREVIATIONS(".debug_abbrev", "", 0),
  /** Where code comes from, for debuggers. */
  DEBUG_LINES(".debug_line", "", 0),
  /** Where variables are, for debuggers. */
  DEBUG_LOCATIONS(".debug_loclists", "", 0),
  /** What code belongs to scopes, for debuggers. */
  DEBUG_RANGES(".debug_rnglists", "", 0);

  private static final int WRITABLE = 1;
  private static final int ALLOCATED = 2;
  private static final int EXECUTABLE = 4;

  private final String title;
  private final String letters;
  private final int flags;

  Section(final String title, final String letters, final int flags) {
    this.title = title;
    this.letters = letters;
    this.flags = flags;
  }

  /** The section in which {@code global} belongs. */
  static Section of(final Global global) {
    if (global.readOnly()) {
      return global.relocations().isEmpty() ? READ_ONLY : READ_ONLY_AFTER_RELOCATION;
    }
    return global.isZero() ? ZERO : DATA;
  }

  /** The name in the file. */
  String title() {
    return title;
  }

  /** The flags as the assembler's {@code .section} directive takes them. */
  String letters() {
    return letters;
  }

  /** The flags in a section header. */
  int flags() {
    return flags;
  }
}
