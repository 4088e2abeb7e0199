package dev.sargasso.visualizer.view;

import dev.sargasso.ir.cfg.LoopTree;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops of a function by their numbers, with an edge from each to those directly inside it.
 * Loops in no other loop have no edge that leads to them, so this may be several trees.
 */
public final class LoopView extends BlockView<LoopView.Inner> {
  private final LoopTree loops;

  /** A view of {@code loops}. */
  public LoopView(LoopTree loops) {
    super(loops.count());
    this.loops = loops;
  }

  /**
   * An edge.
   *
   * @param loop the loop that it leads to, from the one around it
   */
  public record Inner(int loop) {}

  @Override
  List<Inner> incoming(Integer loop) {
    return loops.parent(loop) < 0 ? List.of() : List.of(new Inner(loop));
  }

  @Override
  List<Inner> outgoing(Integer loop) {
    List<Inner> edges = new ArrayList<>();
    // What is inside a loop comes right behind it.
    for (int inner = loop + 1; inner < loops.count() && loops.encloses(loop, inner); inner++) {
      if (loops.parent(inner) == loop) {
        edges.add(new Inner(inner));
      }
    }
    return edges;
  }

  @Override
  public boolean containsEdge(Inner edge) {
    return containsVertex(edge.loop) && loops.parent(edge.loop) >= 0;
  }

  @Override
  public Integer getEdgeSource(Inner edge) {
    return loops.parent(edge.loop);
  }

  @Override
  public Integer getEdgeTarget(Inner edge) {
    return edge.loop;
  }
}
