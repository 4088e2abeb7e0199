package dev.sargasso.frontend.c.source;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A C source text by name, not yet part of a compilation.
 *
 * <p>C texts are bytes. They are read as UTF-8, and a byte that is not part of a well-formed
 * sequence (or of one that some tools take for a line end) becomes a private-use character of its
 * own, which {@link #toBytes} turns back, so that string literals keep their bytes exactly.
 *
 * @param name as messages print it
 * @param text the characters; lines end in a line feed, and so does the text
 */
public record SourceText(String name, String text) {
  private static final char RAW = '\uF700';

  /** Normalises line ends and form feeds of a text that is in memory already. */
  public SourceText {
    text = normalise(text);
  }

  /** Whether a character stands for a single byte that is not UTF-8. */
  public static boolean isRawByte(final char character) {
    return (character & 0xFF00) == RAW;
  }

  /** Decodes the bytes of a file. */
  public static SourceText decode(final String name, final byte[] bytes) {
    boolean ascii = true;
    for (final byte b : bytes) {
      if (b < 0) {
        ascii = false;
        break;
      }
    }
    if (ascii) {
      return new SourceText(name, new String(bytes, StandardCharsets.ISO_8859_1));
    }
    final StringBuilder out = new StringBuilder(bytes.length);
    int at = hasByteOrderMark(bytes) ? 3 : 0;
    while (at < bytes.length) {
      final int length = sequenceLength(bytes, at);
      if (length == 1 && bytes[at] >= 0) {
        out.append((char) bytes[at]);
      } else if (length == 0) {
        out.append((char) (RAW | (bytes[at] & 0xFF)));
        at++;
        continue;
      } else {
        final String character = new String(bytes, at, length, StandardCharsets.UTF_8);
        final char first = character.charAt(0);
        if (first == '\u0085' || first == '\u2028' || first == '\u2029' || isRawByte(first)) {
          for (int index = 0; index < length; index++) {
            out.append((char) (RAW | (bytes[at + index] & 0xFF)));
          }
        } else {
          out.append(character);
        }
      }
      at += length;
    }
    return new SourceText(name, out.toString());
  }

  /** The bytes of part of a text, as they stood in the file. */
  public static byte[] toBytes(final CharSequence text) {
    final ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
    int at = 0;
    while (at < text.length()) {
      final int point = Character.codePointAt(text, at);
      at += Character.charCount(point);
      if (point <= 0x7F) {
        out.write(point);
      } else if (point <= 0xFFFF && isRawByte((char) point)) {
        out.write(point & 0xFF);
      } else {
        out.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }

  /**
   * Whether bytes are evidently no text: one is zero, or many of the first ones are no characters.
   */
  public static boolean isBinary(final byte[] bytes) {
    for (final byte b : bytes) {
      if (b == 0) {
        return true;
      }
    }
    final int sample = Math.min(bytes.length, 1024);
    int strange = 0;
    for (int at = 0; at < sample; ) {
      final int length = sequenceLength(bytes, at);
      strange += length == 0 || (bytes[at] >= 0 && bytes[at] < 7) ? 1 : 0;
      at += Math.max(1, length);
    }
    return strange > sample / 4;
  }

  private static boolean hasByteOrderMark(final byte[] bytes) {
    return bytes.length >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF;
  }

  /** The length of the well-formed UTF-8 sequence at an index, or 0. */
  private static int sequenceLength(final byte[] bytes, final int at) {
    final int lead = bytes[at] & 0xFF;
    final int length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 0 || lead > 0xF4 || at + length > bytes.length) {
      return 0;
    }
    for (int index = 1; index < length; index++) {
      if ((bytes[at + index] & 0xC0) != 0x80) {
        return 0;
      }
    }
    if (length > 2) {
      final int second = bytes[at + 1] & 0xFF;
      if ((lead == 0xE0 && second < 0xA0)
          || (lead == 0xED && second > 0x9F)
          || (lead == 0xF0 && second < 0x90)
          || (lead == 0xF4 && second > 0x8F)) {
        return 0;
      }
    }
    return length;
  }

  private static String normalise(final String text) {
    String result = text;
    if (result.indexOf('\r') >= 0) {
      result = result.replace("\r\n", "\n").replace('\r', '\n');
    }
    if (result.indexOf('\f') >= 0 || result.indexOf('\u000B') >= 0) {
      result = result.replace('\f', ' ').replace('\u000B', ' ');
    }
    return result.isEmpty() || result.endsWith("\n") ? result : result + "\n";
  }
}
