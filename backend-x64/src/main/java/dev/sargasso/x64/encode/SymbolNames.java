package dev.sargasso.x64.encode;

import java.util.regex.Pattern;

/** How symbols are written in assembly text. */
public final class SymbolNames {
  private static final Pattern RESERVED =
      Pattern.compile(
          "[re]?[abcd]x|[abcd][hl]|[re]?(?:[sd]i|[sbi]p)|(?:si|di|sp|bp)l|r(?:[89]|1[0-5])[bwd]?"
              + "|[cdefgs]s|st|[xyz]?mm\\d+|k[0-7]|[ct]r\\d|d[br]\\d|bnd[0-3]|[er]i[pz]|flat"
              + "|offset|ptr|byte|[dqfmotxyz]?(?:mm)?word|tbyte|near|far|short"
              + "|and|or|not|xor|sh[lr]|mod|eq|ne|[lg][te]",
          Pattern.CASE_INSENSITIVE);

  private SymbolNames() {}

  /** The name as it stands if the assembler reads it as one symbol, else in quotation marks. */
  public static String quote(final String name) {
    boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; i < name.length() && plain; i++) {
      final char c = name.charAt(i);
      plain =
          c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '.' || (c == '$' && i > 0));
    }
    return plain ? name : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Whether Intel syntax takes a name for a register, an operator or a size, in either case. */
  public static boolean isReserved(final String symbol) {
    return RESERVED.matcher(symbol).matches();
  }
}
