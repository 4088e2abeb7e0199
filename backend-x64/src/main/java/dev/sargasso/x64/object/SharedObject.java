package dev.sargasso.x64.object;

/**
 * A complete shared object with one function and one variable, written without a linker (System V
 * ABI, chapters 4 and 5): three pages, of which the first holds headers, symbols and their hash
 * table, the second the function, and the third the variable and what the dynamic linker reads.
 * Nothing in it refers to anything, so there are no relocations.
 */
public final class SharedObject {
  private static final int PAGE = 4096;
  private static final int HEADER_SIZE = 64;
  private static final int SEGMENT_SIZE = 56;
  private static final int SEGMENT_COUNT = 5;
  private static final int SECTION_SIZE = 64;
  private static final int SYMBOL_SIZE = 24;

  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final int STACK = 0x6474_e551;
  private static final int EXECUTE = 1;
  private static final int WRITE = 2;
  private static final int READ = 4;

  private static final int TAG_HASH = 4;
  private static final int TAG_STRINGS = 5;
  private static final int TAG_SYMBOLS = 6;
  private static final int TAG_STRINGS_SIZE = 10;
  private static final int TAG_SYMBOL_SIZE = 11;

  private static final int GLOBAL_OBJECT = 1 << 4 | 1;
  private static final int GLOBAL_FUNCTION = 1 << 4 | 2;

  // Numbers of the sections.
  private static final int SYMBOLS = 1;
  private static final int STRINGS = 2;
  private static final int TEXT = 4;
  private static final int DATA = 5;
  private static final int SECTION_COUNT = 8;

  private final ByteSink file = new ByteSink();
  private final ByteSink headers = new ByteSink();
  private final ByteSink names = new ByteSink();

  private SharedObject() {}

  /**
   * The bytes of the file.
   *
   * @param code at most a page, independent of its address
   * @param data the first contents of the variable, at most half a page
   */
  public static byte[] of(
      final String function, final byte[] code, final String variable, final byte[] data) {
    if (code.length > PAGE || data.length > PAGE / 2) {
      throw new IllegalArgumentException("code or data do not fit in a page");
    }
    return new SharedObject().write(function, code, variable, data);
  }

  private byte[] write(
      final String function, final byte[] code, final String variable, final byte[] data) {
    file.zeros(HEADER_SIZE + SEGMENT_COUNT * SEGMENT_SIZE);
    final ByteSink strings = new ByteSink();
    strings.putByte(0);
    final int functionName = strings.putText(function);
    final int variableName = strings.putText(variable);

    final int symbols = file.size();
    file.zeros(SYMBOL_SIZE);
    symbol(functionName, GLOBAL_FUNCTION, TEXT, PAGE, code.length);
    symbol(variableName, GLOBAL_OBJECT, DATA, 2 * PAGE, data.length);
    final int stringsStart = file.size();
    file.put(strings.toBytes());
    file.align(8, 0);
    // One bucket: a chain of all symbols, so that nothing has to be hashed.
    final int hash = file.size();
    for (final int word : new int[] {1, 3, 1, 0, 2, 0}) {
      file.putInt(word);
    }
    final int headEnd = file.size();
    file.align(PAGE, 0);
    file.put(code);
    file.align(PAGE, 0);
    file.put(data);
    file.align(16, 0);
    final int dynamic = file.size();
    dynamic(TAG_HASH, hash);
    dynamic(TAG_STRINGS, stringsStart);
    dynamic(TAG_SYMBOLS, symbols);
    dynamic(TAG_STRINGS_SIZE, strings.size());
    dynamic(TAG_SYMBOL_SIZE, SYMBOL_SIZE);
    dynamic(0, 0);
    final int end = file.size();

    names.putByte(0);
    headers.zeros(SECTION_SIZE);
    section(".dynsym", 11, 2, symbols, stringsStart - symbols, STRINGS, 1, 8, SYMBOL_SIZE);
    section(".dynstr", 3, 2, stringsStart, strings.size(), 0, 0, 1, 0);
    section(".hash", 5, 2, hash, headEnd - hash, SYMBOLS, 0, 8, 4);
    section(".text", 1, 6, PAGE, code.length, 0, 0, 16, 0);
    section(".data", 1, 3, 2 * PAGE, data.length, 0, 0, 16, 0);
    section(".dynamic", 6, 3, dynamic, end - dynamic, STRINGS, 0, 8, 16);
    final int namesHeader = names.putText(".shstrtab");
    final int namesStart = file.size();
    file.put(names.toBytes());
    section(namesHeader, 3, 0, namesStart, names.size(), 0, 0, 1, 0);
    file.align(8, 0);
    final int headersStart = file.size();
    file.put(headers.toBytes());

    final ByteSink head = new ByteSink();
    head.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
    head.putLong(0);
    head.putShort(3); // shared object
    head.putShort(62); // AMD64
    head.putInt(1);
    head.putLong(0);
    head.putLong(HEADER_SIZE);
    head.putLong(headersStart);
    head.putInt(0);
    head.putShort(HEADER_SIZE);
    head.putShort(SEGMENT_SIZE);
    head.putShort(SEGMENT_COUNT);
    head.putShort(SECTION_SIZE);
    head.putShort(SECTION_COUNT);
    head.putShort(SECTION_COUNT - 1);
    segment(head, LOAD, READ, 0, headEnd, PAGE);
    segment(head, LOAD, READ | EXECUTE, PAGE, code.length, PAGE);
    segment(head, LOAD, READ | WRITE, 2 * PAGE, end - 2 * PAGE, PAGE);
    segment(head, DYNAMIC, READ | WRITE, dynamic, end - dynamic, 8);
    segment(head, STACK, READ | WRITE, 0, 0, 16);
    final byte[] result = file.toBytes();
    System.arraycopy(head.toBytes(), 0, result, 0, head.size());
    return result;
  }

  private void symbol(
      final int name, final int kind, final int section, final int address, final int size) {
    file.putInt(name);
    file.putByte(kind);
    file.putByte(0);
    file.putShort(section);
    file.putLong(address);
    file.putLong(size);
  }

  private void dynamic(final int tag, final int value) {
    file.putLong(tag);
    file.putLong(value);
  }

  /** Everything has its offset in the file as its address. */
  private static void segment(
      final ByteSink out,
      final int type,
      final int rights,
      final int start,
      final int size,
      final int alignment) {
    out.putInt(type);
    out.putInt(rights);
    out.putLong(start);
    out.putLong(start);
    out.putLong(start);
    out.putLong(size);
    out.putLong(size);
    out.putLong(alignment);
  }

  private void section(
      final String title,
      final int type,
      final int flags,
      final int start,
      final int size,
      final int link,
      final int information,
      final int alignment,
      final int entrySize) {
    section(
        names.putText(title), type, flags, start, size, link, information, alignment, entrySize);
  }

  private void section(
      final int name,
      final int type,
      final int flags,
      final int start,
      final int size,
      final int link,
      final int information,
      final int alignment,
      final int entrySize) {
    headers.putInt(name);
    headers.putInt(type);
    headers.putLong(flags);
    headers.putLong(flags == 0 ? 0 : start);
    headers.putLong(start);
    headers.putLong(size);
    headers.putInt(link);
    headers.putInt(information);
    headers.putLong(alignment);
    headers.putLong(entrySize);
  }
}
