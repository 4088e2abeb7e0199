package dev.sargasso.visualizer.bgv;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a BGV stream defines once and then refers to by number. Numbers go round: when all are taken
 * the oldest is given to something new, as readers expect.
 */
final class ConstantPool {
  static final int STRING = 1;
  static final int ENUM = 2;
  static final int CLASS = 3;
  static final int METHOD = 4;
  static final int NODE_CLASS = 6;
  static final int SIGNATURE = 8;
  static final int SOURCE_POSITION = 9;

  private static final int DEFINE = 0;
  private static final int NULL = 5;
  private static final int SLOTS = 8_000;

  private final DataOutputStream out;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final @Nullable String[] keys = new String[SLOTS];
  private int next;

  ConstantPool(DataOutputStream out) {
    this.out = out;
  }

  /** Writes the body of an entry. */
  interface Body {
    void write() throws IOException;
  }

  /** Writes the absent entry. */
  void none() throws IOException {
    out.writeByte(NULL);
  }

  /**
   * Refers to an entry, and defines it if it is new.
   *
   * @param kind one of the constants of this class
   * @param key tells entries of a kind apart
   * @param body may itself refer to entries
   */
  void entry(int kind, String key, Body body) throws IOException {
    String whole = kind + ":" + key;
    Integer known = numbers.get(whole);
    if (known != null) {
      out.writeByte(kind);
      out.writeShort(known);
      return;
    }
    int number = next;
    next = (next + 1) % SLOTS;
    String old = keys[number];
    if (old != null) {
      numbers.remove(old);
    }
    keys[number] = whole;
    numbers.put(whole, number);
    out.writeByte(DEFINE);
    out.writeShort(number);
    out.writeByte(kind);
    body.write();
  }

  void string(String text) throws IOException {
    entry(STRING, text, () -> bytes(text));
  }

  /** Writes a length and UTF-8. */
  void bytes(String text) throws IOException {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(encoded.length);
    out.write(encoded);
  }
}
