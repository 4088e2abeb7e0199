package dev.sargasso.visualizer.view;

import java.util.AbstractList;
import java.util.List;

/**
 * A view whose vertices are the numbers of blocks.
 *
 * @param <E> edges
 */
abstract class BlockView<E> extends View<Integer, E> {
  private final int count;

  BlockView(int count) {
    this.count = count;
  }

  @Override
  List<Integer> vertices() {
    return new AbstractList<>() {
      @Override
      public Integer get(int index) {
        if (index < 0 || index >= count) {
          throw new IndexOutOfBoundsException(index);
        }
        return index;
      }

      @Override
      public int size() {
        return count;
      }
    };
  }

  @Override
  public boolean containsVertex(Integer block) {
    return block >= 0 && block < count;
  }
}
