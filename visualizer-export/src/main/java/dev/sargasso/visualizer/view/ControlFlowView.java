package dev.sargasso.visualizer.view;

import dev.sargasso.ir.cfg.ControlFlow;
import java.util.ArrayList;
import java.util.List;

/** The blocks of a function and the ways from one to the next. */
public final class ControlFlowView extends BlockView<ControlFlowView.Way> {
  private final ControlFlow flow;

  /** A view of {@code flow}. */
  public ControlFlowView(ControlFlow flow) {
    super(flow.count());
    this.flow = flow;
  }

  /**
   * An edge.
   *
   * @param block where it starts
   * @param index which successor of the block it leads to
   */
  public record Way(int block, int index) {}

  @Override
  List<Way> incoming(Integer block) {
    List<Way> edges = new ArrayList<>();
    for (int i = 0; i < flow.predecessorCount(block); i++) {
      int from = flow.predecessor(block, i);
      // What branches leads to projections only, whose number is that of the successor.
      int index = flow.terminator(from) == null ? 0 : (int) flow.head(block).immediate();
      edges.add(new Way(from, index));
    }
    return edges;
  }

  @Override
  List<Way> outgoing(Integer block) {
    List<Way> edges = new ArrayList<>();
    for (int i = 0; i < flow.successorCount(block); i++) {
      edges.add(new Way(block, i));
    }
    return edges;
  }

  @Override
  public boolean containsEdge(Way edge) {
    return containsVertex(edge.block)
        && edge.index >= 0
        && edge.index < flow.successorCount(edge.block);
  }

  @Override
  public Integer getEdgeSource(Way edge) {
    return edge.block;
  }

  @Override
  public Integer getEdgeTarget(Way edge) {
    return flow.successor(edge.block, edge.index);
  }
}
