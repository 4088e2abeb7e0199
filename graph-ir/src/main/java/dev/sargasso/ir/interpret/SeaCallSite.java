package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;
import org.eclipse.collections.impl.set.mutable.primitive.IntHashSet;

/** A CALL made ready for the sea interpreter. */
final class SeaCallSite {
  final CallDescriptor descriptor;

  /** Ids of the arguments, without the address of an indirect call. */
  final int[] arguments;

  final Type[] argumentTypes;

  /** Id of the address of an indirect call, or -1. */
  final int address;

  /** For each result the id of its projection, or -1 if it has none. */
  final int[] results;

  /** For each alias class the token after the call, or NONE if nothing reads it. */
  final int[] tokens;

  /** Ids of stores and the like that make up the memory input, through merges. */
  final int[] effects;

  /** Dense number of the callee in the image once known; -2 before, -1 if there is none. */
  int callee = -2;

  SeaCallSite(Node call, MemoryTokens allTokens, int classes) {
    descriptor = (CallDescriptor) Objects.requireNonNull(call.attribute());
    int from = descriptor.isIndirect() ? 1 : 0;
    address = from == 1 ? call.value(0).id() : -1;
    arguments = new int[call.valueCount() - from];
    argumentTypes = new Type[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = call.value(from + i).id();
      argumentTypes[i] = call.value(from + i).type();
    }
    results = new int[descriptor.signature().results().size()];
    Arrays.fill(results, -1);
    for (int i = 0; i < call.useCount(); i++) {
      Node user = call.user(i);
      if (user.op() == Op.PROJECTION && user.immediate() >= 2) {
        results[(int) user.immediate() - 2] = user.id();
      }
    }
    tokens = new int[classes];
    for (int k = 0; k < classes; k++) {
      tokens[k] = allTokens.find(call, k);
    }
    effects = findEffects(call.memory());
  }

  private static int[] findEffects(Node state) {
    ArrayDeque<Node> work = new ArrayDeque<>();
    IntHashSet seen = new IntHashSet();
    IntArrayList found = new IntArrayList();
    work.push(state);
    while (!work.isEmpty()) {
      Node at = work.pop();
      if (!seen.add(at.id())) {
        continue;
      }
      switch (at.op()) {
        case MEMORY_MERGE, MEMORY_PART -> {
          for (int i = 0; i < at.inputCount(); i++) {
            work.push(at.input(i));
          }
        }
        case STORE, MEMORY_COPY, MEMORY_FILL -> found.add(at.id());
        case PROJECTION -> {
          if (at.input(0).op() == Op.VOLATILE_LOAD) {
            found.add(at.input(0).id());
          }
        }
        default -> {}
      }
    }
    return found.toArray();
  }
}
