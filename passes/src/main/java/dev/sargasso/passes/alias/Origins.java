package dev.sargasso.passes.alias;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The object that each pointer leads into, if that is one slot or one symbol, and which slots are
 * private: nobody but the accesses of this function, through pointers of that origin, can reach
 * them.
 *
 * <p>An optimistic analysis: pointers start without origin, objects have their own, an offset that
 * stays in bounds has that of its pointer, a phi or select that of its inputs if they agree. What
 * comes from elsewhere may lead into any object that is not private. Every pointer changes at most
 * twice, so this is linear in the graph. Nodes made later have no origin known.
 */
public final class Origins {
  private static final byte NOT_SEEN = 0;
  private static final byte OBJECT = 1;
  private static final byte ELSEWHERE = 2;

  private final Graph graph;
  private final byte[] kind;

  /** By id, the slot or symbol node for those of kind {@link #OBJECT}. */
  private final @Nullable Node[] object;

  /** By id of a slot's node. */
  private final boolean[] exposed;

  private Origins(Graph graph) {
    this.graph = graph;
    kind = new byte[graph.idLimit()];
    object = new Node[graph.idLimit()];
    exposed = new boolean[graph.idLimit()];
  }

  /** Analyses a graph, in which equal slots and symbols are one node. */
  public static Origins of(Graph graph) {
    Origins origins = new Origins(graph);
    origins.spread();
    origins.expose();
    return origins;
  }

  // ------------------------------------------------------------------ spreading

  private void spread() {
    Node[] stack = new Node[64];
    int depth = 0;
    for (int id = 0; id < kind.length; id++) {
      Node node = graph.node(id);
      if (node == null || node.type() != Type.PTR) {
        continue;
      }
      byte own =
          switch (node.op()) {
            case STACK_SLOT, SYMBOL -> OBJECT;
            case OFFSET, PHI, SELECT -> NOT_SEEN;
            default -> ELSEWHERE;
          };
      if (own != NOT_SEEN) {
        kind[id] = own;
        object[id] = own == OBJECT ? node : null;
        if (depth == stack.length) {
          stack = Arrays.copyOf(stack, 2 * depth);
        }
        stack[depth++] = node;
      }
    }
    while (depth > 0) {
      Node node = stack[--depth];
      for (int i = 0; i < node.useCount(); i++) {
        Node user = node.user(i);
        if (user.type() == Type.PTR && carries(user, node.userSlot(i)) && meet(user, node)) {
          if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
          }
          stack[depth++] = user;
        }
      }
    }
  }

  private static boolean carries(Node user, int slot) {
    return switch (user.op()) {
      case OFFSET -> slot == 0;
      case PHI, SELECT -> slot > 0;
      default -> false;
    };
  }

  /** Whether what is known of {@code user} changes when {@code pointer} may be it. */
  private boolean meet(Node user, Node pointer) {
    int id = user.id();
    byte before = kind[id];
    if (before == ELSEWHERE) {
      return false;
    }
    byte from = kind[pointer.id()];
    Node of = object[pointer.id()];
    if (from == OBJECT && user.op() == Op.OFFSET && !staysInside(user, of)) {
      from = ELSEWHERE;
    }
    if (before == OBJECT && from == OBJECT && object[id] == of) {
      return false;
    }
    boolean first = before == NOT_SEEN && from == OBJECT;
    kind[id] = first ? OBJECT : ELSEWHERE;
    object[id] = first ? of : null;
    return true;
  }

  private static boolean staysInside(Node offset, @Nullable Node object) {
    if ((offset.immediate() & Op.IN_BOUNDS) != 0) {
      return true;
    }
    return object != null
        && offset.value(0) == object
        && offset.value(1).isConstant()
        && object.attribute() instanceof StackSlot slot
        && offset.value(1).immediate() >= 0
        && offset.value(1).immediate() <= slot.size();
  }

  // ------------------------------------------------------------------- exposing

  /** A slot is exposed once an address in it goes anywhere but into accesses and comparisons. */
  private void expose() {
    for (int id = 0; id < kind.length; id++) {
      Node pointer = graph.node(id);
      Node of = object[id];
      if (pointer == null || of == null || of.op() != Op.STACK_SLOT || exposed[of.id()]) {
        continue;
      }
      for (int i = 0; i < pointer.useCount(); i++) {
        Node user = pointer.user(i);
        if (!isHarmless(user, pointer.userSlot(i), of)) {
          exposed[of.id()] = true;
          break;
        }
      }
    }
  }

  private boolean isHarmless(Node user, int slot, Node of) {
    return switch (user.op()) {
      case LOAD -> true;
      case STORE, MEMORY_FILL ->
          slot == user.op().firstValue() && !Access.isVolatile(user.immediate());
      case MEMORY_COPY -> !Access.isVolatile(user.immediate());
      case OFFSET, PHI, SELECT -> object[user.id()] == of;
      case EQ, NE, ULT, ULE -> true;
      default -> false;
    };
  }

  // ------------------------------------------------------------------ questions

  /** The slot or symbol that the pointer leads into, or null if that is not known. */
  public @Nullable Node object(Node pointer) {
    if (pointer.id() < object.length) {
      Node known = object[pointer.id()];
      if (known != null || kind[pointer.id()] == ELSEWHERE) {
        return known;
      }
    }
    // Made since; what it was made from is most often known.
    Node at = pointer;
    while (at.op() == Op.OFFSET && (at.immediate() & Op.IN_BOUNDS) != 0) {
      at = at.value(0);
      if (at.id() < object.length) {
        return object[at.id()];
      }
    }
    return at.op() == Op.SYMBOL || at.op() == Op.STACK_SLOT ? at : null;
  }

  /** Whether the object is a slot that only accesses of its own origin can reach. */
  public boolean isPrivate(@Nullable Node of) {
    return of != null && of.op() == Op.STACK_SLOT && of.id() < exposed.length && !exposed[of.id()];
  }

  /** Whether {@code size} bytes at {@code a} and {@code otherSize} bytes at {@code b} are apart. */
  public boolean areDisjoint(Node a, long size, Node b, long otherSize) {
    if (a == b) {
      return false;
    }
    Node of = object(a);
    Node otherOf = object(b);
    if (of != otherOf) {
      if (of != null && otherOf != null) {
        return true;
      }
      if (isPrivate(of) || isPrivate(otherOf)) {
        return true;
      }
    }
    return Aliasing.areDisjoint(a, size, b, otherSize);
  }
}
