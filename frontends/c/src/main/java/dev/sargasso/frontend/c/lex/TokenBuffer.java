package dev.sargasso.frontend.c.lex;

import java.util.Arrays;

/** The tokens of a translation unit after preprocessing, the last of them {@link TokenKind#END}. */
public final class TokenBuffer {
  private TokenKind[] kinds = new TokenKind[1024];
  private int[] positions = new int[1024];
  private String[] texts = new String[1024];
  private int size;

  /** Appends a token. */
  public void add(final TokenKind kind, final int position, final String text) {
    if (size == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * size);
      positions = Arrays.copyOf(positions, 2 * size);
      texts = Arrays.copyOf(texts, 2 * size);
    }
    kinds[size] = kind;
    positions[size] = position;
    texts[size] = text;
    size++;
  }

  /** The number of tokens. */
  public int size() {
    return size;
  }

  /** The kind of a token. */
  public TokenKind kind(final int index) {
    return kinds[index];
  }

  /** Where a token begins; for a token out of a macro, where the macro was used. */
  public int position(final int index) {
    return positions[index];
  }

  /** The spelling of a token, prefixes, quotes and suffixes included. */
  public String text(final int index) {
    return texts[index];
  }
}
