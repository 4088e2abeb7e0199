package dev.sargasso.x64.encode;

/** How symbols are written in assembly text. */
public final class SymbolNames {
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
}
