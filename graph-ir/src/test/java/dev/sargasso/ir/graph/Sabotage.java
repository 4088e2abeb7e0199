package dev.sargasso.ir.graph;

import java.lang.reflect.Field;

/** Breaks graphs in ways that their own methods do not allow. */
public final class Sabotage {
  private Sabotage() {}

  /** Exchanges an input without telling the value-numbering table. */
  public static void replaceInput(Node node, int slot, Node input) {
    node.replaceInput(slot, input);
  }

  /** Removes an input without telling anyone. */
  public static void removeInput(Node node, int slot) {
    node.removeInput(slot);
  }

  /** Adds an input that an operation of fixed arity must not have. */
  public static void appendInput(Node node, Node input) {
    node.appendInput(input);
  }

  /** Marks a node as dead but leaves it where it is. */
  public static void markDead(Node node) {
    node.die(null);
  }

  /** Forgets the last use of a node. */
  public static void forgetUse(Node node) {
    setUseCount(node, node.useCount() - 1);
  }

  private static void setUseCount(Node node, int count) {
    try {
      Field field = Node.class.getDeclaredField("useCount");
      field.setAccessible(true);
      field.setInt(node, count);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
