package dev.sargasso.passes.vector;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.passes.duplicate.LoopBody;
import org.jspecify.annotations.Nullable;

/**
 * What is noted of the nodes of one loop, in arrays by node id that all loops of a function share:
 * to clear them takes a step for each node of the loop, not of the function.
 */
final class Marks {
  /** The node becomes a vector. */
  final boolean[] isVector;

  final boolean[] isReduction;

  /** Bytes of a lane; of a truth value those of what was compared. */
  final int[] laneBytes;

  /** The vector, the token or the scalar that stands for the node. */
  final @Nullable Node[] images;

  Marks(int idLimit) {
    isVector = new boolean[idLimit];
    isReduction = new boolean[idLimit];
    laneBytes = new int[idLimit];
    images = new Node[idLimit];
  }

  /** Forgets what was noted of a loop. */
  void clear(LoopBody body) {
    for (int i = 0; i < body.size(); i++) {
      int id = body.member(i).id();
      isVector[id] = false;
      isReduction[id] = false;
      laneBytes[id] = 0;
      images[id] = null;
    }
  }
}
