package dev.sargasso.passes.facts;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.PointerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known at one place, as a stack: facts are added on the way down the dominator tree and
 * taken back on the way up. Everything takes constant time.
 */
final class Facts {
  /** Outcomes of a comparison of two values that are still possible; those of {@link #masks}. */
  static final int LESS = 1;

  static final int GREATER = 2;
  static final int BELOW = 4;
  static final int ABOVE = 8;
  static final int EQUAL = 16;
  static final int ANY = 31;

  /** How many relations of one value are looked at, the newest first. */
  private static final int MOST_SEEN = 8;

  private final Node[] constants = new Node[2];

  /** By id: a stamp that holds here, or null. */
  private final @Nullable Stamp[] stamps;

  /** By id: the newest relation of the node, or -1. */
  private final int[] newest;

  // Relations: the other value, what is possible, the next older one of the same value, and whose.
  private Node[] others = new Node[32];
  private int[] masks = new int[32];
  private int[] older = new int[32];
  private int[] owners = new int[32];
  private int relationCount;

  // Stamps that were replaced, to be taken back.
  private int[] changedIds = new int[64];
  private @Nullable Stamp[] formerStamps = new Stamp[64];
  private int changedCount;

  Facts(Graph graph) {
    stamps = new Stamp[graph.idLimit()];
    newest = new int[graph.idLimit()];
    Arrays.fill(newest, -1);
    constants[0] = graph.constant(Type.I1, 0);
    constants[1] = graph.constant(Type.I1, 1);
  }

  /** The node that is always {@code truth}. */
  Node constant(boolean truth) {
    return constants[truth ? 1 : 0];
  }

  // -------------------------------------------------------------------- scope

  /** What to hand to {@link #leave} to forget all that was added since. */
  long enter() {
    return (long) relationCount << 32 | changedCount;
  }

  void leave(long mark) {
    int relations = (int) (mark >>> 32);
    while (relationCount > relations) {
      relationCount--;
      newest[owners[relationCount]] = older[relationCount];
    }
    int changed = (int) mark;
    while (changedCount > changed) {
      changedCount--;
      stamps[changedIds[changedCount]] = formerStamps[changedCount];
    }
  }

  // ------------------------------------------------------------------- stamps

  /** What is known of {@code node} here beyond its own stamp, or null. */
  @Nullable Stamp added(Node node) {
    return node.id() < stamps.length ? stamps[node.id()] : null;
  }

  /** What is known of {@code node} here, its own stamp included; null for nothing. */
  @Nullable Stamp stamp(Node node) {
    if (node.isConstant()) {
      return switch (node.type()) {
        case I1, I8, I16, I32, I64 -> IntegerStamp.constant(node.type().bits(), node.immediate());
        case PTR -> node.immediate() == 0 ? PointerStamp.NULL : PointerStamp.NON_NULL;
        case F32, F64, V128, CTRL, MEM, TUPLE -> null;
      };
    }
    Stamp here = added(node);
    Stamp own = node.stamp();
    return here == null ? own : own == null ? here : own.join(here);
  }

  /** What is known of an integer here. */
  IntegerStamp integer(Node node) {
    return stamp(node) instanceof IntegerStamp known
        ? known
        : IntegerStamp.full(node.type().bits());
  }

  /** Learns that {@code node} is in {@code stamp}, here and below; false if that is no news. */
  boolean learn(Node node, Stamp stamp) {
    if (node.isConstant() || node.id() >= stamps.length) {
      return false;
    }
    Stamp before = stamp(node);
    Stamp now = before == null ? stamp : before.join(stamp);
    // Nothing left: control does not come here, and whatever is said of it will do.
    if (now.isEmpty() || now.isFull() || now.equals(before)) {
      return false;
    }
    if (changedCount == changedIds.length) {
      changedIds = Arrays.copyOf(changedIds, 2 * changedCount);
      formerStamps = Arrays.copyOf(formerStamps, 2 * changedCount);
    }
    changedIds[changedCount] = node.id();
    formerStamps[changedCount++] = stamps[node.id()];
    stamps[node.id()] = now;
    return true;
  }

  // ---------------------------------------------------------------- relations

  /** Learns that comparing {@code a} with {@code b} comes to one of {@code mask}. */
  void relate(Node a, Node b, int mask) {
    if (a != b && !a.isConstant() && !b.isConstant()) {
      add(a, b, mask);
      add(b, a, mirrored(mask));
    }
  }

  private void add(Node owner, Node other, int mask) {
    if (owner.id() >= newest.length) {
      return;
    }
    if (relationCount == others.length) {
      others = Arrays.copyOf(others, 2 * relationCount);
      masks = Arrays.copyOf(masks, 2 * relationCount);
      older = Arrays.copyOf(older, 2 * relationCount);
      owners = Arrays.copyOf(owners, 2 * relationCount);
    }
    others[relationCount] = other;
    masks[relationCount] = mask;
    owners[relationCount] = owner.id();
    older[relationCount] = newest[owner.id()];
    newest[owner.id()] = relationCount++;
  }

  private static int mirrored(int mask) {
    return ((mask & (LESS | BELOW)) << 1) | ((mask & (GREATER | ABOVE)) >> 1) | (mask & EQUAL);
  }

  /** What a comparison of {@code a} with {@code b} can come to, by one step or by two. */
  int relation(Node a, Node b) {
    int result = direct(a, b);
    if (a.id() >= newest.length || newest[a.id()] < 0 || b.id() >= newest.length) {
      return result;
    }
    int seen = 0;
    for (int i = newest[a.id()]; i >= 0 && seen < MOST_SEEN; i = older[i]) {
      seen++;
      Node middle = others[i];
      if (middle != b) {
        result &= composed(masks[i], direct(middle, b));
      }
    }
    return result;
  }

  private int direct(Node a, Node b) {
    int result = ANY;
    if (a.id() >= newest.length) {
      return result;
    }
    int seen = 0;
    for (int i = newest[a.id()]; i >= 0 && seen < MOST_SEEN; i = older[i]) {
      seen++;
      if (others[i] == b) {
        result &= masks[i];
      }
    }
    return result;
  }

  /** What a is to c if it is {@code first} to b and b is {@code second} to c. */
  private static int composed(int first, int second) {
    if (first == EQUAL || second == EQUAL) {
      return first == EQUAL ? second : first;
    }
    int result = ANY;
    if (((first | second) & GREATER) == 0) {
      result &= ~GREATER;
      result &= (first & second & EQUAL) == 0 ? ~EQUAL : ANY;
    }
    if (((first | second) & LESS) == 0) {
      result &= ~LESS;
      result &= (first & second & EQUAL) == 0 ? ~EQUAL : ANY;
    }
    if (((first | second) & ABOVE) == 0) {
      result &= ~ABOVE;
      result &= (first & second & EQUAL) == 0 ? ~EQUAL : ANY;
    }
    if (((first | second) & BELOW) == 0) {
      result &= ~BELOW;
      result &= (first & second & EQUAL) == 0 ? ~EQUAL : ANY;
    }
    return result;
  }
}
