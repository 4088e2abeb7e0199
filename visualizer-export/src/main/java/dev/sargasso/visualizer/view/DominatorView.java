package dev.sargasso.visualizer.view;

import dev.sargasso.ir.cfg.Dominators;
import java.util.ArrayList;
import java.util.List;

/** The dominator tree, with edges from each block to those that it immediately dominates. */
public final class DominatorView extends BlockView<DominatorView.Child> {
  private final Dominators dominators;

  /** A view of {@code dominators}. */
  public DominatorView(Dominators dominators) {
    super(dominators.count());
    this.dominators = dominators;
  }

  /**
   * An edge.
   *
   * @param block the block that it leads to, from its immediate dominator
   */
  public record Child(int block) {}

  @Override
  List<Child> incoming(Integer block) {
    return block == 0 ? List.of() : List.of(new Child(block));
  }

  @Override
  List<Child> outgoing(Integer block) {
    List<Child> edges = new ArrayList<>();
    for (int i = 0; i < dominators.childCount(block); i++) {
      edges.add(new Child(dominators.child(block, i)));
    }
    return edges;
  }

  @Override
  public boolean containsEdge(Child edge) {
    return edge.block > 0 && containsVertex(edge.block);
  }

  @Override
  public Integer getEdgeSource(Child edge) {
    return dominators.immediateDominator(edge.block);
  }

  @Override
  public Integer getEdgeTarget(Child edge) {
    return edge.block;
  }
}
