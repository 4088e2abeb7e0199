package dev.sargasso.x64.code;

import java.util.Arrays;
import java.util.Optional;

/** From addresses to the functions that lie there: for crash reports and profilers. */
public final class FunctionTable {
  private final long[] starts;
  private final long[] sizes;
  private final String[] names;

  private FunctionTable(final long[] starts, final long[] sizes, final String[] names) {
    this.starts = starts;
    this.sizes = sizes;
    this.names = names;
  }

  /** How many functions there are. */
  public int count() {
    return starts.length;
  }

  /** Where function number {@code index} starts; rises with the index. */
  public long start(final int index) {
    return starts[index];
  }

  /** The size of function number {@code index} in bytes. */
  public long size(final int index) {
    return sizes[index];
  }

  /**
   * The name of function number {@code index}; a stub on the way to {@code f} is called {@code
   * f@plt}.
   */
  public String name(final int index) {
    return names[index];
  }

  /** The function that {@code address} lies in. */
  public Optional<String> find(final long address) {
    final int found = Arrays.binarySearch(starts, address);
    final int index = found >= 0 ? found : -found - 2;
    return index >= 0 && address - starts[index] < sizes[index]
        ? Optional.of(names[index])
        : Optional.empty();
  }

  /** Collects functions by rising address. */
  static final class Builder {
    private final long[] starts;
    private final long[] sizes;
    private final String[] names;
    private int count;

    Builder(final int capacity) {
      starts = new long[capacity];
      sizes = new long[capacity];
      names = new String[capacity];
    }

    void add(final long start, final long size, final String name) {
      starts[count] = start;
      sizes[count] = size;
      names[count++] = name;
    }

    FunctionTable build() {
      return new FunctionTable(
          Arrays.copyOf(starts, count), Arrays.copyOf(sizes, count), Arrays.copyOf(names, count));
    }
  }
}
