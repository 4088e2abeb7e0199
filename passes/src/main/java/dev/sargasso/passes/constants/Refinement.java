package dev.sargasso.passes.constants;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * What conditions add to constant propagation: some phis of regions with one way in stand for their
 * input where a condition is known, and have narrower stamps than it.
 */
public interface Refinement {
  /** Whether the phi is one of these. */
  boolean refines(Node phi);

  /**
   * What the phi can be where control comes to it. All that the condition is computed from has a
   * stamp then.
   *
   * @param stamp that of its input; null for nothing
   * @return null for nothing; empty if the condition cannot hold as far as is known by now
   */
  @Nullable Stamp refined(Node phi, @Nullable Stamp stamp);

  /** An entry for {@link #dependent}; -1 if there is none. */
  int firstDependent(Node node);

  /** The entry behind {@code entry}; -1 if there is none. */
  int nextDependent(int entry);

  /** A phi that is to be refined anew when {@code node} of {@link #firstDependent} changes. */
  Node dependent(int entry);

  /** Puts a constant in the place of a phi that is always this, where that pays. */
  void become(Node phi, Node constant);
}
