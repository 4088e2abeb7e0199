package dev.sargasso.visualizer.dot;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import java.io.IOException;

/** The dominator tree of the blocks as a digraph whose edges run from dominator to dominated. */
public final class DominatorDot {
  private DominatorDot() {}

  /** The digraph, named {@code name}. */
  public static String of(String name, ControlFlow flow) {
    return DotText.toString(out -> write(name, flow, out));
  }

  /**
   * Writes the digraph. Linear in the number of blocks.
   *
   * @throws IOException if {@code out} throws it
   */
  public static void write(String name, ControlFlow flow, Appendable out) throws IOException {
    Dominators dominators = flow.dominators();
    DotText dot = new DotText(out, name);
    dot.statement("node [shape=box, fontname=\"monospace\", fontsize=10]");
    for (int block = 0; block < flow.count(); block++) {
      dot.statement(
          "b" + block + " [label=" + DotText.quoted(ScheduleDot.title(flow, block)) + "]");
    }
    for (int block = 1; block < flow.count(); block++) {
      dot.statement("b" + dominators.immediateDominator(block) + " -> b" + block);
    }
    dot.end();
  }
}
