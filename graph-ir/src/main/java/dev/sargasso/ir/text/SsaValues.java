package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the registers of a function stand for: parallel arrays indexed by value number. */
final class SsaValues {
  private String[] names = new String[64];
  private int[] blocks = new int[64];
  private int[] offsets = new int[64];
  private @Nullable Type[] types = new Type[64];
  private @Nullable Node[] nodes = new Node[64];
  private int count;

  int add(String name, int block, int offset, @Nullable Type type) {
    if (count == names.length) {
      int capacity = 2 * count;
      names = Arrays.copyOf(names, capacity);
      blocks = Arrays.copyOf(blocks, capacity);
      offsets = Arrays.copyOf(offsets, capacity);
      types = Arrays.copyOf(types, capacity);
      nodes = Arrays.copyOf(nodes, capacity);
    }
    names[count] = name;
    blocks[count] = block;
    offsets[count] = offset;
    types[count] = type;
    return count++;
  }

  int count() {
    return count;
  }

  String name(int value) {
    return names[value];
  }

  int block(int value) {
    return blocks[value];
  }

  int offset(int value) {
    return offsets[value];
  }

  /** Null while it is not known, or if its definition was in error. */
  @Nullable Type type(int value) {
    return types[value];
  }

  @Nullable Node node(int value) {
    return nodes[value];
  }

  void define(int value, Type type, Node node) {
    types[value] = type;
    nodes[value] = node;
  }
}
