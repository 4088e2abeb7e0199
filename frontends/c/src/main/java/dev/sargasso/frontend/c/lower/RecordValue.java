package dev.sargasso.frontend.c.lower;

import dev.sargasso.ir.graph.Node;
import java.util.List;

/** The value of a structure or union. */
sealed interface RecordValue {
  /** What memory holds from an address on, until it is changed. */
  record InMemory(Node address, long access) implements RecordValue {}

  /** The values of the parts. */
  record InNodes(Parts parts, List<Node> values) implements RecordValue {}
}
