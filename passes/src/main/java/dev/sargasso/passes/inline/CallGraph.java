package dev.sargasso.passes.inline;

import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who calls whom by name in a program. Functions are ints in order of definition. A picture of the
 * moment: it does not follow later changes. Linear in the size of all graphs.
 */
public final class CallGraph {
  private final List<Function> functions;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final int[][] callees;
  private final int[] callCounts;
  private final int[][] references;
  private final boolean[] referred;
  private final Components components;

  private CallGraph(Program program) {
    functions = new ArrayList<>(program.functions());
    int count = functions.size();
    for (int i = 0; i < count; i++) {
      numbers.put(functions.get(i).name(), i);
    }
    callees = new int[count][];
    references = new int[count][];
    callCounts = new int[count];
    referred = new boolean[count];
    for (int i = 0; i < count; i++) {
      scan(i);
    }
    for (Global global : program.globals()) {
      for (Global.DataRelocation relocation : global.relocations()) {
        int function = number(relocation.symbol());
        if (function >= 0) {
          referred[function] = true;
        }
      }
    }
    components = new Components(callees);
  }

  /** The calls of {@code program} as it is now. */
  public static CallGraph of(Program program) {
    return new CallGraph(program);
  }

  private void scan(int caller) {
    Graph graph = functions.get(caller).graph();
    Ints called = new Ints();
    Ints addresses = new Ints();
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null) {
        continue;
      }
      if (node.op() == Op.CALL) {
        if (node.attribute() instanceof CallDescriptor descriptor && descriptor.symbol() != null) {
          int callee = number(descriptor.symbol());
          if (callee >= 0) {
            called.add(callee);
            callCounts[callee]++;
          }
        }
      } else if (node.op() == Op.SYMBOL && node.attribute() instanceof String symbol) {
        int function = number(symbol);
        if (function >= 0) {
          addresses.add(function);
          referred[function] = true;
        }
      }
    }
    callees[caller] = called.toArray();
    references[caller] = addresses.toArray();
  }

  /** Number of functions. */
  public int count() {
    return functions.size();
  }

  /** The function with this number. */
  public Function function(int number) {
    return functions.get(number);
  }

  /** The number of the function with this name, or -1. */
  public int number(String name) {
    Integer number = numbers.get(name);
    return number == null ? -1 : number;
  }

  /** The functions that {@code caller} calls by name, once for each call. */
  int[] callees(int caller) {
    return callees[caller];
  }

  /** The functions whose address {@code function} takes. */
  int[] references(int function) {
    return references[function];
  }

  /** Whether the address of {@code function} is taken, in code or in the contents of a global. */
  public boolean isReferred(int function) {
    return referred[function];
  }

  /** How many calls there are of {@code callee} by name. */
  public int callCount(int callee) {
    return callCounts[callee];
  }

  /** The strongly connected component of a function. */
  public int component(int function) {
    return components.component(function);
  }

  /** Whether a function may call itself, by way of others of this program or at once. */
  public boolean isRecursive(int function) {
    return components.isCyclic(components.component(function));
  }

  /**
   * The components, level by level: what a component calls outside of itself lies on lower levels,
   * so that components of one level may be worked on at the same time.
   *
   * @return for each level the components, each a list of functions in order of definition
   */
  public List<List<int[]>> levels() {
    return components.levels();
  }

  /** A growing list of ints. */
  static final class Ints {
    private int[] values = new int[8];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
