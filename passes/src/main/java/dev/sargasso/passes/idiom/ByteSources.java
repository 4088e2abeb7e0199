package dev.sargasso.passes.idiom;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Where each byte of an integer comes from: a byte of another node, or a constant.
 *
 * <p>A node is followed through shifts and rotations by whole bytes, masks of whole bytes,
 * extensions, truncations, byte swaps, and sums and ors of parts that have no byte in common. What
 * is none of these is a source itself. Depth and size of what is looked at are bounded, so that the
 * cost of a node is constant.
 */
final class ByteSources {
  private static final int BYTES = 8;

  /** Eight bytes put together one after the other need ten levels. */
  private static final int MAX_DEPTH = 20;

  /** Eight bytes, each loaded, extended and shifted, and seven ors are 31 nodes. */
  private static final int MAX_NODES = 64;

  private final Graph graph;

  /** Row {@code r} has the sources of what is looked at in depth {@code r}; null is a constant. */
  private final @Nullable Node[] sources = new Node[BYTES * (MAX_DEPTH + 2)];

  /** Which byte of the source it is, from 0, the lowest; of a constant, the byte itself. */
  private final int[] numbers = new int[sources.length];

  private int nodesLeft;

  ByteSources(Graph graph) {
    this.graph = graph;
  }

  /** Follows the bytes of {@code node}, an integer of whole bytes. */
  void trace(Node node) {
    nodesLeft = MAX_NODES;
    trace(node, 0);
  }

  /** Forgets all bytes; then {@link #place} puts new ones together. */
  void clear() {
    for (int i = 0; i < BYTES; i++) {
      setConstant(i, 0);
    }
  }

  /** Makes the bytes of {@code value} the bytes from number {@code at} on. */
  void place(Node value, int at) {
    nodesLeft = MAX_NODES;
    trace(value, 1);
    copy(BYTES, at, value.type().bytes());
  }

  private void trace(Node node, int row) {
    int at = row * BYTES;
    int bytes = node.type().bytes();
    if (row == MAX_DEPTH || nodesLeft-- <= 0) {
      setSource(at, node);
      return;
    }
    switch (node.op()) {
      case CONSTANT -> {
        for (int i = 0; i < bytes; i++) {
          setConstant(at + i, (int) (node.immediate() >>> (8 * i)) & 0xFF);
        }
      }
      case OR, XOR, ADD -> {
        trace(node.value(0), row);
        trace(node.value(1), row + 1);
        if (!merge(at, at + BYTES, bytes)) {
          setSource(at, node);
        }
      }
      case AND -> {
        if (!node.value(1).isConstant() || !isByteMask(node.value(1).immediate(), bytes)) {
          setSource(at, node);
          return;
        }
        trace(node.value(0), row);
        for (int i = 0; i < bytes; i++) {
          if (((node.value(1).immediate() >>> (8 * i)) & 0xFF) == 0) {
            setConstant(at + i, 0);
          }
        }
      }
      case SHL, SHR, SAR, ROL -> traceShift(node, row);
      case ZERO_EXTEND, SIGN_EXTEND -> {
        Node value = node.value(0);
        if (value.type() == Type.I1) {
          setSource(at, node);
          return;
        }
        trace(value, row);
        for (int i = value.type().bytes(); i < bytes; i++) {
          if (node.op() == Op.ZERO_EXTEND) {
            setConstant(at + i, 0);
          } else {
            set(at + i, node, i);
          }
        }
      }
      case TRUNCATE -> trace(node.value(0), row);
      case BSWAP -> {
        trace(node.value(0), row);
        for (int i = 0; i < bytes / 2; i++) {
          exchange(at + i, at + bytes - 1 - i);
        }
      }
      default -> setSource(at, node);
    }
  }

  private void traceShift(Node node, int row) {
    int at = row * BYTES;
    int bytes = node.type().bytes();
    Node count = node.value(1);
    long bits = count.immediate() & (node.type().bits() - 1);
    if (!count.isConstant() || bits % 8 != 0) {
      setSource(at, node);
      return;
    }
    int by = (int) bits / 8;
    trace(node.value(0), row);
    copy(at, at + BYTES, bytes);
    for (int i = 0; i < bytes; i++) {
      int from = node.op() == Op.SHL || node.op() == Op.ROL ? i - by : i + by;
      if (node.op() == Op.ROL) {
        from = (from + bytes) % bytes;
      }
      if (from >= 0 && from < bytes) {
        copy(at + BYTES + from, at + i, 1);
      } else if (node.op() == Op.SAR) {
        set(at + i, node, i);
      } else {
        setConstant(at + i, 0);
      }
    }
  }

  /** Whether all bytes of the mask are 0 or 255. */
  private static boolean isByteMask(long mask, int bytes) {
    for (int i = 0; i < bytes; i++) {
      long part = (mask >>> (8 * i)) & 0xFF;
      if (part != 0 && part != 0xFF) {
        return false;
      }
    }
    return true;
  }

  /** Puts the bytes at {@code other} where those at {@code at} are 0; false if two collide. */
  private boolean merge(int at, int other, int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (!isZero(at + i) && !isZero(other + i)) {
        return false;
      }
    }
    for (int i = 0; i < bytes; i++) {
      if (isZero(at + i)) {
        copy(other + i, at + i, 1);
      }
    }
    return true;
  }

  private boolean isZero(int i) {
    return sources[i] == null && numbers[i] == 0;
  }

  private void setSource(int at, Node node) {
    for (int i = 0; i < node.type().bytes(); i++) {
      set(at + i, node, i);
    }
  }

  private void setConstant(int i, int value) {
    sources[i] = null;
    numbers[i] = value;
  }

  private void set(int i, Node source, int number) {
    sources[i] = source;
    numbers[i] = number;
  }

  private void exchange(int i, int j) {
    Node source = sources[i];
    int number = numbers[i];
    sources[i] = sources[j];
    numbers[i] = numbers[j];
    sources[j] = source;
    numbers[j] = number;
  }

  private void copy(int from, int to, int count) {
    for (int i = 0; i < count; i++) {
      sources[to + i] = sources[from + i];
      numbers[to + i] = numbers[from + i];
    }
  }

  // ---------------------------------------------------------------- combining

  /**
   * A node of {@code type} that is what the bytes are, in few operations.
   *
   * @param anything whether constants and plain parts of one value will do; else the bytes must be
   *     swapped or rotated, or come from several loads
   * @return null if there is none
   */
  @Nullable Node combine(Type type, boolean anything) {
    int bytes = type.bytes();
    int used = bytes;
    while (used > 0 && isZero(used - 1)) {
      used--;
    }
    if (isConstant(bytes)) {
      return anything ? graph.constant(type, constant(bytes)) : null;
    }
    for (int i = 0; i < used; i++) {
      if (sources[i] == null) {
        return null;
      }
    }
    Type part = ofBytes(used);
    if (part == null) {
      return null;
    }
    Node whole = isOneSource(used) ? ofOneSource(part, type, anything) : ofLoads(part);
    return whole == null || whole.type() == type
        ? whole
        : graph.make(Op.ZERO_EXTEND, type, 0, null, whole);
  }

  private boolean isConstant(int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (sources[i] != null) {
        return false;
      }
    }
    return true;
  }

  private long constant(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) numbers[i] << (8 * i);
    }
    return value;
  }

  private boolean isOneSource(int used) {
    for (int i = 1; i < used; i++) {
      if (sources[i] != sources[0]) {
        return false;
      }
    }
    return true;
  }

  private Node source(int i) {
    Node source = sources[i];
    if (source == null) {
      throw new IllegalStateException("byte " + i + " has no source");
    }
    return source;
  }

  private @Nullable Node ofOneSource(Type part, Type type, boolean anything) {
    int used = part.bytes();
    Node source = source(0);
    if (used > 1 && isRun(used, -1)) {
      return graph.make(Op.BSWAP, part, 0, null, part(source, part, numbers[used - 1]));
    }
    if (isRun(used, 1)) {
      return anything ? part(source, part, numbers[0]) : null;
    }
    if (part != type || source.type() != type) {
      return null;
    }
    for (int i = 0; i < used; i++) {
      if (numbers[i] != (numbers[0] + i) % used) {
        return null;
      }
    }
    Node count = graph.constant(type, 8L * (used - numbers[0]));
    return graph.make(Op.ROL, type, 0, null, source, count);
  }

  /** Whether the numbers of the bytes go up, or down, one by one. */
  private boolean isRun(int used, int step) {
    for (int i = 1; i < used; i++) {
      if (numbers[i] != numbers[0] + step * i) {
        return false;
      }
    }
    return true;
  }

  private Node part(Node source, Type part, int from) {
    Node shifted =
        from == 0
            ? source
            : graph.make(
                Op.SHR, source.type(), 0, null, source, graph.constant(source.type(), 8L * from));
    return source.type() == part ? shifted : graph.make(Op.TRUNCATE, part, 0, null, shifted);
  }

  /** One load for several of neighbouring bytes in the same state of memory. */
  private @Nullable Node ofLoads(Type part) {
    int used = part.bytes();
    Node first = source(0);
    Node control = null;
    for (int i = 0; i < used; i++) {
      Node load = source(i);
      if (load.op() != Op.LOAD
          || load.immediate() != first.immediate()
          || load.memory() != first.memory()
          || ByteAddress.base(load.value(0)) != ByteAddress.base(first.value(0))) {
        return null;
      }
      if (load.control() != null) {
        if (control != null && control != load.control()) {
          return null;
        }
        control = load.control();
      }
    }
    boolean forward = isNextTo(used, 1);
    if (!forward && !isNextTo(used, -1)) {
      return null;
    }
    int lowest = forward ? 0 : used - 1;
    if (numbers[lowest] != 0) {
      return null;
    }
    Node wide =
        graph.make(
            Op.LOAD,
            part,
            Access.withTag(first.immediate(), Access.ANY_TYPE),
            null,
            control,
            first.memory(),
            source(lowest).value(0));
    return forward ? wide : graph.make(Op.BSWAP, part, 0, null, wide);
  }

  private boolean isNextTo(int used, int step) {
    long first = addressOf(0);
    for (int i = 1; i < used; i++) {
      if (addressOf(i) != first + (long) step * i) {
        return false;
      }
    }
    return true;
  }

  private long addressOf(int i) {
    return ByteAddress.constant(source(i).value(0)) + numbers[i];
  }

  static @Nullable Type ofBytes(int bytes) {
    return switch (bytes) {
      case 1 -> Type.I8;
      case 2 -> Type.I16;
      case 4 -> Type.I32;
      case 8 -> Type.I64;
      default -> null;
    };
  }
}
