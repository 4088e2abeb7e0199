package dev.sargasso.passes.alias;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The object that each pointer leads into, if that is one slot, one symbol, or one that a call has
 * made; and which slots and made objects are private: nobody but the accesses of this function,
 * through pointers of that origin, and calls that are given one of these can reach them.
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

  /** By id of a slot's node, or of the result of a call that makes an object. */
  private final boolean[] exposed;

  /** The same: whether a call is given such a pointer, though it does not keep it. */
  private final boolean[] passed;

  private Origins(Graph graph) {
    this.graph = graph;
    kind = new byte[graph.idLimit()];
    object = new Node[graph.idLimit()];
    exposed = new boolean[graph.idLimit()];
    passed = new boolean[graph.idLimit()];
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
            case PROJECTION -> isFresh(node) ? OBJECT : ELSEWHERE;
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

  /** Whether the node is the address of an object that a call has made. */
  private static boolean isFresh(Node projection) {
    return projection.immediate() == 2
        && projection.input(0).op() == Op.CALL
        && CallFacts.has(projection.input(0), CallFacts.FRESH);
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

  /**
   * An object is exposed once an address in it goes anywhere but into accesses, comparisons, and
   * calls that do not keep it.
   */
  private void expose() {
    for (int id = 0; id < kind.length; id++) {
      Node pointer = graph.node(id);
      Node of = object[id];
      if (pointer == null || of == null || of.op() == Op.SYMBOL || exposed[of.id()]) {
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
      case CALL -> {
        passed[of.id()] = true;
        yield isOnlyLent(user, slot);
      }
      default -> false;
    };
  }

  /** Whether the callee does not keep the pointer in an input of the call. */
  private static boolean isOnlyLent(Node call, int slot) {
    if (!(call.attribute() instanceof CallDescriptor descriptor)) {
      return false;
    }
    int argument = slot - Op.CALL.firstValue() - (descriptor.isIndirect() ? 1 : 0);
    return argument >= 0
        && (CallFacts.has(call, CallFacts.NO_CAPTURE) || isByValue(descriptor, argument));
  }

  private static boolean isByValue(CallDescriptor descriptor, int argument) {
    List<Signature.Parameter> parameters = descriptor.signature().parameters();
    return argument < parameters.size() && parameters.get(argument).isByValue();
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

  /**
   * Whether the object is a slot, or was made by a call, and only accesses of its own origin and
   * calls that are given such a pointer can reach it.
   */
  public boolean isPrivate(@Nullable Node of) {
    return of != null && of.op() != Op.SYMBOL && of.id() < exposed.length && !exposed[of.id()];
  }

  /** Whether some call is given a pointer into the object. */
  public boolean isPassed(Node of) {
    return of.id() >= passed.length || passed[of.id()];
  }

  /** Whether the callee of {@code call} may change what is at {@code address}. */
  public boolean mayBeWritten(Node call, Node address) {
    return !CallFacts.has(call, CallFacts.NO_WRITES) && mayBeReached(call, address);
  }

  /** Whether the callee of {@code call} may depend on what is at {@code address}. */
  public boolean mayBeRead(Node call, Node address) {
    return (!CallFacts.has(call, CallFacts.NO_READS) || passesByValue(call))
        && mayBeReached(call, address);
  }

  /** Whether an argument is an aggregate, which is read on the way into the callee. */
  private static boolean passesByValue(Node call) {
    if (call.attribute() instanceof CallDescriptor descriptor) {
      List<Signature.Parameter> parameters = descriptor.signature().parameters();
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i).isByValue()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean mayBeReached(Node call, Node address) {
    Node of = object(address);
    boolean isPrivate = isPrivate(of);
    if (!isPrivate && !CallFacts.has(call, CallFacts.ARGUMENTS_ONLY)) {
      return true;
    }
    for (int i = 0; i < call.valueCount(); i++) {
      Node argument = call.value(i);
      if (argument.type() != Type.PTR || argument.isConstant(0)) {
        continue;
      }
      Node passedObject = object(argument);
      if (isPrivate
          ? passedObject == of
          : of == null || passedObject == null || passedObject == of) {
        return true;
      }
    }
    return false;
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
