package dev.sargasso.ir.graph;

/** Learns which nodes may now simplify, so that a worklist revisits exactly those. */
public interface ChangeListener {
  /** Hears nothing. */
  ChangeListener NONE =
      new ChangeListener() {
        @Override
        public void inputChanged(Node node) {}

        @Override
        public void useRemoved(Node node) {}
      };

  /** An input of {@code node} is another node than before. */
  void inputChanged(Node node);

  /** {@code node} has lost a use and still has at least one. */
  void useRemoved(Node node);
}
