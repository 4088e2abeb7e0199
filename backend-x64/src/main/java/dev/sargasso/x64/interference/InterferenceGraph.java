package dev.sargasso.x64.interference;

import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Which values of a machine function are alive together.
 *
 * <p>Vertices are the virtual registers that exist at some point, numbered densely in an order of
 * definition in which a dominating definition comes first. Two interfere if they are of the same
 * class and both alive behind one definition; constraints of operands are not looked at. So the
 * neighbours of a value that are <em>earlier</em> than it are those alive where it is defined, and
 * all of these interfere with each other.
 */
public final class InterferenceGraph {
  /** Functions with more interferences than this are refused. */
  public static final int MAXIMUM_EDGES = 50_000_000;

  private final int[] register;
  private final int[] vertexOf;
  private final byte[] classOf;
  private final int[] earlierStart;
  private final int[] earlier;
  private final int[] laterStart;
  private final int[] later;

  /**
   * A graph.
   *
   * @param register the virtual register of each vertex
   * @param classOf the register class of each vertex
   * @param earlierStart where the earlier neighbours of each vertex begin in {@code earlier}, and
   *     at the end where the last ones end
   * @param earlier the earlier neighbours, ascending for each vertex
   * @param registers how many virtual registers the function has
   */
  InterferenceGraph(
      final int[] register,
      final byte[] classOf,
      final int[] earlierStart,
      final int[] earlier,
      final int registers) {
    this.register = register;
    this.classOf = classOf;
    this.earlierStart = earlierStart;
    this.earlier = earlier;
    vertexOf = new int[registers];
    Arrays.fill(vertexOf, -1);
    laterStart = new int[register.length + 1];
    for (int vertex = 0; vertex < register.length; vertex++) {
      vertexOf[register[vertex]] = vertex;
    }
    for (final int vertex : earlier) {
      laterStart[vertex + 1]++;
    }
    for (int vertex = 0; vertex < register.length; vertex++) {
      laterStart[vertex + 1] += laterStart[vertex];
    }
    later = new int[earlier.length];
    final int[] next = Arrays.copyOf(laterStart, register.length);
    for (int vertex = 0; vertex < register.length; vertex++) {
      for (int place = earlierStart[vertex]; place < earlierStart[vertex + 1]; place++) {
        later[next[earlier[place]]++] = vertex;
      }
    }
  }

  /**
   * The graph of a function. Linear in the function and in the number of interferences.
   *
   * @throws IllegalArgumentException if it has more than {@link #MAXIMUM_EDGES} interferences
   */
  public static InterferenceGraph of(final MachineFunction function) {
    return new InterferenceBuilder(function).build();
  }

  /** How many vertices there are. */
  public int count() {
    return register.length;
  }

  /** How many pairs of vertices interfere. */
  public int edgeCount() {
    return earlier.length;
  }

  /** The virtual register that a vertex stands for. */
  public int register(final int vertex) {
    return register[vertex];
  }

  /** The class of registers that a vertex wants: {@link PhysicalRegister#classOf}. */
  public int registerClass(final int vertex) {
    return classOf[vertex];
  }

  /** The vertex of a virtual register, or -1 if it exists nowhere. */
  public int vertexOf(final int virtualRegister) {
    return vertexOf[virtualRegister];
  }

  /** How many neighbours of a vertex are defined before it. */
  public int earlierCount(final int vertex) {
    return earlierStart[vertex + 1] - earlierStart[vertex];
  }

  /** One of the neighbours that are defined before a vertex; they ascend. */
  public int earlier(final int vertex, final int index) {
    return earlier[earlierStart[vertex] + index];
  }

  /** How many neighbours a vertex has. */
  public int degree(final int vertex) {
    return earlierCount(vertex) + laterStart[vertex + 1] - laterStart[vertex];
  }

  /** One of the neighbours of a vertex; they ascend. */
  public int neighbour(final int vertex, final int index) {
    final int before = earlierCount(vertex);
    return index < before ? earlier(vertex, index) : later[laterStart[vertex] + index - before];
  }

  /** Whether two vertices interfere; logarithmic in the number of neighbours. */
  public boolean interferes(final int one, final int other) {
    final int first = Math.min(one, other);
    final int second = Math.max(one, other);
    return Arrays.binarySearch(earlier, earlierStart[second], earlierStart[second + 1], first) >= 0;
  }

  /**
   * A largest set of vertices of a class of which all interfere with each other, ascending: the
   * values that are alive together where most are. Empty if the class has no vertex. It is the
   * largest clique of the graph because the graph is chordal, which {@link
   * EliminationOrder#firstViolation} checks.
   */
  public int[] maximumClique(final int registerClass) {
    int best = -1;
    for (int vertex = 0; vertex < register.length; vertex++) {
      if (classOf[vertex] == registerClass
          && (best < 0 || earlierCount(vertex) > earlierCount(best))) {
        best = vertex;
      }
    }
    if (best < 0) {
      return new int[0];
    }
    final int[] clique =
        Arrays.copyOfRange(earlier, earlierStart[best], earlierStart[best + 1] + 1);
    clique[clique.length - 1] = best;
    return clique;
  }

  /**
   * A colour from 0 for each vertex: the lowest that no earlier neighbour has. In order of
   * definition that takes as few colours as there can be, namely as many as the largest clique has
   * vertices.
   */
  public int[] colours() {
    final int[] colour = new int[register.length];
    final int[] takenBy = new int[register.length + 1];
    Arrays.fill(takenBy, -1);
    for (int vertex = 0; vertex < register.length; vertex++) {
      for (int index = 0; index < earlierCount(vertex); index++) {
        takenBy[colour[earlier(vertex, index)]] = vertex;
      }
      while (takenBy[colour[vertex]] == vertex) {
        colour[vertex]++;
      }
    }
    return colour;
  }
}
