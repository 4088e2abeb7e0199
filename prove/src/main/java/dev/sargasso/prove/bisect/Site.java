package dev.sargasso.prove.bisect;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.program.Position;

/**
 * A change that was made, for people.
 *
 * @param pass the first pass that made it
 * @param function in which, empty if it was made while the function was being built
 * @param change what was done, such as the name of a rule
 * @param node as text: its number and operation
 * @param position of the node, packed; 0 for none
 * @param hash that tells sites apart, in all passes alike
 */
public record Site(
    String pass, String function, String change, String node, int position, long hash) {
  /** A few words. */
  public String text() {
    return "%s at %s in %s, pass %s%s"
        .formatted(
            change,
            node,
            function.isEmpty() ? "a function" : function,
            pass,
            position == Position.NONE
                ? ""
                : ", line " + Position.line(position) + " column " + Position.column(position));
  }

  /**
   * What tells one site from others: the change, the place in the source, and the operations at and
   * right above the node. Neither its number nor the pass, which depend on what happened before.
   */
  static long hash(String change, Node node) {
    long hash = mix(change.hashCode(), node.position());
    hash = mix(hash, shape(node));
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.inputOrNull(i);
      hash = mix(hash, input == null ? 0 : shape(input));
    }
    return hash;
  }

  private static long shape(Node node) {
    long hash = mix(node.op().ordinal(), node.type().ordinal());
    return mix(hash, node.isConstant() ? node.immediate() : 0);
  }

  /** As in SplitMix64. */
  private static long mix(long hash, long more) {
    long z = (hash ^ more) + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
