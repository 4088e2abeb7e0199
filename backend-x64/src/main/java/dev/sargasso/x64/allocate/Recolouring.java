package dev.sargasso.x64.allocate;

import java.util.Arrays;

/**
 * Improves a colouring by recolouring, after Hack and Goos, "Copy Coalescing by Graph Recoloring"
 * (2008): values that would best share a register are gathered in chunks, and chunk by chunk each
 * register is tried for all of its members, where neighbours that are in the way get another
 * register, and their neighbours in turn, to a limited depth. What does not make the whole cheaper
 * is undone.
 *
 * <p>Its time is not linear, which is why there is a budget of steps; when that is used up, the
 * rest stays as it was. The graph need not be chordal and the colours given need not be right: what
 * is done never adds a conflict among the values that it changes.
 */
final class Recolouring {
  /** Neighbours of neighbours are moved out of the way to this depth. */
  private static final int DEPTH = 7;

  /** Registers tried for a neighbour that is in the way. */
  private static final int TRIES = 3;

  /** Registers are counted within their class. */
  private static final int COLOURS = 16;

  /** What it costs that a vertex has a colour. */
  interface Penalty {
    float of(int vertex, int colour);
  }

  private final int[] firstNeighbour;
  private final int[] neighbour;
  private final int[] allowed;
  private final int[] colour;
  private final Penalty penalty;

  private final int[] one;
  private final int[] other;
  private final float[] weight;
  private final int[] firstAffinity;
  private final int[] affinity;

  /** Vertices that the current attempt has changed, and what they were before. */
  private final int[] changed;

  private final int[] before;
  private int changedCount;
  private final boolean[] isChanged;

  private long budget;

  /**
   * @param firstNeighbour where the neighbours of each vertex start, and at the end where they end
   * @param neighbour neighbours, each edge from both sides
   * @param allowed the set of colours that each vertex may have
   * @param colour a colour for each vertex, to be improved
   * @param penalty the cost of colours, in copies executed
   * @param one one end of each affinity
   * @param other the other end
   * @param weight what it costs, in copies executed, that the ends have different colours
   */
  Recolouring(
      final int[] firstNeighbour,
      final int[] neighbour,
      final int[] allowed,
      final int[] colour,
      final Penalty penalty,
      final int[] one,
      final int[] other,
      final float[] weight) {
    this.firstNeighbour = firstNeighbour;
    this.neighbour = neighbour;
    this.allowed = allowed;
    this.colour = colour;
    this.penalty = penalty;
    this.one = one;
    this.other = other;
    this.weight = weight;
    final int count = colour.length;
    changed = new int[count];
    before = new int[count];
    isChanged = new boolean[count];
    firstAffinity = new int[count + 1];
    for (int index = 0; index < one.length; index++) {
      firstAffinity[one[index] + 1]++;
      firstAffinity[other[index] + 1]++;
    }
    for (int vertex = 0; vertex < count; vertex++) {
      firstAffinity[vertex + 1] += firstAffinity[vertex];
    }
    affinity = new int[2 * one.length];
    final int[] next = Arrays.copyOf(firstAffinity, count);
    for (int index = 0; index < one.length; index++) {
      affinity[next[one[index]]++] = index;
      affinity[next[other[index]]++] = index;
    }
  }

  /**
   * Improves the colours given.
   *
   * @param steps at most about so many neighbours are looked at
   */
  void run(final long steps) {
    budget = steps;
    final AffinityChunks chunks =
        new AffinityChunks(firstNeighbour, neighbour, one, other, weight, steps / 4);
    budget -= chunks.steps();
    while (budget > 0) {
      final int[] chunk = chunks.heaviest();
      if (chunk.length < 2) {
        return;
      }
      final int best = bestColour(chunk);
      if (best < 0) {
        continue;
      }
      attempt(chunk, best);
      changedCount = release(changedCount);
      chunks.addRest(chunk, vertex -> colour[vertex] != best);
    }
  }

  /** What all affinities and penalties cost with the present colours. */
  double cost() {
    double sum = 0;
    for (int vertex = 0; vertex < colour.length; vertex++) {
      sum += penalty.of(vertex, colour[vertex]);
    }
    for (int index = 0; index < one.length; index++) {
      sum += colour[one[index]] == colour[other[index]] ? 0 : weight[index];
    }
    return sum;
  }

  /**
   * The colour that helps most when all members of a chunk get it that can, or -1 if none helps.
   */
  private int bestColour(final int[] chunk) {
    int best = -1;
    double most = 1e-6;
    for (int candidate = 0; candidate < COLOURS && budget > 0; candidate++) {
      if (((allowed[chunk[0]] >>> candidate) & 1) == 0) {
        continue;
      }
      attempt(chunk, candidate);
      final double gain = gain();
      undo(0);
      if (gain > most) {
        most = gain;
        best = candidate;
      }
    }
    return budget > 0 ? best : -1;
  }

  private void attempt(final int[] chunk, final int candidate) {
    for (final int vertex : chunk) {
      final int mark = changedCount;
      if (!give(vertex, candidate, 0)) {
        undo(mark);
      }
    }
  }

  /** Gives a vertex a colour and others what they need for that; false if it cannot be. */
  private boolean give(final int vertex, final int wanted, final int depth) {
    if (isChanged[vertex]) {
      return colour[vertex] == wanted;
    }
    if (((allowed[vertex] >>> wanted) & 1) == 0) {
      return false;
    }
    change(vertex, wanted);
    for (int place = firstNeighbour[vertex]; place < firstNeighbour[vertex + 1]; place++) {
      budget--;
      final int beside = neighbour[place];
      if (colour[beside] == wanted && !moveAway(beside, wanted, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  /** Gives a vertex any colour but one, best one that few of its neighbours have. */
  private boolean moveAway(final int vertex, final int not, final int depth) {
    if (isChanged[vertex] || depth > DEPTH || budget < 0) {
      return false;
    }
    // A neighbour that has been changed for the same attempt cannot be moved away again.
    final int[] conflicts = new int[COLOURS];
    for (int place = firstNeighbour[vertex]; place < firstNeighbour[vertex + 1]; place++) {
      budget--;
      final int beside = neighbour[place];
      conflicts[colour[beside]] += isChanged[beside] ? colour.length : 1;
    }
    int tried = 1 << not | ~allowed[vertex];
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int best = -1;
      for (int candidate = 0; candidate < COLOURS; candidate++) {
        if (((tried >>> candidate) & 1) == 0
            && (best < 0
                || conflicts[candidate] < conflicts[best]
                || (conflicts[candidate] == conflicts[best]
                    && penalty.of(vertex, candidate) < penalty.of(vertex, best)))) {
          best = candidate;
        }
      }
      if (best < 0 || conflicts[best] >= colour.length) {
        return false;
      }
      final int mark = changedCount;
      if (give(vertex, best, depth)) {
        return true;
      }
      undo(mark);
      tried |= 1 << best;
    }
    return false;
  }

  private void change(final int vertex, final int wanted) {
    before[vertex] = colour[vertex];
    colour[vertex] = wanted;
    isChanged[vertex] = true;
    changed[changedCount++] = vertex;
  }

  private void undo(final int mark) {
    while (changedCount > mark) {
      final int vertex = changed[--changedCount];
      colour[vertex] = before[vertex];
      isChanged[vertex] = false;
    }
  }

  /** Makes changes final. */
  private int release(final int count) {
    for (int index = 0; index < count; index++) {
      isChanged[changed[index]] = false;
    }
    return 0;
  }

  /** How much cheaper all is by the changes of the current attempt. */
  private double gain() {
    double gain = 0;
    for (int index = 0; index < changedCount; index++) {
      final int vertex = changed[index];
      gain += penalty.of(vertex, before[vertex]) - penalty.of(vertex, colour[vertex]);
      for (int place = firstAffinity[vertex]; place < firstAffinity[vertex + 1]; place++) {
        final int each = affinity[place];
        final int beside = one[each] == vertex ? other[each] : one[each];
        if (isChanged[beside] && beside < vertex) {
          continue; // counted on its side
        }
        final int was = isChanged[beside] ? before[beside] : colour[beside];
        gain += before[vertex] == was ? 0 : weight[each];
        gain -= colour[vertex] == colour[beside] ? 0 : weight[each];
      }
    }
    return gain;
  }
}
