package dev.sargasso.ir.build;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Numbers variables and memory classes together, and knows the type of each. */
final class VariableTypes {
  private Type[] types = new Type[16];
  private int[] aliasClasses = new int[16];
  private int count;
  private int[] memoryVariables = new int[0];

  int declare(Type type) {
    return declare(type, 0);
  }

  private int declare(Type type, int aliasClass) {
    if (count == types.length) {
      types = Arrays.copyOf(types, 2 * count);
      aliasClasses = Arrays.copyOf(aliasClasses, 2 * count);
    }
    types[count] = type;
    aliasClasses[count] = aliasClass;
    return count++;
  }

  /** The variable that stands for memory of a class. */
  int memory(int aliasClass) {
    if (aliasClass >= memoryVariables.length) {
      int old = memoryVariables.length;
      memoryVariables = Arrays.copyOf(memoryVariables, Math.max(aliasClass + 1, 2 * old));
      Arrays.fill(memoryVariables, old, memoryVariables.length, -1);
    }
    if (memoryVariables[aliasClass] < 0) {
      memoryVariables[aliasClass] = declare(Type.MEM, aliasClass);
    }
    return memoryVariables[aliasClass];
  }

  int count() {
    return count;
  }

  Type type(int variable) {
    return types[variable];
  }

  /** A phi of the variable's type that has no inputs yet but its region. */
  Node emptyPhi(Graph graph, int variable, Node region) {
    return graph.makeRaw(Op.PHI, types[variable], aliasClasses[variable], null, region);
  }

  /** A phi whose inputs are all absent but its region. */
  Node phi(Graph graph, int variable, Node region, int inputs) {
    @Nullable Node[] all = new Node[1 + inputs];
    all[0] = region;
    return graph.makeRaw(Op.PHI, types[variable], aliasClasses[variable], null, all);
  }

  /** What is read where nothing has been written. */
  Node undefined(Graph graph, int variable) {
    Type type = types[variable];
    return type == Type.MEM
        ? graph.make(Op.INITIAL_MEMORY, type, aliasClasses[variable], null, graph.start())
        : graph.zero(type);
  }
}
