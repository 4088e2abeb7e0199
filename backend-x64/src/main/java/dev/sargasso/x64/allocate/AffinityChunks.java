package dev.sargasso.x64.allocate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;

/**
 * Sets of values that would best all share a register and of which no two interfere: along
 * affinities, the most important first, chunks are united unless something in one interferes with
 * something in the other (Hack and Goos, "Copy Coalescing by Graph Recoloring", 2008, section 4).
 */
final class AffinityChunks {
  private static final class Chunk {
    private final int[] members;
    private final double weight;
    private final int number;

    Chunk(final int[] members, final double weight, final int number) {
      this.members = members;
      this.weight = weight;
      this.number = number;
    }
  }

  private final int[] firstNeighbour;
  private final int[] neighbour;
  private final double[] vertexWeight;
  private final int[] chunkOf;
  private final int[] nextMember;
  private final int[] lastMember;
  private final int[] degree;
  private long steps;
  private int made;
  private final PriorityQueue<Chunk> queue =
      new PriorityQueue<>(
          Comparator.comparingDouble((Chunk chunk) -> -chunk.weight)
              .thenComparingInt(chunk -> chunk.number));

  /**
   * Gathers all chunks.
   *
   * @param most at most about so many neighbours are looked at; then the rest stays apart
   */
  AffinityChunks(
      final int[] firstNeighbour,
      final int[] neighbour,
      final int[] one,
      final int[] other,
      final float[] weight,
      final long most) {
    this.firstNeighbour = firstNeighbour;
    this.neighbour = neighbour;
    final int count = firstNeighbour.length - 1;
    vertexWeight = new double[count];
    chunkOf = new int[count];
    Arrays.setAll(chunkOf, vertex -> vertex);
    lastMember = chunkOf.clone();
    nextMember = new int[count];
    Arrays.fill(nextMember, -1);
    degree = new int[count];
    Arrays.setAll(degree, vertex -> firstNeighbour[vertex + 1] - firstNeighbour[vertex]);
    final List<Integer> order = new ArrayList<>();
    for (int index = 0; index < one.length; index++) {
      order.add(index);
      vertexWeight[one[index]] += weight[index];
      vertexWeight[other[index]] += weight[index];
    }
    order.sort(Comparator.comparingDouble(index -> -weight[index]));
    for (final int index : order) {
      if (steps < most) {
        unite(chunkOf[one[index]], chunkOf[other[index]]);
      }
    }
    for (int vertex = 0; vertex < count; vertex++) {
      if (chunkOf[vertex] == vertex && nextMember[vertex] >= 0) {
        add(members(vertex));
      }
    }
  }

  /** How many neighbours were looked at. */
  long steps() {
    return steps;
  }

  /** Takes the chunk out whose affinities weigh most; empty if there is none. */
  int[] heaviest() {
    final Chunk chunk = queue.poll();
    return chunk == null ? new int[0] : chunk.members;
  }

  /** Puts back those members of a chunk that satisfy a condition, if they are fewer than all. */
  void addRest(final int[] members, final IntPredicate condition) {
    final int[] rest = Arrays.stream(members).filter(condition).toArray();
    if (rest.length > 1 && rest.length < members.length) {
      add(rest);
    }
  }

  private void add(final int[] members) {
    double sum = 0;
    for (final int member : members) {
      sum += vertexWeight[member];
    }
    queue.add(new Chunk(members, sum, made++));
  }

  private int[] members(final int first) {
    final IntList members = new IntList();
    for (int member = first; member >= 0; member = nextMember[member]) {
      members.add(member);
    }
    final int[] array = new int[members.size()];
    Arrays.setAll(array, members::get);
    return array;
  }

  private void unite(final int first, final int second) {
    if (first == second) {
      return;
    }
    final int small = degree[first] < degree[second] ? first : second;
    final int large = small == first ? second : first;
    for (int member = small; member >= 0; member = nextMember[member]) {
      steps += firstNeighbour[member + 1] - firstNeighbour[member];
      for (int place = firstNeighbour[member]; place < firstNeighbour[member + 1]; place++) {
        if (chunkOf[neighbour[place]] == large) {
          return;
        }
      }
    }
    for (int member = small; member >= 0; member = nextMember[member]) {
      chunkOf[member] = large;
    }
    nextMember[lastMember[large]] = small;
    lastMember[large] = lastMember[small];
    degree[large] += degree[small];
  }
}
