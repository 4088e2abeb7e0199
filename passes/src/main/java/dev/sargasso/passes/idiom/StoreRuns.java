package dev.sargasso.passes.idiom;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Stores in a row to neighbouring bytes, whose values are parts of one value or constants.
 *
 * <p>The row is found along the memory tokens, backwards from a store. Nobody else may see a token
 * in between, and all stand under one control token, so that either all of them happen or none; a
 * trap in the middle leaves memory that nobody reads any more.
 */
final class StoreRuns {
  /** Bytes that one store can write. */
  private static final int MAX_BYTES = 8;

  private final Graph graph;
  private final ByteSources bytes;
  private final Node[] run = new Node[MAX_BYTES];

  /** What the stores up to this one write. */
  private final int[] writtenBy = new int[MAX_BYTES];

  private int count;

  StoreRuns(Graph graph, ByteSources bytes) {
    this.graph = graph;
    this.bytes = bytes;
  }

  /**
   * Puts one store in the place of {@code last} and some stores before it; false if it finds none.
   */
  boolean merge(Node last, BiPredicate<String, Node> mayChange) {
    if (!isNarrow(last)) {
      return false;
    }
    collect(last);
    // Longest first: a node that is made would be one more who sees a token in between.
    while (count > 1) {
      Node merged = combine();
      if (merged != null) {
        if (!mayChange.test("merge stores", last)) {
          graph.kill(merged);
          return false;
        }
        graph.replace(last, merged);
        for (int i = 1; i < count; i++) {
          graph.kill(run[i]);
        }
        return true;
      }
      count--;
    }
    return false;
  }

  private void collect(Node last) {
    count = 0;
    // Bits of the bytes written; bit 8 is the first byte of the last store.
    int written = 0;
    Node at = last;
    do {
      long distance = distance(at, last);
      if (distance < -MAX_BYTES || distance >= MAX_BYTES) {
        return;
      }
      int bits = ((1 << at.value(1).type().bytes()) - 1) << (MAX_BYTES + (int) distance);
      if ((written & bits) != 0) {
        return;
      }
      written |= bits;
      run[count] = at;
      writtenBy[count++] = written;
      at = at.memory();
    } while (count < MAX_BYTES && continuesRun(at, last));
  }

  private static long distance(Node store, Node last) {
    return ByteAddress.constant(store.value(0)) - ByteAddress.constant(last.value(0));
  }

  private static boolean isNarrow(Node store) {
    Type type = store.value(1).type();
    return !Access.isVolatile(store.immediate())
        && type.isInteger()
        && type != Type.I1
        && type != Type.I64;
  }

  private static boolean continuesRun(Node token, Node last) {
    return token.op() == Op.STORE
        && token.useCount() == 1
        && token.control() == last.control()
        && token.immediate() == last.immediate()
        && isNarrow(token)
        && ByteAddress.base(token.value(0)) == ByteAddress.base(last.value(0));
  }

  /** One store for all of the run, if it has no holes and its value is simple. */
  private @Nullable Node combine() {
    int written = writtenBy[count - 1];
    int low = Integer.numberOfTrailingZeros(written);
    int size = Integer.bitCount(written);
    Type type = ByteSources.ofBytes(size);
    if (type == null || written != ((1 << size) - 1) << low) {
      return null;
    }
    int lowest = 0;
    for (int i = 1; i < count; i++) {
      lowest = distance(run[i], run[lowest]) < 0 ? i : lowest;
    }
    bytes.clear();
    for (int i = 0; i < count; i++) {
      bytes.place(run[i].value(1), (int) distance(run[i], run[lowest]));
    }
    Node value = bytes.combine(type, true);
    if (value == null || (value.isConstant() && value.immediate() != (int) value.immediate())) {
      // A constant that needs a register of its own is no gain.
      return null;
    }
    Node last = run[0];
    Node first = run[count - 1];
    return graph.make(
        Op.STORE,
        Type.MEM,
        Access.withTag(last.immediate(), Access.ANY_TYPE),
        null,
        last.input(0),
        first.memory(),
        run[lowest].value(0),
        value);
  }
}
