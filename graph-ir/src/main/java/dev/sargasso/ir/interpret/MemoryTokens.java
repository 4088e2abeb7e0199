package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.eclipse.collections.impl.map.mutable.primitive.LongIntHashMap;

/**
 * The states of memory of a function: a token is a pinned definition together with an alias class.
 * MEMORY_PART and MEMORY_MERGE only select among them, so they are seen through here.
 */
final class MemoryTokens {
  static final int NONE = -1;

  private final Graph graph;
  private final LongIntHashMap numbers = new LongIntHashMap();

  /** For each token what defines it; START for an initial state. */
  private Node[] definitions = new Node[16];

  private int[] classes = new int[16];
  private int count;

  MemoryTokens(Graph graph) {
    this.graph = graph;
  }

  int count() {
    return count;
  }

  /** The STORE, CALL, PHI or the like that defines a token; START for an initial state. */
  Node definition(int token) {
    return definitions[token];
  }

  int aliasClass(int token) {
    return classes[token];
  }

  /** The token of a definition and class, or NONE if nothing has asked for it. */
  int find(Node definition, int aliasClass) {
    return numbers.getIfAbsent(key(definition, aliasClass), NONE);
  }

  private static long key(Node definition, int aliasClass) {
    return ((long) definition.id() << 16) | aliasClass;
  }

  private int number(Node definition, int aliasClass) {
    long key = key(definition, aliasClass);
    int known = numbers.getIfAbsent(key, NONE);
    if (known != NONE) {
      return known;
    }
    if (count == definitions.length) {
      definitions = Arrays.copyOf(definitions, 2 * count);
      classes = Arrays.copyOf(classes, 2 * count);
    }
    definitions[count] = definition;
    classes[count] = aliasClass;
    numbers.put(key, count);
    return count++;
  }

  /** The token for class {@code aliasClass} in the state that the MEM node {@code state} is. */
  int resolve(Node state, int aliasClass) {
    Node at = state;
    int wanted = aliasClass;
    while (true) {
      switch (at.op()) {
        case MEMORY_PART -> {
          wanted = (int) at.immediate();
          at = at.input(0);
        }
        case MEMORY_MERGE -> at = mergeInput(at, wanted);
        case INITIAL_MEMORY -> {
          return number(graph.start(), wanted);
        }
        case PROJECTION -> {
          Node tuple = at.input(0);
          if (tuple.op() == Op.CALL || Access.aliasClass(tuple.immediate()) == wanted) {
            return number(tuple, wanted);
          }
          at = tuple.memory();
        }
        case STORE, MEMORY_COPY, MEMORY_FILL -> {
          if (Access.aliasClass(at.immediate()) == wanted) {
            return number(at, wanted);
          }
          at = at.memory();
        }
        case PHI -> {
          return number(at, wanted);
        }
        default -> throw new IllegalStateException(at + " (" + at.op().text() + ") is no memory");
      }
    }
  }

  private static Node mergeInput(Node merge, int aliasClass) {
    if (aliasClass != 0) {
      for (int i = 1; i < merge.inputCount(); i++) {
        if (classOf(merge.input(i)) == aliasClass) {
          return merge.input(i);
        }
      }
    }
    return merge.input(0);
  }

  /** The class of the state that a MEM node is; 0 for a state of everything. */
  static int classOf(Node state) {
    return switch (state.op()) {
      case MEMORY_PART, INITIAL_MEMORY, PHI -> (int) state.immediate();
      case STORE, MEMORY_COPY, MEMORY_FILL -> Access.aliasClass(state.immediate());
      case PROJECTION ->
          state.input(0).attribute() instanceof CallDescriptor
              ? 0
              : Access.aliasClass(state.input(0).immediate());
      default -> 0;
    };
  }

  /** Whether the node is a phi of memory. */
  static boolean isMemoryPhi(Node node) {
    return node.op() == Op.PHI && node.type() == Type.MEM;
  }
}
