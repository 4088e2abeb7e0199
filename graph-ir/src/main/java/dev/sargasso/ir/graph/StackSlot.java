package dev.sargasso.ir.graph;

/**
 * An object in the frame of one activation. Slots are compared by identity: two slots of equal size
 * are two objects.
 */
public final class StackSlot {
  private final int index;
  private final String name;
  private final int size;
  private final int alignment;

  /**
   * @param index dense number within the function
   * @param name for dumps
   * @param size in bytes, at least 1
   * @param alignment in bytes, a power of two
   */
  public StackSlot(int index, String name, int size, int alignment) {
    if (size < 1 || Integer.bitCount(alignment) != 1) {
      throw new IllegalArgumentException("stack slot of size " + size + ", alignment " + alignment);
    }
    this.index = index;
    this.name = name;
    this.size = size;
    this.alignment = alignment;
  }

  /** Dense number within the function, from 0. */
  public int index() {
    return index;
  }

  /** The name of the variable, for dumps. */
  public String name() {
    return name;
  }

  /** Size in bytes. */
  public int size() {
    return size;
  }

  /** Alignment in bytes, a power of two. */
  public int alignment() {
    return alignment;
  }

  @Override
  public String toString() {
    return name + "#" + index + ":" + size + ":" + alignment;
  }
}
