package dev.sargasso.ir.build;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Type;

/**
 * The variables of a function that is being built: from the reads and writes of each block, in
 * program order, to values and phis.
 *
 * <p>Memory classes are variables of type MEM, mapped to numbers when first touched.
 */
sealed interface Variables permits OnDemandVariables, FrontierVariables {
  /** Declares a variable; numbers ascend from 0. */
  int declare(Type type);

  /** The value of a variable at this place of {@code block}, which is the current one. */
  Node read(int variable, int block);

  /** Sets the value of a variable from this place of {@code block} on. */
  void write(int variable, int block, Node value);

  /** As {@link #read}, for memory of a class. */
  Node readMemory(int aliasClass, int block);

  /** As {@link #write}, for memory of a class. */
  void writeMemory(int aliasClass, int block, Node token);

  /** All predecessors of {@code block} are known. */
  void seal(int block);

  /** All blocks are sealed and complete; every value returned by a read is replaced if need be. */
  void finish();

  /** Number of phis made so far. */
  long phiCount();

  /** Number of these that have been replaced, since they stood for one value. */
  long removedCount();
}
