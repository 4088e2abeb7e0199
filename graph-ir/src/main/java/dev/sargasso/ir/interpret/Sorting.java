package dev.sargasso.ir.interpret;

/** {@code qsort} and {@code bsearch}: a stable merge sort over bytes, comparing by callback. */
final class Sorting {
  private final ExternalCall call;
  private final Memory memory;

  Sorting(ExternalCall call) {
    this.call = call;
    this.memory = call.memory();
  }

  private int compare(long comparison, long a, long b) {
    long[] results = call.callBack(comparison, a, b);
    return results.length == 0 ? 0 : (int) results[0];
  }

  /** Arguments: base, count, size, comparison. */
  void sort() {
    long base = call.argument(0);
    long count = call.argument(1);
    long size = call.argument(2);
    if (count < 2 || size == 0) {
      return;
    }
    long spare = memory.allocate(Math.multiplyExact(count, size));
    if (spare == 0) {
      throw call.abort("qsort has no memory");
    }
    long from = base;
    long to = spare;
    for (long width = 1; width < count; width *= 2) {
      for (long low = 0; low < count; low += 2 * width) {
        merge(
            from,
            to,
            size,
            new long[] {low, Math.min(low + width, count), Math.min(low + 2 * width, count)});
      }
      long swapped = from;
      from = to;
      to = swapped;
    }
    if (from != base) {
      memory.copy(base, from, count * size);
    }
    memory.free(spare);
  }

  private void merge(long from, long to, long size, long[] bounds) {
    long left = bounds[0];
    long right = bounds[1];
    for (long at = bounds[0]; at < bounds[2]; at++) {
      boolean takeLeft =
          left < bounds[1]
              && (right >= bounds[2]
                  || compare(call.argument(3), from + left * size, from + right * size) <= 0);
      memory.copy(to + at * size, from + (takeLeft ? left++ : right++) * size, size);
    }
  }

  /** Arguments: key, base, count, size, comparison. */
  long search() {
    long low = 0;
    long high = call.argument(2);
    while (low < high) {
      long middle = (low + high) >>> 1;
      long element = call.argument(1) + middle * call.argument(3);
      int order = compare(call.argument(4), call.argument(0), element);
      if (order == 0) {
        return element;
      }
      if (order < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return 0;
  }
}
